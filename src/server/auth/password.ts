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

interface PasswordOwner {
  email: string
  name: string
}

const productWords = ['extension', 'console']
/** Shorter words occur in too many good passwords. */
const minWordLength = 3

/**
 * True for the most common passwords of public breaches, also between digits and symbols that are no longer than they are, and
 * for a password of which at least half is the product's name, the owner's name or a part of the owner's email.
 */
async function isGuessable(password: string, { email, name }: PasswordOwner): Promise<boolean> {
  // As for hashing: full-width letters make the same password.
  const plain = password.normalize('NFKC').toLowerCase()
  const ownWords = [...productWords, ...`${email} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)]
  const rest = ownWords
    .filter((word) => word.length >= minWordLength)
    .reduce((text, word) => text.replaceAll(word, ''), plain)
  const word = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const common = await commonPasswords()
  return (
    2 * rest.length <= plain.length ||
    common.has(plain) ||
    (2 * word.length >= plain.length && common.has(word))
  )
}

const length = `use ${passwordLength.least} to ${passwordLength.most} characters`
const advice: Record<PasswordError, string> = {
  short: length,
  long: length,
  simple: 'use more different characters',
  email: 'do not include the e-mail',
  same: 'choose a different one',
  common: 'is a common one, or mostly the e-mail, the name or "extension console"; choose another',
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
