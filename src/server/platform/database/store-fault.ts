/** SQLite's primary result codes: busy, read-only, I/O error, full, cannot be opened. */
const sqliteCodes = [5, 8, 10, 13, 14]
/** SQLSTATE classes: connection, resources such as a full disk, operator intervention, system error; and read-only transaction. */
const postgresCodes = /^(08|53|57P|58)|^25006$/

/** True when the store failed; false when the statement is wrong. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  if (error.code === 'ERR_SQLITE_ERROR')
    return (
      'errcode' in error && typeof error.errcode === 'number' && sqliteCodes.includes(error.errcode % 256)
    )
  return 'severity' in error && postgresCodes.test(error.code)
}
