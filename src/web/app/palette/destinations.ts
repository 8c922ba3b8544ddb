import * as z from 'zod/mini'
import { ext, extPrefix } from '#contract/text.ts'
import { paths } from '../../lib/paths.ts'

export interface Destination {
  kind: 'extension' | 'idle' | 'agent'
  text: string
  to: string
}

const fits = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).success
/** An agent uuid as the service writes them; a work number is digits and could be an extension. */
export const agentUuidShape = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Where a typed text can lead at once, without asking anybody. */
export function destinationsFor(typed: string): Destination[] {
  const text = typed.trim()
  if (agentUuidShape.test(text)) return [{ kind: 'agent', text, to: paths.agent(text) }]
  return [
    ...(fits(ext, text) ? [{ kind: 'extension' as const, text, to: paths.extension(text) }] : []),
    ...(fits(extPrefix, text) ? [{ kind: 'idle' as const, text, to: paths.idle({ ext: text }) }] : []),
  ]
}

/** Where a suggestion of the service leads; null for one that is only text. */
export const destinationOf = (key: string): string | null =>
  fits(ext, key) ? paths.extension(key) : agentUuidShape.test(key) ? paths.agent(key) : null
