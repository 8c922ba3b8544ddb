import { isUnreachable } from '../database/store-fault.ts'

/** Thrown with all configuration errors at once; main prints them and exits with 78 (sysexits: configuration error). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly errors: readonly string[]
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
    this.errors = errors
  }
}

/** Thrown when another process holds the data directory. */
export class DataDirHeld extends Error {
  override readonly name = 'DataDirHeld'
}

const certificateRefused = /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER))/
const fileRefused = /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|ENOENT)$/

/** Returns a field that Node and pg add to their errors; empty when absent. */
function field(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns one sentence on how an operator can fix a failed start, without secrets; `null` for a crash of our own.
 */
export function startupError(error: unknown): string | null {
  if (error instanceof DataDirHeld) return error.message
  if (!(error instanceof Error)) return null
  const code = field(error, 'code')
  if (code === 'EADDRINUSE')
    return `${field(error, 'address')}:${field(error, 'port')} is in use (EADDRINUSE); stop what listens there, or set PORT or SANDBOX_PORT`
  if (code === 'EACCES' && field(error, 'port') !== '')
    return `port ${field(error, 'port')} needs more rights than this process has (EACCES); set PORT or SANDBOX_PORT`
  if (fileRefused.test(code) && field(error, 'path') !== '')
    return `DATA_DIR: ${field(error, 'path')} cannot be written (${code})`
  if (fileRefused.test(code) && field(error, 'syscall') === 'connect')
    return `DATABASE_URL: there is no database at the socket ${field(error, 'address')} (${code}); give the folder of its socket as host, such as postgres://user@%2Fvar%2Frun%2Fpostgresql/name`
  if (isUnreachable(error)) return `DATABASE_URL: the database cannot be reached (${code || 'no answer'})`
  if (certificateRefused.test(code))
    return `DATABASE_URL: the database's certificate is not trusted (${code}); give its CA by sslrootcert or NODE_EXTRA_CA_CERTS`
  if (error.message === 'The server does not support SSL connections')
    return 'DATABASE_URL: the database offers no TLS; switch it on there'
  if (code.startsWith('28')) return `DATABASE_URL: the database refuses the user or the password (${code})`
  if (code === '3D000') return `DATABASE_URL: there is no such database (${code})`
  if (code === '42501') return `DATABASE_URL: the user may not create tables, or roles (${code})`
  return null
}
