import pLimit from 'p-limit'
import type { CodedField } from '#contract/codes.ts'
import { operations } from '#upstream/operations.ts'
import type { CallReport } from '#upstream/client.ts'
import type { ObservedCount, ObservedValueStore } from './store.ts'
import type { Timings } from '../platform/timings.ts'

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
 * Collects counts in memory and writes them every `codeWriteMs`.
 */
export class ObservedValues {
  readonly #store: Pick<ObservedValueStore, 'read' | 'add'>
  readonly #onFault: (error: unknown) => void
  readonly #pending = new Map<string, Map<string, Tally>>()
  readonly #full = new Set<string>()
  readonly #oneByOne = pLimit(1)
  readonly #timer: NodeJS.Timeout

  constructor(
    store: Pick<ObservedValueStore, 'read' | 'add'>,
    { onFault, codeWriteMs }: { onFault: (error: unknown) => void } & Pick<Timings, 'codeWriteMs'>,
  ) {
    this.#store = store
    this.#onFault = onFault
    this.#timer = setInterval(() => void this.flush().catch(onFault), codeWriteMs).unref()
  }

  /** Listens to the calls of the service. */
  readonly observe = ({
    operation,
    startedAt: at,
    error,
    unknownFields,
    extensions,
    agent,
  }: CallReport): void => {
    for (const record of extensions?.records ?? [])
      for (const { name, field } of extensionFields) this.#noteInteger(field, record[name], at)
    if (agent !== null) for (const { name, field } of agentFields) this.#noteInteger(field, agent[name], at)
    const codeField = operations[operation].service === 'v5' ? 'v5.ret_code' : 'extensions.retCode'
    if (error?.code != null && returnCode.test(error.code)) this.#note(codeField, error.code, at)
    for (const name of unknownFields) if (fieldName.test(name)) this.#note(operation, name, at)
  }

  #noteInteger(field: CodedField, value: number | null, at: number): void {
    if (value !== null && Number.isSafeInteger(value)) this.#note(field, String(value), at)
  }

  #note(field: string, value: string, at: number): void {
    const values = this.#pending.get(field) ?? new Map<string, Tally>()
    if (values.size === 0) this.#pending.set(field, values)
    const tally = values.get(value)
    if (tally !== undefined) {
      tally.count++
      tally.lastSeenAt = at
    } else if (values.size < maxValues) values.set(value, { count: 1, firstSeenAt: at, lastSeenAt: at })
    else this.#full.add(field)
  }

  /** Writes the counts since the last flush, one flush at a time. A failed one loses them; the service sends the values again. */
  flush(): Promise<void> {
    return this.#oneByOne(() => this.#write())
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return
    const counted = [...this.#pending].flatMap(([field, values]) =>
      [...values].map(([value, tally]) => ({ field, value, ...tally })),
    )
    this.#pending.clear()
    const known = new Map<string, Set<string>>()
    for (const { field, value } of await this.#store.read())
      known.set(field, (known.get(field) ?? new Set()).add(value))
    const batch: ObservedCount[] = []
    for (const seen of counted) {
      const values = known.get(seen.field) ?? new Set()
      known.set(seen.field, values)
      if (values.has(seen.value) || values.size < maxValues) {
        values.add(seen.value)
        batch.push(seen)
      } else this.#full.add(seen.field)
    }
    await this.#store.add(batch)
  }

  /** Fields with more than `maxValues` values. */
  full(): string[] {
    return [...this.#full]
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch(this.#onFault)
  }
}
