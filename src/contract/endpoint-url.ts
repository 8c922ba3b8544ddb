function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new TypeError('a URL takes texts, numbers and booleans')
}

const entriesOf = (values: unknown): [string, unknown][] =>
  typeof values === 'object' && values !== null ? Object.entries(values) : []

/** Returns the path and query of a call. Parameters without a value are left out and the rest sorted, so equal calls have equal URLs. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(entriesOf(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(query))
    if (value !== undefined && value !== '') search.set(name, textOf(value))
  search.sort()
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}
