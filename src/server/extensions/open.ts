import type { NumberSet } from '#contract/number-set.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { ActionLimits } from '../auth/attempts.ts'
import type { Limits } from '../numbers/limits.ts'
import { createRecordPeople, type PeopleDeps } from './record-people.ts'
import { createReferenceData } from './reference.ts'

interface ExtensionDeps extends PeopleDeps {
  upstream: Upstream
  audit: Audit
  limits: Limits
  /** Password reveals count against these limits. */
  actionLimits: ActionLimits
  now: () => number
  times: ZoneTimes
  /** The states of numbers by number, with the observations so far; numbers never seen are absent. */
  statesOf: (numbers: readonly string[]) => Promise<ReadonlyMap<string, NumberState>>
  /** The inventory's first free number, or that of a set; `null` without one. */
  firstFree: (numbers?: NumberSet) => Promise<string | null>
  /** Open reservations among these numbers. */
  reservations: { openAmong: (numbers: readonly string[]) => Promise<readonly unknown[]> }
}

/** Reads that the console passes on to the service: extensions, agents, reference data. */
export const openExtensions = (deps: ExtensionDeps) => ({
  ...deps,
  reference: createReferenceData(deps.upstream, deps.now),
  recordPeople: createRecordPeople(deps),
  /** The number to offer, of a set if given, when the service suggests one that may be reserved here; `null` without one. */
  offerFor: async (suggested: string, numbers?: NumberSet): Promise<string | null> =>
    (await deps.reservations.openAmong([suggested])).length === 0 ? suggested : deps.firstFree(numbers),
})
export type ExtensionParts = ReturnType<typeof openExtensions>
