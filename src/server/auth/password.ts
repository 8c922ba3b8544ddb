import { randomBytes } from 'node:crypto'
import { passwordError, type PasswordError } from '#contract/account.ts'
import { passwordLength } from '#contract/text.ts'
import { ProblemError, toProblem } from '../platform/problems.ts'

/** Returns a random password: 96 bits in letters, digits, - and _. */
export const newSignInPassword = (): string => randomBytes(12).toString('base64url')

let list: Promise<ReadonlySet<string>> | null = null

/** Loads the list when a user first chooses a password: it takes 20 MB that most processes never need. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
    (error: unknown) => {
      // The next password loads the list again.
      list = null
      throw error
    },
  ))

/** Returns the unit that a text repeats, otherwise the text: `abcabc` is no better than `abc`. */
const repeatedUnit = (text: string): string => /^(.+?)\1+$/s.exec(text)?.[1] ?? text

/**
 * Returns the text and, when it is at least half of the text, the word without the characters before and after that are
 * not letters.
 */
function textAndWord(text: string): string[] {
  const word = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return 2 * word.length >= text.length ? [text, word] : [text]
}

/** Returns only the letters and digits, in lower case: `Extension-Console` becomes `extensionconsole`. */
const joined = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * True when at least half of the characters repeat the previous one, or are next to it in the alphabet or among the
 * digits: `aaab`, `abcd`, `9876`.
 */
function isMonotonous(text: string): boolean {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const predictable = characters.filter((code, at) => Math.abs(code - (characters[at - 1] ?? 0)) <= 1)
  return 2 * predictable.length >= characters.length
}

const productWords = ['extensionconsole', 'consoleextension', 'extension', 'console']
/** Shorter words occur in too many good passwords. */
const minWordLength = 3

/** Returns the words that an attacker who knows the user tries first, longest first. */
function wordsOf({ email, name }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  // The last label, such as `com`, occurs in too many good passwords.
  const labels = domain.split('.').slice(0, -1)
  const words = [email, local, domain, ...labels, name, ...name.split(/[^\p{L}]+/u)].map(joined)
  return [...new Set([...productWords, ...words])]
    .filter((word) => word.length >= minWordLength)
    .toSorted((a, b) => b.length - a.length)
}

interface PasswordOwner {
  email: string
  name: string
}

/**
 * True for the most common passwords of public breaches, in any form of letters, capitalized, repeated, or extended with
 * digits and symbols inside and around, up to twice their length. Also true when at least half of the letters and digits
 * are the owner's email, a part of it, the name or the product's name, and for mostly successive characters.
 */
async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  const letters = joined(password)
  const rest = wordsOf(owner).reduce((text, word) => text.replaceAll(word, ''), letters)
  if (rest !== letters && 2 * rest.length <= letters.length) return true
  // Normalize as for hashing: full-width letters make the same password.
  const lower = password.normalize('NFKC').toLowerCase()
  if (isMonotonous(repeatedUnit(lower))) return true
  const common = await commonPasswords()
  return [lower, repeatedUnit(lower), repeatedUnit(letters)]
    .flatMap(textAndWord)
    .some((text) => common.has(text) || common.has(repeatedUnit(text)))
}

const length = `use ${passwordLength.least} to ${passwordLength.most} characters`
const advice: Record<PasswordError, string> = {
  short: length,
  long: length,
  simple: 'use more different characters',
  email: 'do not include the e-mail',
  same: 'choose a different one',
  common:
    'is a common one, mostly repeated or successive characters, or mostly the e-mail, the name or "extension console"; choose another',
}

/** Returns the advice of a problem as lines for an operator, `<field>: <advice>`. */
export const adviceOf = (error: unknown): string[] =>
  (toProblem(error).detail.errors ?? []).map(({ path, message }) => `${path}: ${message}`)

/** Throws `bad-request` or `password-common`, with advice, for a password that its owner can't choose. `field` names it. */
export async function requireGoodPassword(
  field: string,
  password: string,
  { current, ...owner }: PasswordOwner & { current?: string },
): Promise<void> {
  const error =
    passwordError(password, { email: owner.email, ...(current === undefined ? {} : { current }) }) ??
    ((await isGuessable(password, owner)) ? 'common' : null)
  if (error !== null)
    throw new ProblemError(error === 'common' ? 'password-common' : 'bad-request', {
      errors: [{ path: field, message: advice[error] }],
    })
}
