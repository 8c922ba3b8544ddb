import { operations } from '#contract/operations.ts'
import type { Status } from '#contract/status.ts'
import type { CallReport } from '#upstream/client.ts'
import { isNotFound, problemCodeOf } from '../platform/problems.ts'

type OperationStatus = Status['operations'][number]

const keptLatencies = 30
const keptFields = 50

/** The calls of each operation in this process, from the client's reports. */
export function createCallRegistry() {
  const seen = new Map<string, OperationStatus>(
    operations.map(({ id }) => [
      id,
      {
        operation: id,
        calls: 0,
        failures: 0,
        lastSuccessAt: null,
        lastLatencyMs: null,
        latencies: [],
        lastError: null,
        unknownFields: [],
      },
    ]),
  )
  return {
    report: ({ operation, startedAt, milliseconds, error, unknownFields }: CallReport): void => {
      const status = seen.get(operation)
      // A paused call was never sent, so it says nothing about the service.
      if (status === undefined || error?.kind === 'paused') return
      const endedAt = startedAt + Math.round(milliseconds)
      status.calls++
      status.lastLatencyMs = Math.round(milliseconds * 10) / 10
      status.latencies = [...status.latencies, status.lastLatencyMs].slice(-keptLatencies)
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
