import * as z from 'zod/mini'
import { isPatternOrRun } from '#contract/number-search.ts'
import { ext, extPrefix } from '#contract/text.ts'
import { paths } from '../../lib/paths.ts'
import { readId, readNumber } from '../../lib/typed.ts'

export interface Destination {
  kind: 'extension' | 'idle' | 'agent' | 'numbers'
  text: string
  to: string
}

const isValid = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).success
/** An agent UUID as the service writes it. A work number has only digits and could be an extension, so it does not match. */
const agentUuidShape = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the pages that a typed text can open, without a request. */
export function destinationsFor(input: string): Destination[] {
  const id = readId(input)
  if (agentUuidShape.test(id)) return [{ kind: 'agent', text: id, to: paths.person(id) }]
  if (isPatternOrRun(id)) return [{ kind: 'numbers', text: id, to: paths.numbers({ search: id }) }]
  const text = readNumber(input)
  return [
    ...(isValid(ext, text) ? [{ kind: 'extension' as const, text, to: paths.extension(text) }] : []),
    ...(isValid(extPrefix, text) ? [{ kind: 'idle' as const, text, to: paths.idle({ ext: text }) }] : []),
  ]
}

/** Returns the page for a suggestion of the service; `null` when the suggestion is plain text. */
export const destinationOf = (key: string): string | null =>
  isValid(ext, key) ? paths.extension(key) : agentUuidShape.test(key) ? paths.person(key) : null
