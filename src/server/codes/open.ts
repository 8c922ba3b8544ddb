import type { AgentRecord, ExtensionRecord } from '#upstream/records.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Timings } from '../platform/timings.ts'
import { createObservedValues } from './observed-values.ts'
import { createCodeNames, createObservedValueStore } from './store.ts'

interface CodeDeps {
  database: Database
  account: string
  audit: Audit
  observations: {
    onExtensions: (listener: (observation: { records: readonly ExtensionRecord[] }) => void) => void
    onAgent: (listener: (record: AgentRecord) => void) => void
  }
  timings: Timings
  now: () => number
  onFault: (error: unknown) => void
}

/** The names of codes, and the codes that the service sends. */
export function openCodes({ database, account, audit, observations, timings, now, onFault }: CodeDeps) {
  const observedCounts = createObservedValueStore(database, account)
  const observedValues = createObservedValues(observedCounts, { now, onFault, timings })
  observations.onExtensions(({ records }) => observedValues.observeExtensions(records))
  observations.onAgent(observedValues.observeAgent)
  return {
    names: createCodeNames(database, account),
    observedCounts,
    observedValues,
    audit,
    now,
    observeCall: observedValues.observeCall,
    close: observedValues.close,
  }
}
export type CodeParts = ReturnType<typeof openCodes>
