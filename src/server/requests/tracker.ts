import { isSameId } from '#upstream/records.ts'
import type { Upstream } from '#upstream/client.ts'
import { createNumberTracker, type ShownNumber } from '../numbers/number-tracker.ts'
import type { RequestRow } from './answers.ts'
import type { RequestReads } from './store-reads.ts'
import type { RequestWrites } from './store-writes.ts'

/** How long after a look-up the number of an open request is looked up again. */
const againMs = 10 * 60_000
/** Numbers to look up per round. */
const numbersPerRound = 20

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
export function createRequestTracker({
  upstream,
  reads,
  writes,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  reads: RequestReads
  writes: RequestWrites
}) {
  return createNumberTracker({
    upstream,
    due: () => reads.due(againMs, numbersPerRound),
    openEntries: reads.openAmong,
    isRelevant: () => true,
    record: (open, shown) =>
      shown !== 'unreadable' && isFulfilled(open, shown) ? writes.settle(open) : writes.noteLookUp(open),
  })
}
