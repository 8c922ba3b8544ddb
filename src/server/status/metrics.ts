import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Log } from '../platform/log.ts'

const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 12]

/** Metrics of this process. No label contains a value that a caller or the service can choose. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'console_requests_total',
    help: 'Browser requests by matched route and HTTP status',
    labelNames: ['route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'console_request_duration_seconds',
    help: 'Response time by matched route',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  })
  const auditFailures = new Counter({
    name: 'console_audit_write_failures_total',
    help: 'Audit entries that could not be written; their actions did not happen',
    registers,
  })

  const rejected = new Counter({
    name: 'console_requests_rejected_total',
    help: 'API requests rejected with 503 because too many were being answered',
    registers,
  })

  return {
    registry,
    rejected: () => rejected.inc(),
    /** Wraps the log so that requests are counted. */
    watchLog: (log: Log): Log => ({
      ...log,
      request(line) {
        requests.inc({ route: line.route, status: line.status })
        requestSeconds.observe({ route: line.route }, line.ms / 1_000)
        log.request(line)
      },
    }),
    /** Call when audit entries can't be written. */
    auditFailed: () => auditFailures.inc(),
  }
}
