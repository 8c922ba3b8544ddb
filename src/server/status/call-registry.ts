import { Counter, Histogram, type Registry } from 'prom-client'
import { operations } from '#contract/operations.ts'
import type { Status } from '#contract/status.ts'
import type { CallReport } from '#upstream/client.ts'
import { isNotFound, problemCodeOf } from '../platform/problems.ts'

type OperationStatus = Status['operations'][number]

const keptFields = 50
/** Seconds. */
const callBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** The calls of each operation in this process, from the client's reports: for the page *Connection* and as metrics. */
export function createCallRegistry(metrics: Registry) {
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
  return {
    report: ({ operation, startedAt, milliseconds, error, unknownFields }: CallReport): void => {
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
        const known = status.unknownFields.find((entry) => entry.field === field)
        if (known !== undefined) known.count++
        else if (status.unknownFields.length < keptFields) status.unknownFields.push({ field, count: 1 })
      }
    },
    all: (): OperationStatus[] => [...seen.values()],
  }
}
export type CallRegistry = ReturnType<typeof createCallRegistry>
