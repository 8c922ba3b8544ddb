import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** What a data directory is made of, besides what is made anew. */
const files = { store: 'console.db', secret: 'session-secret' } as const

/**
 * Copies the embedded store and the secret that opens it into a new directory, which is a data directory to start from;
 * the console may be running. Throws when the directory exists or there is nothing to copy.
 */
export async function backUp(dataDir: string, into: string): Promise<void> {
  mkdirSync(into, { mode: 0o700 })
  const source = new DatabaseSync(join(dataDir, files.store), { readOnly: true })
  try {
    await backup(source, join(into, files.store))
    chmodSync(join(into, files.store), 0o600)
    copyFileSync(join(dataDir, files.secret), join(into, files.secret))
  } finally {
    source.close()
  }
}
