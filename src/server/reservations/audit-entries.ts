import type { AuditEntry } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Pair } from './reserved-person.ts'

/** The audit entry for a number reserved for an agent. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid, colleagueId }: Pair,
  phase: AuditEntry['phase'],
  result: string | null = null,
): AuditEntry => ({
  actor,
  action: 'reservation.reserve',
  object: ext,
  phase,
  values: { agent: agentUuid ?? colleagueId },
  result,
})
