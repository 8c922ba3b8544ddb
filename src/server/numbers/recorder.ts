import pLimit from 'p-limit'
import type { CallReport, Observation } from '#upstream/client.ts'
import type { AgentRecord } from '#upstream/records.ts'
import type { NumberState } from '#contract/number-states.ts'
import { awayIn, errorsOf, type Failure, type Followed } from '../follow/settle.ts'
import { recordRecords } from '../people/record.ts'
import type { Database } from '../platform/database/database.ts'
import { isPostponed } from '../platform/problems.ts'
import type { Numbers } from './numbers.ts'
import { observe, type Observed } from './observe.ts'
import type { ShownRow } from './schema.ts'

/** Maximum of numbers that wait for a write, so an unreachable store does not fill the memory; also of agents. */
const maxWaiting = 20_000

/** An agent as a record of the service shows it, and when, in epoch milliseconds. */
type SeenRecord = AgentRecord & { at: number }

interface RecorderDeps extends Followed {
  database: Pick<Database, 'db' | 'withLock' | 'engine' | 'now'>
  reads: Pick<Numbers, 'byNumbers'>
  onFault: (error: unknown) => void
  writeMs: number
}

/** What an answer of the service shows of each number. */
export const observedIn = ({ records, absent, source, at }: Observation): Observed[] => [
  ...records.map((record) => ({ ext: record.ext, record, source, at })),
  ...absent.map((ext) => ({ ext, record: null, source, at })),
]

const numbersIn = (failures: readonly Failure[]): ReadonlySet<string> =>
  new Set(failures.flatMap(({ numbers }) => numbers))

/** Collects what the service's answers show of numbers and agents, and writes it every `writeMs`, so that no request waits. */
export class Recorder {
  readonly #deps: RecorderDeps
  /** The latest observation of each number, and beside it the latest in the idle list. */
  #numbers = new Map<string, Observed>()
  /** Numbers whose latest observation is not in the store: it did not take them, or too many were waiting. */
  readonly #unwritten = new Set<string>()
  /** The latest record of each agent, by UUID. */
  #agents = new Map<string, SeenRecord>()
  readonly #oneByOne = pLimit(1)
  readonly #timer: NodeJS.Timeout

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.flush(), deps.writeMs).unref()
  }

  /** Listens to the calls of the service. */
  readonly collect = ({
    extensions,
    agent,
    startedAt,
  }: Pick<CallReport, 'extensions' | 'agent' | 'startedAt'>): void => {
    if (agent?.id != null && this.#agents.size < maxWaiting)
      this.#agents.set(agent.id, { ...agent, at: startedAt })
    if (extensions !== null) this.#keep(observedIn(extensions))
  }

  #keep(seen: readonly Observed[]): void {
    for (const observed of seen) {
      const key = observed.source === 'idle' ? `${observed.ext} idle` : observed.ext
      const waiting = this.#numbers.get(key)
      if (waiting !== undefined && waiting.at > observed.at) continue
      if (waiting !== undefined || this.#numbers.size < maxWaiting) this.#numbers.set(key, observed)
      else this.#markUnwritten([observed.ext])
    }
  }

  #markUnwritten(numbers: Iterable<string>): void {
    for (const ext of numbers) if (this.#unwritten.size < maxWaiting) this.#unwritten.add(ext)
  }

  #keepAgents(seen: readonly SeenRecord[]): void {
    for (const agent of seen)
      if (agent.id !== null && !this.#agents.has(agent.id) && this.#agents.size < maxWaiting)
        this.#agents.set(agent.id, agent)
  }

  /**
   * Writes the observations so far, and returns the numbers that this and earlier writes could not write, until a later one does. A
   * fault ends no read or look-up; what an unreachable store did not take is written with the next batch, and a row that it refuses is
   * dropped.
   */
  flush(): Promise<ReadonlySet<string>> {
    return this.#oneByOne(() => this.#write())
  }

  async #write(): Promise<ReadonlySet<string>> {
    const [numbers, agents] = [[...this.#numbers.values()], [...this.#agents.values()]]
    this.#numbers = new Map()
    this.#agents = new Map()
    const failures = await observe(this.#deps, numbers)
    // Rows that the store refuses would fail again with each later batch.
    const postponed = numbersIn(failures.filter(({ error }) => isPostponed(error)))
    this.#keep(numbers.filter(({ ext }) => postponed.has(ext)))
    const failed = numbersIn(failures)
    for (const { ext } of numbers) if (!failed.has(ext)) this.#unwritten.delete(ext)
    this.#markUnwritten(failed)
    // A store that is away is not asked twice, so that a stop need not wait for it twice.
    if (awayIn(failures) !== undefined) this.#keepAgents(agents)
    else if (agents.length > 0)
      await recordRecords(this.#deps, agents).catch((error: unknown) => {
        failures.push({ numbers: [], error })
        if (isPostponed(error)) this.#keepAgents(agents)
      })
    for (const error of errorsOf(failures)) this.#deps.onFault(error)
    return new Set(this.#unwritten)
  }

  /** Returns the rows of the numbers that the console has seen, with the observations so far. */
  async seenNumbers(numbers: readonly string[]): Promise<ShownRow[]> {
    await this.flush()
    return this.#deps.reads.byNumbers(numbers)
  }

  /** Returns the states of numbers by number, with the observations so far; numbers never seen are absent. */
  async statesOf(numbers: readonly string[]): Promise<ReadonlyMap<string, NumberState>> {
    return new Map((await this.seenNumbers(numbers)).map(({ ext, state }) => [ext, state]))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
