import { closeSync, openSync } from 'node:fs'
import { appendFile, open } from 'node:fs/promises'
import pLimit from 'p-limit'
import { ConfigError } from '../platform/config/startup-error.ts'
import type { AuditRow } from './audit-store.ts'

/** The most lines kept while the file can't be written. Beyond that, the oldest lines are only in the store. */
const maxWaiting = 10_000

/**
 * Copies the audit to a file outside of the store: one line of JSON per entry, including its hash. A log shipper may take
 * the file away at any time. Only the store decides whether an action may happen; the error of a failed write goes to
 * `failed`, and the next entry writes the lines again. Throws `ConfigError` when the file can't be opened.
 */
export function createAuditLog(file: string, failed: (error: unknown) => void) {
  const mode = 0o600
  try {
    closeSync(openSync(file, 'a', mode))
  } catch {
    throw new ConfigError(['AUDIT_LOG_FILE: the file cannot be opened for appending; check path and owner'])
  }
  let waiting: string[] = []
  const oneByOne = pLimit(1)

  async function write(): Promise<void> {
    const lines = waiting
    if (lines.length === 0) return
    waiting = []
    try {
      await appendFile(file, lines.join(''), { mode })
    } catch (error) {
      waiting = [...lines, ...waiting].slice(-maxWaiting)
      failed(error)
    }
  }

  return {
    append: (rows: readonly AuditRow[]): void => {
      waiting.push(...rows.map((row) => `${JSON.stringify(row)}\n`))
      void oneByOne(write)
    },
    /** Resolves when the appended lines are in the file and on the disk, or could not be written. */
    close: async (): Promise<void> => {
      await oneByOne(write)
      try {
        await using opened = await open(file, 'a', mode)
        await opened.sync()
      } catch {
        // A pipe has no disk to sync to, and `write` has reported a file that can't be opened.
      }
    },
  }
}
