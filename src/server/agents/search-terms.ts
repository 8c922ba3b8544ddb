import { pinyin } from 'pinyin-pro'

const maxTermLength = 64
const maxTerms = 80

const chinese = /^\p{Script=Han}/u
const wordPattern = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/** The words of a text in comparable form: lower case, no accents, Chinese characters separate from other letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(wordPattern)
    ?.map((word) => word.slice(0, maxTermLength)) ?? []

/** The pinyin of a word, a syllable for each Chinese character; other words stay. */
export const syllablesOf = (word: string): string[] =>
  pinyin(word, { toneType: 'none', type: 'array', surname: 'head', v: true })

/**
 * Search terms for a word of a name: the word; for Chinese, the characters from each position on, with their pinyin and initials.
 */
function termsOfWord(word: string): string[] {
  if (!chinese.test(word)) return [word]
  const characters = Array.from(word)
  const syllables = syllablesOf(word)
  const initials = syllables.map((syllable) => syllable.slice(0, 1))
  return characters.flatMap((_, from) => [
    characters.slice(from).join(''),
    syllables.slice(from).join(''),
    initials.slice(from).join(''),
  ])
}

/** Search terms for texts. A search word matches a term by prefix. */
export const termsOf = (texts: readonly (string | null)[]): Set<string> =>
  new Set(texts.flatMap((text) => wordsOf(text ?? '').flatMap(termsOfWord)).slice(0, maxTerms))

/** Kinds of search terms. `letter`: a letter or digit that begins at least one of the agent's other terms. */
export const termKinds = { person: 0, department: 1, letter: 2 } as const

/** True for a single letter or digit. So many terms begin with it that agents have separate `letter` terms for it. */
export const isLetter = (word: string): boolean => /^[a-z\d]$/.test(word)

/** Sort key of a name. Chinese names sort by their pinyin. */
export const sortKeyOf = (name: string): string =>
  wordsOf(name)
    .map((word) => (chinese.test(word) ? syllablesOf(word).join('') : word))
    .join(' ')
