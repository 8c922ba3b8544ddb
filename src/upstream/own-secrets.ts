import { isSpelledAsSent } from './records.ts'

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
const shortBelow = 8

/** Keeps the latest texts, oldest first, up to a total cost of `most`. */
function createLatest(most: number, costOf: (text: string) => number) {
  const kept = new Set<string>()
  let cost = 0
  const remove = (text: string): void => {
    if (kept.delete(text)) cost -= costOf(text)
  }
  return {
    add(text: string): void {
      remove(text)
      kept.add(text)
      cost += costOf(text)
      for (const oldest of kept) {
        if (cost <= most) break
        remove(oldest)
      }
    },
    all: (): Iterable<string> => kept,
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
  const credentials = createLatest(maxCredentials, () => 1)
  const shortPasswords = createLatest(maxShortPasswords, () => 1)
  const passwords = createLatest(maxPasswordCharacters, ({ length }) => length)
  const received = createLatest(maxReceivedCharacters, ({ length }) => length)
  return {
    addCredential: (secret: string | null): void => {
      if (secret === null) return
      credentials.add(secret)
      onCredential(secret)
    },
    addPassword: (password: unknown): void => {
      if (typeof password !== 'string' || password.length < shortest || isPlainWord(password)) return
      const list = password.length < shortBelow ? shortPasswords : passwords
      list.add(password)
    },
    /** Adds the secrets of a record that was requested by its number. */
    addReceived: (secrets: readonly (string | null)[]): void => {
      for (const secret of secrets)
        if (secret !== null && isSpelledAsSent(secret) && isStrong(secret)) received.add(secret)
    },
    all: (): (string | null)[] => [
      ...fixed,
      ...credentials.all(),
      ...shortPasswords.all(),
      ...passwords.all(),
      ...received.all(),
    ],
  }
}
export type OwnSecrets = ReturnType<typeof createOwnSecrets>
