import { syllablesOf, wordsOf } from './search-terms.ts'

const han = /\p{Script=Han}/u

/** The Damerau-Levenshtein distance (optimal string alignment) of two texts: letters added, left out, changed or swapped. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

const soundOf = (words: readonly string[]): string => words.flatMap((word) => syllablesOf(word)).join('')

/** Searches that find the names that may be meant by a misspelled one: words that begin terms, as `search` takes them. */
export function searchesFor(name: string): string[][] {
  const words = wordsOf(name)
  const [only = '', ...others] = words
  const whole = words.join('')
  if (han.test(whole)) {
    const letters = Array.from(whole)
    const shorter = letters.length < 3 ? [] : [[letters.slice(0, -1).join('')], [letters.slice(1).join('')]]
    return [[whole], [soundOf(words)], ...shorter]
  }
  if (others.length === 0)
    return only === '' ? [] : [[only.slice(0, Math.max(2, Math.ceil(only.length / 2)))]]
  const long = words.filter(({ length }) => length > 2).map((word) => [word])
  return [words.map((word) => word.slice(0, 2)), [whole], ...long]
}

/**
 * How different two names are, from 0; null when they are too different for a slip of the pen: more than a letter (two in long
 * names), unless they sound alike in Chinese, or one has all words of the other. A single word can be a part of the name.
 */
export function nameDifference(typed: string, name: string): number | null {
  const [a, b] = [wordsOf(typed), wordsOf(name)]
  const [all, other] = [a.join(''), b.join('')]
  if (all === '' || other === '') return null
  if (han.test(other)) {
    if (soundOf(a) === soundOf(b)) return 1
    const isPart = all.length > 1 && (other.includes(all) || all.includes(other))
    return isPart || (all.length > 2 && other.length > 2 && editDistance(all, other) === 1) ? 2 : null
  }
  if (a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))) return 1
  const inOrder = (words: readonly string[]) => words.toSorted().join(' ')
  const [only = '', ...others] = a
  if (others.length === 0 && only.length > 3 && b.some((word) => editDistance(only, word) === 1)) return 2
  const least = Math.min(editDistance(a.join(' '), b.join(' ')), editDistance(inOrder(a), inOrder(b)))
  return least <= (all.length > 8 ? 2 : 1) ? least : null
}
