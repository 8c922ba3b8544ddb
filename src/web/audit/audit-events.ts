import type * as z from 'zod/mini'
import type { AuditEntry, listAudit } from '#contract/audit.ts'

/** An event as the page shows it: its outcome and the intent before it, or the one of both there is. */
export interface AuditEvent {
  /** The outcome; the intent while there is none. */
  entry: AuditEntry
  /** When the intent was written, where it is at hand; epoch ms. */
  begunAt: number | null
  /** False for an intent without an outcome. */
  ended: boolean
}

/** Entries joined to events, in the order of their outcomes. */
export function auditEventsOf({ items, outcomes }: z.output<(typeof listAudit)['answer']>): AuditEvent[] {
  const onPage = new Map(items.map((entry) => [entry.id, entry]))
  const beyond = new Map(outcomes.map((entry) => [entry.id, entry]))
  return items.flatMap((entry): AuditEvent[] => {
    if (entry.phase === 'outcome') {
      const intent = onPage.get(entry.pair ?? '')
      return [{ entry, begunAt: intent?.at ?? null, ended: true }]
    }
    // Shown where its outcome is.
    if (onPage.has(entry.pair ?? '')) return []
    const outcome = beyond.get(entry.pair ?? '')
    return [{ entry: outcome ?? entry, begunAt: entry.at, ended: outcome !== undefined }]
  })
}
