import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { operations } from '#contract/operations.ts'
import type { Status } from '#contract/status.ts'
import type { CallReport } from '#upstream/client.ts'
import type { Log } from '../platform/log.ts'
import { isNotFound, problemCodeOf } from '../platform/problems.ts'
import { isUnanswered, type UpstreamErrorKind } from '#upstream/errors.ts'

type OperationStatus = Status['operations'][number]

const mostFields = 50
/** Seconds. */
const callBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** The calls of each operation in this process, from the client's reports: for the page *Connection* and as metrics. */
function createCallRegistry(metrics: Registry) {
  const registers = [metrics]
  const counter = new Counter({
    name: 'console_upstream_calls_total',
    help: 'Open API calls by operation and outcome: ok, or the kind of error',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'console_upstream_call_duration_seconds',
    help: 'Duration of an open API call, including its retry and token request',
    labelNames: ['operation'],
    buckets: callBuckets,
    registers,
  })
  const seen = new Map<string, OperationStatus>(
    operations.map(({ id }) => [
      id,
      {
        operation: id,
        calls: 0,
        failures: 0,
        lastSuccessAt: null,
        lastLatencyMs: null,
        lastError: null,
        unknownFields: [],
      },
    ]),
  )
  const answering = new Answering()
  return {
    answering,
    report: (call: CallReport): void => {
      const { operation, startedAt, milliseconds, error, unknownFields } = call
      answering.report(call)
      counter.inc({ operation, outcome: error?.kind ?? 'ok' })
      // A paused call was never sent, so it says nothing about the service.
      if (error?.kind === 'paused') return
      seconds.observe({ operation }, milliseconds / 1_000)
      const status = seen.get(operation)
      if (status === undefined) return
      const endedAt = startedAt + Math.round(milliseconds)
      status.calls++
      status.lastLatencyMs = Math.round(milliseconds * 10) / 10
      if (error === null || isNotFound(error)) status.lastSuccessAt = endedAt
      else {
        status.failures++
        status.lastError = {
          at: endedAt,
          code: problemCodeOf(error),
          upstreamCode: error.code,
          message: error.serviceMessage,
        }
      }
      for (const field of unknownFields) {
        const counted = status.unknownFields.find((entry) => entry.field === field)
        if (counted !== undefined) counted.count++
        else if (status.unknownFields.length < mostFields) status.unknownFields.push({ field, count: 1 })
      }
    },
    all: (): OperationStatus[] => [...seen.values()],
  }
}
export type CallRegistry = ReturnType<typeof createCallRegistry>

/** The service is called when no call was reported for this long; sooner while it does not answer. */
const silentMs = 60_000
const awayMs = 15_000

/** Errors of calls that were not sent, or only after a token that could not be renewed. */
const notSent: readonly UpstreamErrorKind[] = ['paused', 'busy', 'token']

const otherAnswers: readonly UpstreamErrorKind[] = ['invalid', 'not-json', 'paging']

type CallReported = Pick<CallReport, 'operation' | 'startedAt' | 'milliseconds' | 'error'>

/** Since when the service has not answered this process, by every call to it. */
class Answering {
  noAnswerSince: number | null = null
  /** Since when the idle list arrives in another shape than the profile says. */
  otherAnswersSince: number | null = null
  #reportedAt: number | null = null
  #checking: Promise<unknown> | null = null

  report({ operation, startedAt, milliseconds, error }: CallReported): void {
    if (error !== null && notSent.includes(error.kind)) return
    const endedAt = startedAt + Math.round(milliseconds)
    this.#reportedAt = endedAt
    if (error !== null && (error.kind === 'failing' || isUnanswered(error))) this.noAnswerSince ??= endedAt
    else this.noAnswerSince = null
    // This list is read at least once a minute while a page asks, so it also shows when the answers are right again.
    if (operation !== 'search_idle_page') return
    if (error !== null && otherAnswers.includes(error.kind)) this.otherAnswersSince ??= endedAt
    else if (error === null) this.otherAnswersSince = null
  }

  /** Makes one call if the service was not called lately, and waits for its report. */
  async check(now: number, call: () => Promise<unknown>): Promise<void> {
    this.#reportedAt ??= now
    if (now - this.#reportedAt < (this.noAnswerSince === null ? silentMs : awayMs)) return
    this.#checking ??= call().finally(() => {
      this.#checking = null
    })
    await this.#checking
  }
}

/** Seconds. */
const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 12]

/** What this process counts from its start: requests, and calls to the service. No label contains a value that a caller or the service can choose. */
export function openStatus() {
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
    calls: createCallRegistry(registry),
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
