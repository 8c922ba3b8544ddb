import pLimit from 'p-limit'
import type { CodedField } from '#contract/codes.ts'
import { operations } from '#upstream/operations.ts'
import type { CallReport } from '#upstream/client.ts'
import type { ObservedCount, ObservedValueStore } from './store.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** Values kept per field: an integer with more values is not a code. */
export const maxValues = 100
/** Matches field names only, never text that could name a person or hold a secret. */
const fieldName = /^[A-Za-z_][\w.$-]{0,63}$/
const returnCode = /^\d{1,15}$/

type Tally = Pick<ObservedCount, 'count' | 'firstSeenAt' | 'lastSeenAt'>

const extensionFields = (['bindStatus', 'status', 'enabled', 'extType'] as const).map((name) => ({
  name,
  field: `extension.${name}` as const,
}))
const agentFields = (
  ['agentStatus', 'loginStatus', 'callStatus', 'workStatus', 'wrapUpType', 'enabled'] as const
).map((name) => ({ name, field: `agent.${name}` as const }))

/**
 * Records the values of coded fields, return codes and unknown fields that the service sends; never a name, a number or a secret.
 * Collects counts in memory and writes them every `codeWriteMs`, or after `newCodeWriteMs` when a value is new.
 */
export function createObservedValues(
  observedValues: Pick<ObservedValueStore, 'read' | 'add'>,
  {
    onFault,
    timings = defaultTimings,
  }: {
    onFault: (error: unknown) => void
    timings?: Pick<Timings, 'codeWriteMs' | 'newCodeWriteMs'>
  },
) {
  const pending = new Map<string, Map<string, Tally>>()
  /** Values by field, as of the last read of the store. */
  const known = new Map<string, Set<string>>()
  const full = new Set<string>()
  const oneByOne = pLimit(1)
  let soon: NodeJS.Timeout | null = null

  function note(field: string, value: string, at: number): void {
    const values = pending.get(field) ?? new Map<string, Tally>()
    if (values.size === 0) pending.set(field, values)
    const tally = values.get(value)
    if (tally !== undefined) {
      tally.count++
      tally.lastSeenAt = at
    } else if (values.size < maxValues) {
      values.set(value, { count: 1, firstSeenAt: at, lastSeenAt: at })
      if (known.get(field)?.has(value) !== true)
        soon ??= setTimeout(flushSoon, timings.newCodeWriteMs).unref()
    } else full.add(field)
  }
  const noteInteger = (field: CodedField, value: number | null, at: number) => {
    if (value !== null && Number.isSafeInteger(value)) note(field, String(value), at)
  }

  const remember = ({ field, value }: Pick<ObservedCount, 'field' | 'value'>) =>
    known.set(field, (known.get(field) ?? new Set()).add(value))

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const counted = [...pending].flatMap(([field, values]) =>
      [...values].map(([value, tally]) => ({ field, value, ...tally })),
    )
    pending.clear()
    try {
      // Another replica may have added the value or filled the field.
      if (counted.some(({ field, value }) => known.get(field)?.has(value) !== true))
        for (const seen of await observedValues.read()) remember(seen)
      const batch: ObservedCount[] = []
      for (const seen of counted) {
        const values = known.get(seen.field)
        if (values?.has(seen.value) !== true && (values?.size ?? 0) >= maxValues) full.add(seen.field)
        else {
          batch.push(seen)
          remember(seen)
        }
      }
      await observedValues.add(batch)
    } catch (error) {
      // The values matter more than their counts, and the service will send them again.
      known.clear()
      throw error
    }
  }

  /** Writes the counts since the last flush. Flushes run one at a time. */
  const flush = (): Promise<void> => oneByOne(write)
  const flushSoon = () => {
    soon = null
    flush().catch(onFault)
  }
  const timer = setInterval(flushSoon, timings.codeWriteMs)
  timer.unref()

  return {
    observe: ({ operation, startedAt: at, error, unknownFields, extensions, agent }: CallReport): void => {
      for (const record of extensions?.records ?? [])
        for (const { name, field } of extensionFields) noteInteger(field, record[name], at)
      if (agent !== null) for (const { name, field } of agentFields) noteInteger(field, agent[name], at)
      const codeField = operations[operation].service === 'v5' ? 'v5.ret_code' : 'extensions.retCode'
      if (error?.code != null && returnCode.test(error.code)) note(codeField, error.code, at)
      for (const name of unknownFields) if (fieldName.test(name)) note(operation, name, at)
    },
    flush,
    /** Fields with more than `maxValues` values. */
    full: (): string[] => [...full],
    close: async (): Promise<void> => {
      clearInterval(timer)
      clearTimeout(soon ?? undefined)
      await flush().catch(onFault)
    },
  }
}
