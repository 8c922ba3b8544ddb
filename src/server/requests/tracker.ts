import { isSameId } from '#upstream/records.ts'
import type { Upstream } from '#upstream/client.ts'
import { createNumberTracker, type ShownNumber } from '../numbers/number-tracker.ts'
import type { RequestRow } from './answers.ts'
import type { RequestReads } from './store-reads.ts'
import type { RequestWrites } from './store-writes.ts'

/** True when the service shows the requested change. A new password is never visible, so it never counts as fulfilled. */
export function isFulfilled(
  { kind, agent_uuid }: Pick<RequestRow, 'kind' | 'agent_uuid'>,
  shown: ShownNumber,
): boolean {
  if (kind === 'delete') return shown === 'missing'
  if (kind === 'unbind') return shown === 'free'
  return kind === 'rebind' && typeof shown === 'object' && isSameId(shown.holder.agentUuid, agent_uuid)
}

/** Closes requests once the service shows the change. */
export const createRequestTracker = (
  upstream: Pick<Upstream, 'getExtension'>,
  reads: RequestReads,
  writes: RequestWrites,
) =>
  createNumberTracker({
    upstream,
    reads,
    againMs: 10 * 60_000,
    isRelevant: () => true,
    record: (open, shown) =>
      shown !== 'unreadable' && isFulfilled(open, shown) ? writes.settle(open) : writes.noteLookUp(open),
  })
