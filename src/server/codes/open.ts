import type { UpstreamClient } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Timings } from '../platform/timings.ts'
import { ObservedValues } from './observed-values.ts'
import { createCodeNames, createObservedValueStore } from './store.ts'

interface CodeDeps {
  database: Database
  account: string
  audit: Audit
  upstream: Pick<UpstreamClient, 'listen'>
  timings: Timings
  now: () => number
  onFault: (error: unknown) => void
}

/** The names of codes, and the codes that the service sends. */
export function openCodes({ database, account, audit, upstream, timings, now, onFault }: CodeDeps) {
  const observedCounts = createObservedValueStore(database, account)
  const observedValues = new ObservedValues(observedCounts, { onFault, codeWriteMs: timings.codeWriteMs })
  upstream.listen(observedValues.observe)
  return {
    names: createCodeNames(database, account),
    observedCounts,
    observedValues,
    audit,
    now,
    close: () => observedValues.close(),
  }
}
export type CodeParts = ReturnType<typeof openCodes>
