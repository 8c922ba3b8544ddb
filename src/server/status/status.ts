import { createCallRegistry } from './calls.ts'
import { createMetrics } from './metrics.ts'

/** What this process counts from its start: requests, and calls to the service. */
export function openStatus() {
  const metrics = createMetrics()
  return { ...metrics, calls: createCallRegistry(metrics.registry) }
}
