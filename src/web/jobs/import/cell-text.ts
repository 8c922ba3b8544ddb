import { unescapeFormulas } from '#contract/formulas.ts'

/** White space, and what is not seen: chat programs and web pages leave zero-width characters around what is copied. */
const edges = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/g

const trimmed = (cell: string): string => cell.replaceAll(edges, '')

/** The text of a cell that was guarded against being taken for a number or a formula: `="0801"` and `'0801` are 0801. */
export function unwrap(cell: string, apostrophe = true): string {
  const text = trimmed(cell)
  const inside = /^="([^"]*)"$/.exec(text)?.[1] ?? text
  if (!apostrophe) return trimmed(inside)
  const plain = unescapeFormulas(inside)
  return trimmed(plain === inside ? inside.replace(/^'/, '') : plain)
}
