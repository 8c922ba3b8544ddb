import * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The header of an answer that says how many entries were left out of its lists. */
export const leftOutHeader = 'x-left-out'

/** True when a value of a closed list is another one: a newer version knows it. */
const isUnknownValue = (issue: Issue): boolean =>
  issue.code === 'invalid_value' ||
  (issue.code === 'invalid_union' && issue.errors.every((branch) => branch.some(isUnknownValue)))

const keyOf = (path: readonly PropertyKey[]): string => path.map(String).join('/')

/** Returns the entry of the innermost list that an issue is in; `null` for an issue outside of lists. */
function entryOf({ path }: Issue): string | null {
  const end = path.findLastIndex((key) => typeof key === 'number')
  return end === -1 ? null : keyOf(path.slice(0, end + 1))
}

function without(value: unknown, entries: ReadonlySet<string>, path: readonly PropertyKey[] = []): unknown {
  if (Array.isArray(value))
    return value.flatMap((entry: unknown, at) =>
      entries.has(keyOf([...path, at])) ? [] : [without(entry, entries, [...path, at])],
    )
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, without(inside, entries, [...path, name])]),
  )
}

/**
 * Parses an answer. During an upgrade, a newer version writes values into the store that this one does not know, such as another kind of
 * notification: entries of lists with such a value are left out and counted, instead of refusing the whole list for ever. Throws for every
 * other mismatch.
 */
export function parseKnown<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): { data: z.output<S>; leftOut: number } {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { data: parsed.data, leftOut: 0 }
  const { issues } = parsed.error
  const entries = new Set(issues.map((issue) => (isUnknownValue(issue) ? entryOf(issue) : null)))
  const unknownEntries = new Set([...entries].filter((entry) => entry !== null))
  if (unknownEntries.size < entries.size) throw parsed.error
  return { data: z.parse(schema, without(value, unknownEntries)), leftOut: unknownEntries.size }
}
