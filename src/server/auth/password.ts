import { randomBytes } from 'node:crypto'
import { passwordError } from '#contract/account.ts'

/** 96 random bits in letters, digits, - and _. */
export const randomPassword = (): string => randomBytes(12).toString('base64url')

let list: Promise<ReadonlySet<string>> | null = null

/** Read when a password is first chosen: it takes twenty megabytes that most processes never need. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
    (error: unknown) => {
      // The next password tries again.
      list = null
      throw error
    },
  ))

/** A text repeated, as that text: `abcabc` is no better than `abc`. */
const unrepeated = (text: string): string => /^(.+?)\1+$/s.exec(text)?.[1] ?? text

/** A text and, where that is at least half of it, the word in it: without digits and signs before and after. */
function withWord(text: string): string[] {
  const word = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return 2 * word.length >= text.length ? [text, word] : [text]
}

/** Letters and digits alone, in lower case: `Extension-Console` as `extensionconsole`. */
const joined = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Mostly characters that repeat the one before, or are next to it in the alphabet or among the digits: `aaab`, `abcd`, `9876`. */
function isMonotonous(text: string): boolean {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const predictable = characters.filter((code, at) => Math.abs(code - (characters[at - 1] ?? 0)) <= 1)
  return 2 * predictable.length >= characters.length
}

const productWords = ['extensionconsole', 'consoleextension', 'extension', 'console']
/** Shorter words are in too many good passwords. */
const shortestWord = 3

/** What an attacker who knows the user tries first. */
function wordsOf({ email, name }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  // The last label, such as `com`, is in too many good passwords.
  const labels = domain.split('.').slice(0, -1)
  const words = [email, local, domain, ...labels, name, ...name.split(/[^\p{L}]+/u)].map(joined)
  return [...new Set([...productWords, ...words])]
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length)
}

/** What a refusal of such a password says after "the password". */
export const guessable =
  'is a common one, mostly repeated or successive characters, or mostly the e-mail, the name or "extension console"'

export interface PasswordOwner {
  email: string
  name: string
}

/**
 * True for the most common passwords of public breaches, in any form of letters, capitalized, repeated, or made longer by digits
 * and signs between and around, up to twice their length; where at least half of the letters and digits are the owner's e-mail,
 * a part of it, the name, or the product's name; and for few different or mostly successive characters.
 */
export async function isGuessablePassword(password: string, owner: PasswordOwner): Promise<boolean> {
  const letters = joined(password)
  const rest = wordsOf(owner).reduce((text, word) => text.replaceAll(word, ''), letters)
  if (rest !== letters && 2 * rest.length <= letters.length) return true
  // As it is hashed: full-width letters are the same password.
  const lower = password.normalize('NFKC').toLowerCase()
  if (passwordError(password, owner) === 'simple' || isMonotonous(unrepeated(lower))) return true
  const common = await commonPasswords()
  return [lower, unrepeated(lower), unrepeated(letters)]
    .flatMap(withWord)
    .some((text) => common.has(text) || common.has(unrepeated(text)))
}
