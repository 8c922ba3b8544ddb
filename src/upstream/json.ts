/** Deepest nesting taken: JSON.parse takes millions of levels, what walks the result afterwards does not (trust 0.7). */
const deepest = 64

function tooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 0x5c) i++
      else if (c === 0x22) quoted = false
    } else if (c === 0x22) quoted = true
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > deepest) return true
    } else if (c === 0x7d || c === 0x5d) depth--
  }
  return false
}

export type JsonOutcome = { json: unknown } | { fault: 'not-json' | 'too-deep' }

/** Reads a body as UTF-8 JSON, by content and not by header. An own `__proto__` key is dropped. */
export function readJson(body: Buffer): JsonOutcome {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!/^\s*[[{]/.test(text)) return { fault: 'not-json' }
    if (tooDeep(text)) return { fault: 'too-deep' }
    if (!text.includes('__proto__')) return { json: JSON.parse(text) }
    return { json: JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) }
  } catch {
    return { fault: 'not-json' }
  }
}
