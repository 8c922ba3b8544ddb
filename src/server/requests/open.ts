import { readRecipients } from '../auth/recipients.ts'
import type { FeatureContext } from '../feature.ts'
import type { ShownRow } from '../inventory/schema.ts'
import type { SeenListener } from '../numbers/observed.ts'
import type { KeepBack } from '../reservations/keep-back.ts'
import { RequestReads } from './store-reads.ts'
import { RequestWrites } from './store-writes.ts'
import { createRequestTracker } from './tracker.ts'

interface RequestDeps extends FeatureContext {
  /** Adds a listener of observed numbers. */
  onSeen: (listener: SeenListener) => void
  /** The numbers among these that the inventory has seen. */
  seenNumbers: (numbers: readonly string[]) => Promise<ShownRow[]>
  /** Keeps numbers back that an agent leaves. */
  keepBack: KeepBack
}

/** Requests to the service's staff for changes that the API cannot make. They close once the service shows the change. */
export function openRequests(deps: RequestDeps) {
  const { database, account, audit, upstream } = deps
  const reads = new RequestReads(database, account)
  const writes = new RequestWrites(database, audit, account, deps.keepBack)
  const tracker = createRequestTracker(upstream, reads, writes)
  deps.onSeen(tracker.recordSeen)
  deps.background.every('service-requests', 15_000, tracker.round)
  return {
    ...deps,
    reads,
    writes,
    check: tracker.check,
    users: () => readRecipients(database),
    today: () => deps.times.date(deps.now()),
  }
}
export type RequestParts = ReturnType<typeof openRequests>
