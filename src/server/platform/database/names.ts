// How names, work numbers and departments are compared, and how near two names are. Pure text, no store.
import { pinyin } from 'pinyin-pro'

const separate: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ß: 'ss',
}
/** Lower case in normal width, without accents. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øłđðæœþıß]/g, (letter) => separate[letter] ?? letter)

/** One key for spellings that differ by case, width, spaces or the kind of apostrophe, hyphen or dot. Accents count: Muller is not Müller. */
export const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/[•・‧∙]/g, '·')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\p{sc=Han}) (?=\p{sc=Han})/gu, '')
/** Letters and digits only: `W-7` and `w7` are one. */
export const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

const han = /\p{sc=Han}/u
const scripts = (text: string): string[] => text.match(/\p{sc=Han}+|[^\p{sc=Han}]+/gu) ?? []
/** The words of a name, Chinese separate from other letters: `Jean-Luc` is two words. */
const wordsOf = (text: string) => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(scripts)
/** The words of a typed search: `W-7` is one word. */
export const typedWords = (text: string) =>
  text
    .split(/[\s,，、;；]+/)
    .map(plain)
    .flatMap(scripts)
const syllables = (word: string) =>
  han.test(word) ? pinyin(word, { toneType: 'none', type: 'array', surname: 'head', v: true }) : [word]
/** The words of a name as they sound, Chinese in pinyin. */
export const soundOf = (text: string) => wordsOf(text).map((word) => syllables(word).join(''))

/** The Chinese words in pinyin, as syllables and as initials. */
const soundsOf = (words: readonly string[]): string[] => {
  const sounds = words
    .filter((word) => han.test(word))
    .map(syllables)
    .flatMap((each) => [each.join(''), ...each, each.map(([initial]) => initial).join('')])
  return [...sounds, ...sounds.filter((each) => each.includes('v')).map((each) => each.replaceAll('v', 'u'))]
}

/**
 * What is searched, between spaces: the name's words, the name without signs, pinyin, syllables, initials, work number, extensions.
 * The department's words follow a slash, so that they count as the inside of a word and come last.
 */
export function searchText(name: string, workNumber: string, exts: string, department: string): string {
  const words = wordsOf(name)
  const all = [...words, plain(name), ...typedWords(name), ...soundsOf(words), plain(workNumber)]
  const of = wordsOf(department)
  const places = [...of, ...soundsOf(of).filter((sound) => sound.length > 1)].map((word) => `/${word}`)
  return ` ${[...new Set([...all, ...places])].join(' ')} ${exts.trim()} `
}
/** Sorts by name, Chinese by pinyin; namesakes by work number, W-7 before W-10, those without one last, and people without a name after all others. */
export const sortKey = (name: string, workNumber: string) =>
  `${soundOf(name).join(' ').slice(0, 150) || '~'}  ${fold(workNumber || '~')
    .replace(/\d+/g, (digits) => digits.padStart(10, '0'))
    .slice(0, 80)}`

/** Edits between two words, a swap counts one; more than `most` gives `most + 1`. */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped))
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
/** Edits that a name of these words may have: two in long names, none in very short ones; and one word at most one per three letters. */
const mostIn = (words: readonly string[]) =>
  words.join('').length > 8 ? 2 : words.join('').length > 3 ? 1 : 0
const mostInWord = (word: string, words: readonly string[]) =>
  Math.min(mostIn(words), Math.floor(word.length / 3))
/**
 * For each word of a typed name, the pieces, at least one of them in every near name: a Chinese name keeps a syllable, and a word with n
 * edits one of its n + 1 pieces, the first at its beginning, the last at its end. Words of one or two letters say nothing.
 */
export function piecesOf(name: string): string[][] {
  const words = wordsOf(name).map(syllables),
    sounds = words.map((each) => each.join(''))
  const telling = words.filter((each) => each.join('').length > 2)
  return (telling.length > 0 ? telling : words).map((each) => {
    if (each.length > 3) return [` ${each.slice(0, 2).join('')}`, `${each.slice(2).join('')} `]
    if (each.length > 1) return each.map((syllable) => ` ${syllable} `)
    const word = each.join(''),
      count = mostInWord(word, sounds) + 1,
      size = Math.ceil(word.length / count)
    return Array.from(
      { length: count },
      (_, n) =>
        `${n === 0 ? ' ' : ''}${word.slice(n * size, (n + 1) * size)}${n > 0 && n === count - 1 ? ' ' : ''}`,
    )
  })
}
/** Edits between two names, by the words of the shorter one in any order, or as one word, and half for each word more; null when not near. */
export function distance(a: readonly string[], b: readonly string[]): number | null {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const most = mostIn(few)
  const nearestTo = (word: string) => {
    const limit = mostInWord(word, few)
    const least = Math.min(...many.map((candidate) => edits(word, candidate, limit)))
    return least > limit ? 9 : least
  }
  const least = Math.min(
    few.reduce((sum, word) => sum + nearestTo(word), 0),
    edits(a.join(''), b.join(''), most),
  )
  return least > most ? null : least + (many.length - few.length) / 2
}
