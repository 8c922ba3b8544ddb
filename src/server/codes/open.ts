import type { FeatureContext } from '../feature.ts'
import { ObservedValues } from './observed-values.ts'
import { CodeNames, ObservedValueStore } from './store.ts'

/** The names of codes, and the codes that the service sends. */
export function openCodes({ database, account, audit, upstream, timings, now, onFault }: FeatureContext) {
  const observedCounts = new ObservedValueStore(database, account)
  const observedValues = new ObservedValues(observedCounts, { onFault, codeWriteMs: timings.codeWriteMs })
  upstream.listen(observedValues.observe)
  return {
    names: new CodeNames(database, account),
    observedCounts,
    observedValues,
    audit,
    now,
    close: () => observedValues.close(),
  }
}
export type CodeParts = ReturnType<typeof openCodes>
