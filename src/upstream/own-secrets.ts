import { isSpelledAsSent } from './records.ts'
import { createSecretIndex, isShort, spellingsOf, type SecretIndex } from './secret-index.ts'

/** Most tokens and signatures kept, failed attempts included: more than two credentials use in an hour of failures. */
const maxCredentials = 32
/** Most characters of passwords kept: some 2,000 passwords of the usual length. */
const maxPasswordCharacters = 32_000
/** Most characters of secrets kept from answers about one number: some 1,000 hashes. */
const maxReceivedCharacters = 32_000
/** A weaker secret could be ordinary text, which would be removed from every later answer. */
const minReceivedLength = 12
const hash = /^[\da-f]{32,}$/i
const letterKinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]
const kindsIn = (secret: string): number => letterKinds.filter((kind) => kind.test(secret)).length
const isStrong = (secret: string): boolean =>
  secret.length >= minReceivedLength && (hash.test(secret) || kindsIn(secret) >= 3)
/** True for a number or a plain word: redacting it would remove ordinary data from every later answer. */
export const isPlainWord = (secret: string): boolean => kindsIn(secret) < 2
/** Short passwords are searched for one by one, so few are kept. */
const maxShortPasswords = 64
const shortest = 6

/** Keeps the latest secrets in `index`, up to a total cost of `most`. */
function createLatest(index: SecretIndex, most: number, costOf: (secret: string) => number) {
  /** The spellings of each secret, oldest first. */
  const kept = new Map<string, readonly string[]>()
  let cost = 0
  return {
    add(secret: string): void {
      const known = kept.get(secret)
      if (known !== undefined) {
        kept.delete(secret)
        kept.set(secret, known)
        return
      }
      const spellings = spellingsOf(secret)
      kept.set(secret, spellings)
      cost += costOf(secret)
      for (const spelling of spellings) index.add(spelling)
      for (const [oldest, itsSpellings] of kept) {
        if (cost <= most) break
        kept.delete(oldest)
        cost -= costOf(oldest)
        for (const spelling of itsSpellings) index.remove(spelling)
      }
    },
  }
}

/**
 * Keeps the secrets that the console has sent or received, because a service may repeat them in any later answer.
 * `onCredential` receives tokens and signatures.
 */
export function createOwnSecrets(
  fixed: readonly (string | null)[],
  onCredential: (secret: string) => void = () => undefined,
) {
  const index = createSecretIndex()
  for (const spelling of fixed.flatMap(spellingsOf)) index.add(spelling)
  const credentials = createLatest(index, maxCredentials, () => 1)
  const shortPasswords = createLatest(index, maxShortPasswords, () => 1)
  const passwords = createLatest(index, maxPasswordCharacters, ({ length }) => length)
  const received = createLatest(index, maxReceivedCharacters, ({ length }) => length)
  return {
    addCredential: (secret: string | null): void => {
      if (secret === null) return
      credentials.add(secret)
      onCredential(secret)
    },
    addPassword: (password: unknown): void => {
      if (typeof password !== 'string' || password.length < shortest || isPlainWord(password)) return
      const list = isShort(password) ? shortPasswords : passwords
      list.add(password)
    },
    /** Adds the secrets of a record that was requested by its number. */
    addReceived: (secrets: readonly (string | null)[]): void => {
      for (const secret of secrets)
        if (secret !== null && isSpelledAsSent(secret) && isStrong(secret)) received.add(secret)
    },
    index,
  }
}
export type OwnSecrets = ReturnType<typeof createOwnSecrets>
