import { closeSync, openSync, statSync } from 'node:fs'
import { appendFile, open } from 'node:fs/promises'
import pLimit from 'p-limit'
import { exposureOf } from '../platform/config/private-file.ts'
import { ConfigError } from '../platform/config/startup-error.ts'
import type { AuditRow } from './audit-store.ts'

/** Lines that wait while the file cannot be written; beyond that the oldest are left to the store alone. */
const mostWaiting = 10_000

/**
 * A copy of the audit outside of the store: a line of JSON for each entry, hash included, appended to a file that a log shipper
 * may take away at any time. The store decides whether an action may happen; what the file cannot take is reported to `failed`
 * and tried again with the next entry. Throws `ConfigError` when it cannot be opened.
 */
export function createAuditLog(file: string, failed: (error: unknown) => void) {
  const mode = 0o600
  try {
    closeSync(openSync(file, 'a', mode))
  } catch {
    throw new ConfigError(['AUDIT_LOG_FILE: the file cannot be opened for appending; check path and owner'])
  }
  const exposure = statSync(file).isFile() ? exposureOf(file) : null
  if (exposure !== null) throw new ConfigError([`AUDIT_LOG_FILE: ${exposure}`])
  let waiting: string[] = []
  const oneByOne = pLimit(1)

  async function write(): Promise<void> {
    const lines = waiting
    if (lines.length === 0) return
    waiting = []
    try {
      await appendFile(file, lines.join(''), { mode })
    } catch (error) {
      waiting = [...lines, ...waiting].slice(-mostWaiting)
      failed(error)
    }
  }

  return {
    append: (rows: readonly AuditRow[]): void => {
      waiting.push(...rows.map((row) => `${JSON.stringify(row)}\n`))
      void oneByOne(write)
    },
    /** Resolves when what was appended is in the file and on the disk, or could not be written. */
    close: async (): Promise<void> => {
      await oneByOne(write)
      try {
        await using opened = await open(file, 'a', mode)
        await opened.sync()
      } catch {
        // A pipe has no disk to reach; a file that cannot be opened was reported by `write`.
      }
    },
  }
}
