import { pinyin } from 'pinyin-pro'

const longestTerm = 64
const mostTerms = 80

const chinese = /^\p{Script=Han}/u
const wordPattern = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/** The words of a text as they are compared: in lower case, without accents; Chinese characters apart from others. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(wordPattern)
    ?.map((word) => word.slice(0, longestTerm)) ?? []

const syllablesOf = (word: string): string[] =>
  pinyin(word, { toneType: 'none', type: 'array', surname: 'head', v: true })

/** What a person's name is found by: its words; from each Chinese character on the characters, their pinyin and its initials. */
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

/** What texts are found by: a search's words are beginnings of these terms. */
export const termsOf = (texts: readonly (string | null)[]): Set<string> =>
  new Set(texts.flatMap((text) => wordsOf(text ?? '').flatMap(termsOfWord)).slice(0, mostTerms))

/** Kinds of the terms that agents are found by. `letter`: each letter or digit that some of the agent's other terms begin with. */
export const termKinds = { person: 0, department: 1, letter: 2 } as const

/** Whether a word is one letter or digit: so many terms begin with it that agents are found by rows of their own for it. */
export const isLetter = (word: string): boolean => /^[a-z\d]$/.test(word)

/** What names are sorted by: Chinese names stand where their pinyin does. */
export const sortKeyOf = (name: string): string =>
  wordsOf(name)
    .map((word) => (chinese.test(word) ? syllablesOf(word).join('') : word))
    .join(' ')
