const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of the envelope, which stay unchanged: only the data is wrong. */
const envelopeWords = ['ret_code', 'ret_msg', 'retCode', 'retMsg', 'code', 'status', 'message']

/** Replaces every scalar below the envelope. */
export function everyScalar(answer: unknown, change: (value: unknown, key: string) => unknown): unknown {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (!isObject(value)) return change(value, key)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        value === answer && envelopeWords.includes(name) ? inner : walk(inner, name),
      ]),
    )
  }
  return walk(answer, '')
}

/** Changes every object below the envelope, inner objects first. */
export function everyRecord(
  answer: unknown,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item)]))
    return value === answer ? inner : change(inner)
  }
  return walk(answer)
}

/** Changes every outermost list. */
export function everyList(answer: unknown, change: (items: unknown[]) => unknown): unknown {
  if (Array.isArray(answer)) return change(answer)
  if (!isObject(answer)) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, item]) => [name, everyList(item, change)]))
}

/** Changes the data as a whole: the `data`, `items` and `item` of the envelope. */
export function everyData(answer: unknown, change: (data: unknown) => unknown): unknown {
  if (!isObject(answer)) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, item]) => [
      name,
      ['data', 'items', 'item'].includes(name) ? change(item) : item,
    ]),
  )
}
