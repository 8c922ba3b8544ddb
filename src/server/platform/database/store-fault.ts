/** SQLite's primary result codes: busy, read-only, input or output failed, full, cannot be opened. */
const sqliteCodes = [5, 8, 10, 13, 14]
/** PostgreSQL's: connection, resources such as a full disk, an operator's doing, the system; and a read-only transaction. */
const postgresCodes = /^(08|53|57P|58)|^25006$/

/** True when the store failed, rather than the statement being wrong. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  if (error.code === 'ERR_SQLITE_ERROR')
    return (
      'errcode' in error && typeof error.errcode === 'number' && sqliteCodes.includes(error.errcode % 256)
    )
  return 'severity' in error && postgresCodes.test(error.code)
}

/** PostgreSQL's: a value that is none of its column's, a row too large for its limits. The embedded store takes all of them. */
const contentCodes = /^(22|54)/

/** True when the store refused the value itself. */
export const isContentFault = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  contentCodes.test(error.code)

/** PostgreSQL's SQLSTATE and SQLite's extended result code. */
const uniqueCodes = { postgres: '23505', sqlite: 2067 }

/** True when a unique index refused a row. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === uniqueCodes.postgres) ||
    ('errcode' in error && error.errcode === uniqueCodes.sqlite))
