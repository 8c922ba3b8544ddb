/** Normalizes text for comparison: full-width characters to normal width, no accents, lower case, single spaces. */
export const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** True when `text` has the letters of `word` in order, with gaps: `recl` matches `reconcile`. The first letter begins a word. */
function abbreviates(word: string, text: string): boolean {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return false
  return new RegExp(`\\b${word.split('').join('[a-z ]{0,6}')}`).test(text)
}

function rankWord(word: string, text: string): number {
  if (text === word) return 6
  if (text.startsWith(word)) return 5
  if (text.includes(` ${word}`)) return 4
  if (text.includes(word)) return 3
  return abbreviates(word, text) ? 1 : 0
}

/** Returns how well the best text matches: 0 for no match, higher is better. Every typed word must match. */
export function rank(query: string, ...texts: readonly string[]): number {
  const words = simplify(query).split(' ')
  const scores = texts.map((text) => Math.min(...words.map((word) => rankWord(word, simplify(text)))))
  return Math.max(0, ...scores)
}
