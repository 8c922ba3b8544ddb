import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Secrets } from '../database/encryption.ts'
import type { Config } from './config.ts'
import { readSessionSecret } from './secret-files.ts'
import { DataDirHeld } from './startup-error.ts'

export interface DataDir {
  path: (name: string) => string
  /** Returns the session secret; on first use, creates it at random for the owner only. Throws `ConfigError` for an invalid file. */
  secret: (name: string) => string
  /** Returns an existing session secret; `null` without a file. Throws `ConfigError` for a file without a valid secret. */
  existing: (name: string) => string | null
  release: () => void
}

const sqliteBusy = 5

/**
 * Creates the data directory and locks it for this process with an SQLite lock on a separate file. The lock is never stale: the
 * system frees it when the process ends for any reason. Throws `DataDirHeld` when another process holds the lock.
 */
export function holdDataDir(directory: string): DataDir {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(directory, name)
  // A user who can open the lock file could lock it and keep the console from starting.
  closeSync(openSync(path('lock.db'), 'a', 0o600))
  chmodSync(path('lock.db'), 0o600)
  const lock = new DatabaseSync(path('lock.db'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error
    throw new DataDirHeld(
      `${directory} is in use by process ${holderOf(path('pid'))}; stop that or set another DATA_DIR`,
    )
  }
  writeFileSync(path('pid'), `${process.pid}\n`)
  return {
    path,
    secret(name) {
      const file = path(name)
      try {
        writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      return readSessionSecret(file)
    },
    existing: (name) => (existsSync(path(name)) ? readSessionSecret(path(name)) : null),
    release: () => lock.close(),
  }
}

function holderOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

/** Returns the configured secrets, or else those in the embedded store's data directory; `dataDir` is `null` on PostgreSQL. */
export function sessionSecrets(
  { sessionSecret, previousSessionSecret }: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>,
  dataDir: Pick<DataDir, 'secret' | 'existing'> | null,
): Secrets {
  const current = sessionSecret ?? dataDir?.secret('session-secret') ?? ''
  const previous = previousSessionSecret ?? dataDir?.existing('session-secret-previous') ?? null
  return { current, previous: previous === current ? null : previous }
}
