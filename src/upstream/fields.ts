/** An object as sent: any field may be missing, null or of any type. */
export type Sent = Readonly<Record<string, unknown>>

export const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most characters of a field and of a return code, and most texts in a field, because a service could send megabytes. */
const maxTextLength = 1_000
const maxCodeLength = 64
const maxTexts = 100

/** Returns the text, cut with an ellipsis when it is longer than `longest` characters. */
const shortened = (value: string, longest = maxTextLength): string =>
  value.length <= longest ? value : `${value.slice(0, longest - 1).toWellFormed()}…`

const unprintable = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/g
/** Returns the text without characters that a store or a screen can't keep: line breaks become a space, others U+FFFD. */
export const printable = (text: string): string =>
  unprintable.test(text)
    ? text.replaceAll(lineBreaks, ' ').replaceAll(new RegExp(unprintable, 'gu'), '\ufffd')
    : text

export const text = (value: unknown): string | null =>
  typeof value === 'string' ? printable(shortened(value)) : Number.isFinite(value) ? String(value) : null

/** Returns a text, a number or a boolean as text. */
export const label = (value: unknown): string | null =>
  typeof value === 'boolean' ? String(value) : text(value)

/** Returns a text exactly as sent, for a password; null for a number whose digits may have been others, such as `1.50`. */
export const asSent = (value: unknown): string | null =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null

/** Two different ids may read the same after their characters were replaced. */
const replaced = /[\ufffd\s]/
/** Returns the id of an agent or a record; null when it was cut or is not as sent. */
export function id(value: unknown): string | null {
  const read = text(value)
  return read === null || read.length >= maxTextLength || replaced.test(read) ? null : read
}

const uuid = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
export const isUuid = (text: string): boolean => uuid.test(text)
/** True when two ids are the same; case counts unless they are uuids. */
export const isSameId = (one: string | null, other: string | null): boolean =>
  one === other ||
  (one !== null && other !== null && isUuid(one) && one.toLowerCase() === other.toLowerCase())

/** Returns a return code, kept short, because each observed code is counted, stored and shown. */
export function code(value: unknown): string | null {
  const read = text(value)
  return read === null ? null : shortened(read, maxCodeLength)
}

const wholeNumber = /^\s*-?\d{1,15}\s*$/
export function integer(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return typeof value === 'string' && wholeNumber.test(value) ? Number(value) : null
}

/** Seconds of the year 5138; as milliseconds, a day in 1973. */
const secondsBelow = 100_000_000_000

/** Returns a time in epoch milliseconds. `auto` takes values below 100,000,000,000 for seconds. */
export function time(value: unknown, unit: 'auto' | 'ms' | 's'): number | null {
  const read = integer(value)
  if (read === null) return null
  const isSeconds = unit === 's' || (unit === 'auto' && Math.abs(read) < secondsBelow)
  return isSeconds ? read * 1000 : read
}

export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Returns the list; null when it is missing or not a list. */
export const list = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null)

/** Returns the objects of a list; null when an item is not an object. */
export function listOf<Item>({ read }: Pick<Reader<Item>, 'read'>, value: unknown): Item[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(read).filter((item) => item !== null)
  return items.length === value.length ? items : null
}

/** Returns the texts of a list, at most 100; null when an item is not a text. */
export const textsOf = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.slice(0, maxTexts).map((item) => printable(shortened(item)))
    : null

export const freeMap = (value: unknown): Sent | null => (isSent(value) ? value : null)

/** Reads one kind of object and leaves out all fields that it does not name. */
export interface Reader<Value> {
  /** The names of the fields. */
  fields: ReadonlySet<string>
  /** Returns null when the value is not an object. */
  read: (value: unknown) => Value | null
  /** Throws a `TypeError` when the value is not an object. */
  parse: (value: unknown) => Value
}

/**
 * Creates a reader from a function that lists the fields. The function returns an object literal, which costs a fortieth of a
 * table of fields: readers run for every row of every page.
 */
export function reader<Value extends Record<string, unknown>>(
  fieldsOf: (sent: Sent) => Value,
): Reader<Value> {
  const read = (value: unknown) => (isSent(value) ? fieldsOf(value) : null)
  return {
    fields: new Set(Object.keys(fieldsOf({}))),
    read,
    parse(value) {
      const record = read(value)
      if (record === null) throw new TypeError('not an object')
      return record
    },
  }
}
