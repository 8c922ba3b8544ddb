import { isSent, type Sent } from './fields.ts'

/** Deepest nesting and most values accepted, so that no later step over the result blocks the event loop. */
const deepest = 64
const maxValues = 80_000

const byte = (character: string): number => character.charCodeAt(0)
const [quote, escape, comma] = [byte('"'), byte('\\'), byte(',')]
const [openList, closeList, openObject, closeObject] = [byte('['), byte(']'), byte('{'), byte('}')]

/** Returns the error of a JSON text with too deep nesting or too many values; brackets and commas inside texts do not count. */
function sizeError(body: Buffer): 'too-deep' | 'too-wide' | null {
  let depth = 0
  let values = 0
  let isInText = false
  for (let i = 0; i < body.length; i++) {
    const at = body[i]
    if (isInText) {
      if (at === escape) i++
      else if (at === quote) isInText = false
    } else if (at === quote) isInText = true
    else if (at === openList || at === openObject) {
      values++
      if (++depth > deepest) return 'too-deep'
    } else if (at === closeList || at === closeObject) depth--
    else if (at === comma) values++
    if (values > maxValues) return 'too-wide'
  }
  return null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Characters replaced in texts and keys: line breaks and tabs become a space; other control characters, characters that change
 * the direction of writing, and lone surrogates become U+FFFD.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/g
export const printable = (text: string): string =>
  unprintable.test(text)
    ? text.replaceAll(lineBreaks, ' ').replaceAll(new RegExp(unprintable, 'gu'), '\ufffd')
    : text

function withPrintableKeys(record: Sent): Sent {
  const keys = Object.keys(record)
  return keys.some((key) => unprintable.test(key))
    ? Object.fromEntries(keys.map((key) => [printable(key), record[key]]))
    : record
}

/** A password is kept as sent; `isSpelledAsSent` (records.ts) decides whether it can be shown. */
const passwordKey = 'password'
const prototypeKey = '__proto__'
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** A numeric password whose text would change when parsed: `1.50`, `1e5`, `-0`. */
const oddPassword = /"password"\s*:\s*(?:-|\d+[.e])/i
const digits = /^\d+$/

/** Signs that the slow parser is needed: characters to replace, the key that changes prototypes, inexact numbers. */
const rawSpecial = /[\x7f-\x9f\u2028\u2029\p{Bidi_Control}]/u
const escapedSpecial = /\\(?:[bfnrt]|u(?:00[0189]|007f|061c|20[0-6]|005f|006f|007[024]|d[89a-f]))/i
const manyDigits = /\d{16}/
const needsSlowParser = (text: string): boolean =>
  text.includes(prototypeKey) ||
  (text.includes('\\') && escapedSpecial.test(text)) ||
  manyDigits.test(text) ||
  oddPassword.test(text) ||
  rawSpecial.test(text)

export type JsonOutcome = { json: unknown } | { error: 'not-json' | 'too-deep' | 'too-wide' }

/**
 * Parses a body as UTF-8 JSON; headers are ignored. Drops `__proto__` keys. Replaces
 * characters that no name needs, except in a `password`; a numeric password must be plain
 * digits. Returns an integer beyond 2^53 as its text, because ids are also sent as numbers.
 */
export function readJson(body: Buffer): JsonOutcome {
  try {
    const error = sizeError(body)
    if (error !== null) return { error }
    const text = utf8.decode(body)
    if (!/^\s*[[{]/.test(text)) return { error: 'not-json' }
    if (!needsSlowParser(text)) return { json: JSON.parse(text) }
    return {
      json: JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
        if (key === prototypeKey) return undefined
        if (typeof value === 'string') return key === passwordKey ? value : printable(value)
        if (isSent(value)) return withPrintableKeys(value)
        const source = context?.source ?? ''
        // A list is not accepted as a password, but is still searched for secrets.
        if (key === passwordKey && typeof value === 'number' && !digits.test(source)) return [source]
        return isInexact(value) ? source : value
      }),
    }
  } catch {
    return { error: 'not-json' }
  }
}
