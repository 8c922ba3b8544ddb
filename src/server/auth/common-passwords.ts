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

/**
 * True for the most common passwords of public breaches, in whatever form of letters they are typed, capitalized, repeated, or made
 * longer by digits and signs before and after, up to twice their length.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords()
  // As it is hashed: full-width letters are the same password.
  const lower = password.normalize('NFKC').toLowerCase()
  return [lower, unrepeated(lower)]
    .flatMap(withWord)
    .some((text) => common.has(text) || common.has(unrepeated(text)))
}
