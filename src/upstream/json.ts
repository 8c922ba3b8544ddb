const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A number outside of a text that may be beyond 2^53. */
const longNumber = /[[:,]\s*-?\d{16}/
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/**
 * Parses a body as UTF-8 JSON; headers are ignored. Returns an integer beyond 2^53 as its text, because services also send
 * ids as numbers. Returns undefined for anything but an object or a list.
 */
export function readJson(body: Buffer): unknown {
  try {
    const text = utf8.decode(body)
    if (!/^\s*[[{]/.test(text)) return undefined
    if (!longNumber.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      isInexact(value) ? context?.source : value,
    )
  } catch {
    return undefined
  }
}
