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

/** What pg reads as it is written. It warns of every other mode, and its next major version reads them as weaker ones. */
const modes: readonly string[] = ['verify-full', 'no-verify', 'disable']

/** What is wrong with how the URL asks for TLS, wherever the database is; null for nothing. */
function modeError({ searchParams }: URL): string | null {
  const given = searchParams.getAll('sslmode')
  if (searchParams.has('ssl')) return 'DATABASE_URL: ssl is not accepted; use sslmode=verify-full'
  if (given.length > 1) return 'DATABASE_URL: sslmode is given more than once; give sslmode=verify-full alone'
  return given.every((mode) => modes.includes(mode))
    ? null
    : 'DATABASE_URL: sslmode must be verify-full; on this machine or with DATABASE_TLS=off it may be no-verify or disable'
}

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
