import type { AuditEntry } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Pair } from './joiners.ts'

/** The audit entry for a number reserved for an agent. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid, joinerId }: Pair,
  phase: AuditEntry['phase'],
  result: string | null = null,
): AuditEntry => ({
  actor,
  action: 'reservation.reserve',
  object: ext,
  phase,
  values: { agent: agentUuid ?? joinerId },
  result,
})
