/** Deepest nesting and most values taken: whatever walks the result afterwards must not hold the event loop. */
const deepest = 64
const mostValues = 250_000

const byte = (character: string): number => character.charCodeAt(0)
const [quote, escape, comma] = [byte('"'), byte('\\'), byte(',')]
const [openList, closeList, openObject, closeObject] = [byte('['), byte(']'), byte('{'), byte('}')]

/** Whether the values of a JSON text nest too deep or are too many; brackets and commas inside of texts do not count. */
function extentFault(body: Buffer): 'too-deep' | 'too-wide' | null {
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
    if (values > mostValues) return 'too-wide'
  }
  return null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What a second look is for: the key that changes prototypes, however it is written, texts that no store keeps as they are, and numbers that are not kept exactly. */
const oddEscape = /\\u(?:0000|005f|006f|007[024]|d[89a-f])/i
const manyDigits = /\d{16}/
const mayBeOdd = (text: string): boolean =>
  text.includes('__proto__') || (text.includes('\\u') && oddEscape.test(text)) || manyDigits.test(text)
const isOddKey = (key: string): boolean => key === '__proto__' || key.includes('\0') || !key.isWellFormed()
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

export type JsonOutcome = { json: unknown } | { fault: 'not-json' | 'too-deep' | 'too-wide' }

/**
 * Reads a body as UTF-8 JSON, by content and not by header. An own `__proto__` key is dropped; NUL and halves of characters
 * become U+FFFD; an integer beyond 2^53 becomes its text as it was sent, since ids travel as numbers too.
 */
export function readJson(body: Buffer): JsonOutcome {
  try {
    const fault = extentFault(body)
    if (fault !== null) return { fault }
    const text = utf8.decode(body)
    if (!/^\s*[[{]/.test(text)) return { fault: 'not-json' }
    if (!mayBeOdd(text)) return { json: JSON.parse(text) }
    return {
      json: JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
        if (isOddKey(key)) return undefined
        if (typeof value === 'string') return storable(value)
        return isInexact(value) ? context?.source : value
      }),
    }
  } catch {
    return { fault: 'not-json' }
  }
}
