import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Background } from '../platform/background.ts'
import { readRecipients } from '../auth/recipients.ts'
import type { Database } from '../platform/database/database.ts'
import type { Timings } from '../platform/timings.ts'
import type { KeepBack } from './keep-back.ts'
import type { SeenListener } from '../numbers/number-tracker.ts'
import type { Limits } from '../numbers/limits.ts'
import type { PeopleOf } from '../numbers/people.ts'
import { createRequestReads } from './store-reads.ts'
import { createRequestWrites } from './store-writes.ts'
import { createRequestTracker } from './tracker.ts'

/** A number as the inventory last saw it. */
interface SeenNumber {
  ext: string
  state: string
  bind_status: number | null
  seen_at: number
  state_since: number
  agent_uuid: string | null
  agent_name: string | null
}

interface RequestDeps {
  database: Database
  account: string
  audit: Audit
  upstream: Pick<Upstream, 'getExtension'>
  /** Adds a listener of observed numbers. */
  onSeen: (listener: SeenListener) => void
  background: Pick<Background, 'every'>
  /** The numbers among these that the inventory has seen. */
  seenNumbers: (numbers: readonly string[]) => Promise<readonly SeenNumber[]>
  peopleOf: PeopleOf
  limits: Limits
  /** Keeps numbers back that an agent leaves. */
  keepBack: KeepBack
  settings: { read: () => Promise<{ keepBackDays: number }> }
  timings: Timings
  times: ZoneTimes
  now: () => number
}

/** Requests to the service's staff for changes that the API cannot make. They close once the service shows the change. */
export function openRequests(deps: RequestDeps) {
  const { database, account, audit, upstream, seenNumbers, peopleOf, timings } = deps
  const reads = createRequestReads(database, account)
  const writes = createRequestWrites(database, audit, account, deps.keepBack)
  const tracker = createRequestTracker({ reads, writes, upstream, timings })
  deps.onSeen(tracker.recordSeen)
  deps.background.every('service-requests', timings.requestsEveryMs, tracker.round)
  const today = () => deps.times.date(deps.now())
  return {
    reads,
    writes,
    audit,
    check: tracker.check,
    users: () => readRecipients(database),
    seenNumbers,
    peopleOf,
    limits: deps.limits,
    times: deps.times,
    today,
    settings: deps.settings,
  }
}
export type RequestParts = ReturnType<typeof openRequests>
