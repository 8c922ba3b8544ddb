/** Deepest nesting taken: JSON.parse takes millions of levels, what walks the result afterwards does not (trust 0.7). */
const deepest = 64

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && isDeeper(inner, levels - 1)) return true
  return false
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What a second look is for: the key that changes prototypes, however it is written, and texts that no store keeps as they are. */
const oddEscape = /\\u(?:0000|005f|006f|007[024]|d[89a-f])/i
const mayBeOdd = (text: string): boolean =>
  text.includes('__proto__') || (text.includes('\\u') && oddEscape.test(text))
const isOddKey = (key: string): boolean => key === '__proto__' || key.includes('\0') || !key.isWellFormed()
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

export type JsonOutcome = { json: unknown } | { fault: 'not-json' | 'too-deep' }

/**
 * Reads a body as UTF-8 JSON, by content and not by header. An own `__proto__` key is dropped; NUL and halves of characters
 * become U+FFFD.
 */
export function readJson(body: Buffer): JsonOutcome {
  try {
    const text = utf8.decode(body)
    if (!/^\s*[[{]/.test(text)) return { fault: 'not-json' }
    const json: unknown = JSON.parse(text)
    if (isDeeper(json, deepest)) return { fault: 'too-deep' }
    if (!mayBeOdd(text)) return { json }
    return {
      json: JSON.parse(text, (key, value: unknown) =>
        isOddKey(key) ? undefined : typeof value === 'string' ? storable(value) : value,
      ),
    }
  } catch {
    return { fault: 'not-json' }
  }
}
