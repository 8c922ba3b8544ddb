import { unescapeFormulas } from '#contract/formulas.ts'

/** White space and zero-width characters, which chat programs and web pages leave around copied text. */
const edges = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/g

const trimmed = (cell: string): string => cell.replaceAll(edges, '')

/**
 * Returns a cell's text without the guards that keep spreadsheets from reading it as a number or formula: `="0801"`
 * and `'0801` both become 0801.
 */
export function unwrap(cell: string, apostrophe = true): string {
  const text = trimmed(cell)
  const inside = /^="([^"]*)"$/.exec(text)?.[1] ?? text
  if (!apostrophe) return trimmed(inside)
  const plain = unescapeFormulas(inside)
  return trimmed(plain === inside ? inside.replace(/^'/, '') : plain)
}
