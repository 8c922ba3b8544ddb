/** Tokens and signatures, failed attempts included: more than two credentials use in an hour of trouble. */
const mostCredentials = 32
/** Characters of the passwords that are kept: some 2,000 of the usual length. */
const mostPasswordCharacters = 32_000
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

/** What the console has sent in confidence: a service may repeat it in any later answer. `onCredential` sees tokens and signatures. */
export function createOwnSecrets(
  fixed: readonly (string | null)[],
  onCredential: (secret: string) => void = () => undefined,
) {
  const credentials = createLatest(mostCredentials, () => 1)
  const shortPasswords = createLatest(mostShortPasswords, () => 1)
  const passwords = createLatest(mostPasswordCharacters, ({ length }) => length)
  return {
    addCredential: (secret: string | null): void => {
      if (secret === null) return
      credentials.add(secret)
      onCredential(secret)
    },
    addPassword: (password: unknown): void => {
      if (typeof password !== 'string' || password.length < shortest) return
      const list = password.length < shortBelow ? shortPasswords : passwords
      list.add(password)
    },
    all: (): (string | null)[] => [
      ...fixed,
      ...credentials.all(),
      ...shortPasswords.all(),
      ...passwords.all(),
    ],
  }
}
export type OwnSecrets = ReturnType<typeof createOwnSecrets>
