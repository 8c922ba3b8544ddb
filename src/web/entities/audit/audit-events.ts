import type * as z from 'zod/mini'
import type { AuditEntry, listAudit } from '#contract/audit.ts'

/** An event as the page shows it: an outcome and its intent, or the only entry of the two that exists. */
export interface AuditEvent {
  /** The outcome's entry, or the intent's while there is no outcome. */
  entry: AuditEntry
  /** When the intent was written, epoch ms; null when the page does not hold the intent. */
  begunAt: number | null
  /** False for an intent without an outcome. */
  ended: boolean
}

/** Joins intents with their outcomes and returns the events in the order of the outcomes. */
export function auditEventsOf({
  items,
  outcomes,
}: Pick<z.output<(typeof listAudit)['answer']>, 'items' | 'outcomes'>): AuditEvent[] {
  const onPage = new Map(items.map((entry) => [entry.id, entry]))
  const beyond = new Map(outcomes.map((entry) => [entry.id, entry]))
  return items.flatMap((entry): AuditEvent[] => {
    if (entry.phase === 'outcome') {
      const intent = onPage.get(entry.pair ?? '')
      return [{ entry, begunAt: intent?.at ?? null, ended: true }]
    }
    // The outcome is on this page and already shows this intent.
    if (onPage.has(entry.pair ?? '')) return []
    const outcome = beyond.get(entry.pair ?? '')
    return [{ entry: outcome ?? entry, begunAt: entry.at, ended: outcome !== undefined }]
  })
}
