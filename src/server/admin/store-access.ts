import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { holdDataDir, sessionSecrets, type DataDir } from '../platform/config/data-dir.ts'
import { ConfigError } from '../platform/config/startup-error.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/database/encryption.ts'

/** Throws `ConfigError` when the directory has no store: its path may be mistyped, so nothing is created there. */
export function requireEmbeddedStore({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (!existsSync(join(dataDir, 'console.db')))
    throw new ConfigError([
      `DATA_DIR: there is no store in ${dataDir}; give the directory of the console's store`,
    ])
}

/**
 * Returns the secrets of a data directory with an existing store. Throws `ConfigError` instead of creating a missing
 * secret, which would not open the store.
 */
const existingSecrets = ({ existing }: DataDir): Pick<DataDir, 'secret' | 'existing'> => ({
  existing,
  secret(name) {
    const secret = existing(name)
    if (secret !== null) return secret
    throw new ConfigError([
      `SESSION_SECRET: DATA_DIR holds a store without its ${name}; put that file back, or set SESSION_SECRET_FILE as for the console`,
    ])
  },
})

/**
 * Opens the store like the console does. The embedded store belongs to one process, so the console must be stopped. Throws
 * `ConfigError` when `mustExist` is set and there is none.
 */
export async function withStore<Result>(
  config: Config,
  { mustExist }: { mustExist: boolean },
  use: (database: Database, secrets: Secrets) => Promise<Result>,
): Promise<Result> {
  if (mustExist && config.databaseUrl === null) requireEmbeddedStore(config)
  const dataDir = config.databaseUrl === null ? holdDataDir(config.dataDir) : null
  let database: Database | null = null
  try {
    const secrets = sessionSecrets(config, mustExist && dataDir !== null ? existingSecrets(dataDir) : dataDir)
    database = await openDatabase(
      config.databaseUrl === null ? { file: dataDir?.path('console.db') ?? '' } : { url: config.databaseUrl },
      { mustExist },
    )
    return await use(database, secrets)
  } finally {
    await database?.close()
    dataDir?.release()
  }
}
