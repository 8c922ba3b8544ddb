/** SQLite's primary result codes: busy, read-only, I/O error, full, cannot be opened. */
const sqliteCodes = [5, 8, 10, 13, 14]
/**
 * SQLSTATE classes: connection, rollback by the server (a deadlock), resources such as a full disk, operator intervention (also a
 * statement that took too long), system error; and read-only transaction.
 */
const postgresCodes = /^(08|40|53|57|58)|^25006$/
/** Of these, the ones that end one transaction and may spare the next. */
const transactionCodes = /^40|^57014$/
const connectionCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** Errors of pg itself, which have no code. */
const connectionMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout exceeded when trying to connect|timeout expired)/

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** True when a connection to PostgreSQL could not be made, was lost, or did not answer in time. */
export const isUnreachable = (error: Error): boolean =>
  connectionCodes.test(codeOf(error)) ||
  // A socket in the file system is absent while the server restarts.
  ('syscall' in error && error.syscall === 'connect') ||
  connectionMessages.test(error.message)

/** True when PostgreSQL ended one transaction, because of a deadlock or a statement that took too long. */
export const isTransactionFault = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && transactionCodes.test(codeOf(error))

/** True when the store failed; false when the statement is wrong. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === 'ERR_SQLITE_ERROR')
    return (
      'errcode' in error && typeof error.errcode === 'number' && sqliteCodes.includes(error.errcode % 256)
    )
  return ('severity' in error && postgresCodes.test(code)) || isUnreachable(error)
}
