import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import { createAuditLog } from './audit-log.ts'
import { createAuditReader } from './audit-reader.ts'
import { createAudit } from './audit-store.ts'

interface AuditOptions {
  /** The path in AUDIT_LOG_FILE; null for none. */
  file: string | null
  /** Called when the file can't be written. */
  onFault: (error: unknown) => void
  /** The log that gets the number of outcomes that the store never took; null for none. */
  log: Pick<Log, 'fault'> | null
  timings?: { auditRetryMs: number }
  /** Who begins this process's chain; the console itself by default. */
  opener?: Actor
}

/**
 * Opens this process's audit, its reader, and its copy outside of the store. Throws `ConfigError` when the file can't be
 * opened.
 */
export function openAudit(
  database: Database,
  seal: Seal,
  { file, onFault, log, timings, opener }: AuditOptions,
) {
  const auditLog = file === null ? null : createAuditLog(file, onFault)
  const audit = createAudit(database, seal, auditLog?.append, timings?.auditRetryMs, opener)
  return {
    audit,
    reader: createAuditReader(database),
    /** Call this after the last entry, so that the file holds it. */
    close: async (): Promise<void> => {
      const lost = await audit.settled()
      if (lost > 0) log?.fault({ requestId: null, name: 'OutcomesLost', code: String(lost), at: [] })
      await auditLog?.close()
    },
  }
}
