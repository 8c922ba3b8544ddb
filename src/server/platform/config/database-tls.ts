import { Client } from 'pg'
import { loopback } from './config-checks.ts'
import type { Environment } from './secret-files.ts'

/** Whether TLS with these options of pg checks the server's certificate and its name. */
function verifies(ssl: unknown): boolean {
  if (ssl === true) return true
  if (typeof ssl !== 'object' || ssl === null) return false
  const checked = !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized === true
  return checked && !('checkServerIdentity' in ssl)
}

/** pg checks the name with them today; its next major version, like libpq, does not. */
const weakModes = ['prefer', 'require', 'verify-ca']

/**
 * What is wrong with how PostgreSQL is reached. pg itself is asked what it makes of the URL: its parameters may name another
 * host, and what a `sslmode` checks depends on pg's version.
 */
export function databaseErrors({ DATABASE_URL: url, DATABASE_TLS: tls }: Environment): string[] {
  if (url === undefined)
    return tls === undefined
      ? []
      : ['DATABASE_TLS: has no effect without DATABASE_URL; set that as well or remove this']
  try {
    const { host, ssl } = new Client({ connectionString: url })
    if (tls === 'off' || loopback.test(host) || host.startsWith('/')) return []
    const weakMode = new URL(url).searchParams.getAll('sslmode').find((mode) => weakModes.includes(mode))
    if (weakMode !== undefined)
      return [
        `DATABASE_URL: sslmode=${weakMode} does not make sure of the server's name; use sslmode=verify-full, or set DATABASE_TLS=off on a network of its own`,
      ]
    if (verifies(ssl)) return []
    return [
      'DATABASE_URL: the database is on another machine and its certificate is not checked; add sslmode=verify-full (and sslrootcert=<file> for your own CA), or set DATABASE_TLS=off on a network of its own',
    ]
  } catch {
    return ['DATABASE_URL: cannot be used; check its sslmode and the files it names']
  }
}
