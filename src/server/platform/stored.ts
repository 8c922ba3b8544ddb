import * as z from 'zod/mini'

/** Returns the value of a column with JSON; `null` when it has something that this version does not know, written by a newer one. */
export function knownIn<S extends z.ZodMiniType>(schema: S, json: string): z.output<S> | null {
  return z.safeParse(schema, JSON.parse(json)).data ?? null
}

/**
 * Returns the value of a column with JSON for an answer, unchecked: `mount` checks it, and leaves entries of lists out that this version
 * does not know, and counts them.
 */
export const unchecked = <S extends z.ZodMiniType>(_schema: S, json: string): z.output<S> =>
  z.parse(z.custom<z.output<S>>(), JSON.parse(json))
