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

/**
 * True for the most common passwords of public breaches, however they are capitalized, repeated, or made longer by digits and
 * signs before and after, up to twice their length.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const lower = password.toLowerCase()
  const word = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const bare = 2 * word.length >= lower.length ? [word] : []
  return [lower, ...bare].some((text) => common.has(text) || common.has(unrepeated(text)))
}
