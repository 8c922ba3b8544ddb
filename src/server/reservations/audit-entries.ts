import type { AuditAction } from '#contract/audit.ts'
import type { AuditEntry } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import { agentLabel, type Pair } from './joiners.ts'

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
  reason: agentLabel(agentUuid, joinerId),
  result,
})

/** The outcome of a change of one number's reservation. */
export const outcomeOf = (
  actor: Actor,
  action: Extract<AuditAction, `reservation.${string}`>,
  ext: string,
  reason: string | null,
  result = 'done',
): AuditEntry => ({ actor, action, object: ext, reason, result })
