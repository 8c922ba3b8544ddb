import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { createAuditLog } from './audit-log.ts'
import { AuditReader } from './audit-reader.ts'
import { Audit, type AuditOptions } from './audit-store.ts'

interface OpenOptions {
  /** The path in AUDIT_LOG_FILE; null for none. */
  file: string | null
  /** Called when the file can't be written. */
  onFault: (error: unknown) => void
  /** Called for entries that the store did not take. */
  failed?: () => void
  notify: AuditOptions['notify']
  account: string
}

/** Opens the audit, its reader, and its copy outside of the store. Throws `ConfigError` when the file can't be opened. */
export function openAudit(database: Database, seal: Seal, { file, onFault, ...options }: OpenOptions) {
  const auditLog = file === null ? null : createAuditLog(file, onFault)
  const audit = new Audit(database, seal, { committed: auditLog?.append, ...options })
  return {
    audit,
    reader: new AuditReader(database),
    /** Call this after the last entry, so that the file holds it. */
    close: async (): Promise<void> => {
      await audit.settled()
      await auditLog?.close()
    },
  }
}
