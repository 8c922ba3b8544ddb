import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isOpenedBy } from './opened-by.ts'

/** What a data directory is made of, besides what is made anew. */
const files = { store: 'console.db', secret: 'session-secret' } as const

/** The secret in a data directory, null when the console has been given another and made none. */
function secretIn(dataDir: string): string | null {
  const file = join(dataDir, files.secret)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/**
 * Copies the embedded store and the secret that opens it, `given` or its own, into a new directory, which is a data directory
 * to start from; the console may be running. Throws when the directory exists, there is nothing to copy or neither opens it.
 */
export async function backUp(dataDir: string, into: string, given: string | null): Promise<void> {
  const source = new DatabaseSync(join(dataDir, files.store), { readOnly: true })
  try {
    const secret = [given, secretIn(dataDir)].find((each) => each !== null && isOpenedBy(source, each))
    if (typeof secret !== 'string')
      throw new Error('no secret opens this store: set SESSION_SECRET_FILE as for the console')
    mkdirSync(into, { mode: 0o700 })
    await backup(source, join(into, files.store))
    chmodSync(join(into, files.store), 0o600)
    writeFileSync(join(into, files.secret), `${secret}\n`, { mode: 0o600 })
  } finally {
    source.close()
  }
}
