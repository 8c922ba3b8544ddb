import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { ActionLimits } from '../auth/action-limits.ts'
import { createRecordPeople, type PeopleDeps } from './record-people.ts'
import { createReferenceData } from './reference.ts'

interface ExtensionDeps extends PeopleDeps {
  upstream: Upstream
  audit: Audit
  /** Password reveals count against these limits. */
  actionLimits: ActionLimits
  now: () => number
  times: ZoneTimes
}

/** Reads that the console passes on to the service: extensions, agents, reference data. */
export const openExtensions = ({ upstream, audit, actionLimits, now, times, ...people }: ExtensionDeps) => ({
  upstream,
  audit,
  actionLimits,
  times,
  reference: createReferenceData(upstream, now),
  peopleOf: createRecordPeople(people),
})
export type ExtensionParts = ReturnType<typeof openExtensions>
