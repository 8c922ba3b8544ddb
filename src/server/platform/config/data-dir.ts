import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Secrets } from '../database/encryption.ts'
import type { Config } from './config.ts'
import { directoryExposureOf, exposureOf } from './private-file.ts'
import { readSessionSecret } from './secret-files.ts'
import { DataDirExposed, DataDirHeld } from './startup-error.ts'

export interface DataDir {
  path: (name: string) => string
  /** A random session secret, made once and readable by the owner alone. Throws `ConfigError` when the file holds none. */
  secret: (name: string) => string
  /** An existing session secret; null where there is none. Throws `ConfigError` when the file holds none. */
  kept: (name: string) => string | null
  release: () => void
}

const sqliteBusy = 5
/** Stores, with their journals, and secrets. */
const privateFile = /^(console\.db|sandbox\.db|session-secret|sandbox-app-key|demo-accounts)/

/**
 * Makes the data directory and locks it for this process. The lock is SQLite's own on a separate file: the system frees it when
 * the process ends for any reason, so it is never stale. Throws `DataDirExposed` and `DataDirHeld`.
 */
export function holdDataDir(directory: string): DataDir {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(directory, name)
  // Another user who can open the file could lock it, and the console would not start.
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
  const files = readdirSync(directory).filter((name) => privateFile.test(name))
  const exposed = [directoryExposureOf(directory), ...files.map((name) => exposureOf(path(name)))].filter(
    (exposure) => exposure !== null,
  )
  if (exposed.length > 0) {
    lock.close()
    throw new DataDirExposed(`DATA_DIR: ${exposed.join('\n')}`)
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
    kept: (name) => (existsSync(path(name)) ? readSessionSecret(path(name)) : null),
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

/** The secrets that were configured, else those of the embedded store's data directory; `dataDir` is null on PostgreSQL. */
export function sessionSecrets(
  { sessionSecret, previousSessionSecret }: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>,
  dataDir: Pick<DataDir, 'secret' | 'kept'> | null,
): Secrets {
  const current = sessionSecret ?? dataDir?.secret('session-secret') ?? ''
  const previous = previousSessionSecret ?? dataDir?.kept('session-secret-previous') ?? null
  return { current, previous: previous === current ? null : previous }
}
