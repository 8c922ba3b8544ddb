import * as z from 'zod/mini'

const scalar = z.union([z.string(), z.number(), z.boolean()])
const scalars = z.record(z.string(), z.optional(scalar))

/** Path and query of a call; parameters without a value are left out, the others sorted: equal calls have equal URLs. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const values = z.parse(scalars, params ?? {})
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(z.parse(scalars, query ?? {})))
    if (value !== undefined && value !== '') search.set(name, String(value))
  search.sort()
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}
