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

const fits = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).success
/** An agent UUID as the service writes it. A work number has only digits and could be an extension, so it does not match. */
const agentUuidShape = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the pages that a typed text can open, without a request. */
export function destinationsFor(typed: string): Destination[] {
  const id = readId(typed)
  if (agentUuidShape.test(id)) return [{ kind: 'agent', text: id, to: paths.person(id) }]
  if (isPatternOrRun(id)) return [{ kind: 'numbers', text: id, to: paths.numbers({ search: id }) }]
  const text = readNumber(typed)
  return [
    ...(fits(ext, text) ? [{ kind: 'extension' as const, text, to: paths.extension(text) }] : []),
    ...(fits(extPrefix, text) ? [{ kind: 'idle' as const, text, to: paths.idle({ ext: text }) }] : []),
  ]
}

/** Returns the page for a suggestion of the service; `null` when the suggestion is plain text. */
export const destinationOf = (key: string): string | null =>
  fits(ext, key) ? paths.extension(key) : agentUuidShape.test(key) ? paths.person(key) : null
