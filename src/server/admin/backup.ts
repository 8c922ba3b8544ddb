import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { hasValidSecrets, type Query } from '../secrets.ts'
import { readSessionSecret } from '../platform/config/secret-files.ts'
import { createSeal, type Secrets } from '../platform/database/encryption.ts'

/** The files of a data directory, without those that each start creates. */
const files = {
  store: 'console.db',
  current: 'session-secret',
  previous: 'session-secret-previous',
} as const

/** The secrets given to a command. */
type Given = { [which in keyof Secrets]?: string | null }

/** Returns the secret in a data directory; `null` when the console was given another one and created none. */
function secretIn(dataDir: string, which: keyof Secrets): string | null {
  const file = join(dataDir, files[which])
  return existsSync(file) ? readSessionSecret(file) : null
}

export const queryOnFile =
  (store: DatabaseSync): Query =>
  (statement) =>
    store.prepare(statement).all()

/** Returns the first candidate that opens a store, alone or together with the previous secret; `null` when none does. */
async function secretThatOpens(
  store: DatabaseSync,
  candidates: readonly string[],
  previous: string | null,
): Promise<string | null> {
  const query = queryOnFile(store)
  const isTable = store.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`)
  const hasTable = (name: string) => isTable.get(name) !== undefined
  // Try each candidate alone first: with the previous secret, any candidate would seem to open the store.
  for (const besides of [null, previous])
    for (const candidate of candidates)
      if (await hasValidSecrets(query, createSeal(candidate, besides), hasTable)) return candidate
  return null
}

/**
 * Copies the embedded store and the secrets that open it, from `given` or its own directory, into a new directory, which
 * is a data directory to start from. The console may be running. Throws when the directory exists, there is nothing to
 * copy or no secret opens the store; then no directory is left.
 */
export async function backUp(dataDir: string, into: string, given: Given): Promise<void> {
  const source = new DatabaseSync(join(dataDir, files.store), { readOnly: true })
  try {
    const previous = given.previous ?? secretIn(dataDir, 'previous')
    const candidates = [given.current, secretIn(dataDir, 'current')].filter(
      (each) => typeof each === 'string',
    )
    const current = await secretThatOpens(source, candidates, previous)
    if (current === null)
      throw new Error('no secret opens this store: set SESSION_SECRET_FILE as for the console')
    const target = resolve(into)
    if (existsSync(target)) throw new Error(`${into} exists already; name a directory that does not exist`)
    // Write to a partial directory, then rename it: a failed backup must not look like a backup.
    const partial = mkdtempSync(`${target}.partial-`)
    try {
      await backup(source, join(partial, files.store))
      chmodSync(join(partial, files.store), 0o600)
      const keep = (file: string, secret: string) =>
        writeFileSync(join(partial, file), `${secret}\n`, { mode: 0o600 })
      keep(files.current, current)
      if (previous !== null) keep(files.previous, previous)
      renameSync(partial, target)
    } catch (error) {
      rmSync(partial, { recursive: true, force: true })
      throw error
    }
  } finally {
    source.close()
  }
}
