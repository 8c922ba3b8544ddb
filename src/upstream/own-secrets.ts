import { isSpelledAsSent } from './records.ts'

/** Tokens and signatures, failed attempts included: more than two credentials use in an hour of trouble. */
const mostCredentials = 32
/** Characters of the passwords that are kept: some 2,000 of the usual length. */
const mostPasswordCharacters = 32_000
/** Characters of the latest secrets of answers about one number: some 1,000 hashes. */
const mostReceivedCharacters = 32_000
/** Weaker ones could be ordinary text, which would be taken out of every later answer. */
const shortestReceived = 12
const hash = /^[\da-f]{32,}$/i
const letterKinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]
const kindsIn = (secret: string): number => letterKinds.filter((kind) => kind.test(secret)).length
const isStrong = (secret: string): boolean =>
  secret.length >= shortestReceived && (hash.test(secret) || kindsIn(secret) >= 3)
/** True for a number or a plain word: every later answer that holds it as data would lose it. */
export const isPlainWord = (secret: string): boolean => kindsIn(secret) < 2
/** Short ones are looked for one by one. */
const mostShortPasswords = 64
const shortest = 6
const shortBelow = 8

/** The latest texts, oldest first, as many as cost `most` together. */
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

/** Secrets that the console has sent or received: a service may repeat them in any later answer. `onCredential` sees tokens and signatures. */
export function createOwnSecrets(
  fixed: readonly (string | null)[],
  onCredential: (secret: string) => void = () => undefined,
) {
  const credentials = createLatest(mostCredentials, () => 1)
  const shortPasswords = createLatest(mostShortPasswords, () => 1)
  const passwords = createLatest(mostPasswordCharacters, ({ length }) => length)
  const received = createLatest(mostReceivedCharacters, ({ length }) => length)
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
    /** The secrets of one record that was asked for by its number. */
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
