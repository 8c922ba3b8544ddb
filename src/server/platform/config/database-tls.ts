import { Client } from 'pg'
import { loopback } from './config-checks.ts'
import type { Environment } from './secret-files.ts'

/** True when TLS with these pg options checks the server's certificate and host name. */
function verifies(ssl: unknown): boolean {
  if (ssl === true) return true
  if (typeof ssl !== 'object' || ssl === null) return false
  const isVerified = !('rejectUnauthorized' in ssl) || ssl.rejectUnauthorized === true
  return isVerified && !('checkServerIdentity' in ssl)
}

/** The modes pg takes literally. pg warns about every other mode, and its next major version will weaken those modes. */
const modes: readonly string[] = ['verify-full', 'no-verify', 'disable']

/** Returns the error in the URL's TLS parameters, for any host; `null` for none. */
function modeError({ searchParams }: URL): string | null {
  const given = searchParams.getAll('sslmode')
  if (searchParams.has('ssl')) return 'DATABASE_URL: ssl is not accepted; use sslmode=verify-full'
  if (given.length > 1) return 'DATABASE_URL: sslmode is given more than once; give sslmode=verify-full alone'
  return given.every((mode) => modes.includes(mode))
    ? null
    : 'DATABASE_URL: sslmode must be verify-full; on this machine or with DATABASE_TLS=off it may be no-verify or disable'
}

/**
 * Returns the errors in the PostgreSQL connection settings. Lets pg parse the URL, because the URL's parameters may name
 * another host, and the checks behind an `sslmode` depend on pg's version.
 */
export function databaseErrors({ DATABASE_URL: url, DATABASE_TLS: tls }: Environment): string[] {
  if (url === undefined)
    return tls === undefined
      ? []
      : ['DATABASE_TLS: has no effect without DATABASE_URL; set that as well or remove this']
  try {
    const read = new URL(url)
    const error = modeError(read)
    if (error !== null) return [error]
    const { host, ssl } = new Client({ connectionString: url })
    if (tls === 'off' || loopback.test(host) || host.startsWith('/')) return []
    if (read.searchParams.get('sslmode') === 'verify-full' && verifies(ssl)) return []
    return [
      'DATABASE_URL: the database is on another machine and its certificate is not checked; add sslmode=verify-full (and sslrootcert=<file> for your own CA), or set DATABASE_TLS=off on a network of its own',
    ]
  } catch {
    return ['DATABASE_URL: cannot be used; check its sslmode and the files it names']
  }
}
