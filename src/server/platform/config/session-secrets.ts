import type { Secrets } from '../database/encryption.ts'
import type { Config } from './config.ts'
import type { DataDir } from './data-dir.ts'

/** The secrets that were configured, else those of the embedded store's data directory; `dataDir` is null on PostgreSQL. */
export function sessionSecrets(
  { sessionSecret, previousSessionSecret }: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>,
  dataDir: Pick<DataDir, 'secret' | 'kept'> | null,
): Secrets {
  const current = sessionSecret ?? dataDir?.secret('session-secret') ?? ''
  const previous = previousSessionSecret ?? dataDir?.kept('session-secret-previous') ?? null
  return { current, previous: previous === current ? null : previous }
}
