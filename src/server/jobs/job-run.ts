import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { noAnswerCodes, passingCodes, setUpCodes, type ProblemCode } from '#contract/problem.ts'
import type { Upstream } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { bindStatus, isSameId, type NumberedExtension } from '#upstream/records.ts'
import type { CreateInput } from '#upstream/request.ts'
import { notSent } from '#upstream/send.ts'
import { faultOf, type Log } from '../platform/log.ts'
import { problemCodeOf } from '../platform/problems.ts'
import type { Timings } from '../platform/timings.ts'
import { LeaseLost, type JobLedger, type RowEvents, type SingleCreation } from './ledger.ts'
import type { JobPace } from './pace.ts'
import type { DesiredState, ItemRow, JobRow } from './schema.ts'
import { conflictCodes, type LookUp, type Refusal, type RowEvent } from './transition.ts'

/** A wait with a timeout, for one waiter. A signal without a waiter ends the next wait at once. */
export class WakeSignal {
  #next = Promise.withResolvers<void>()

  signal(): void {
    this.#next.resolve()
  }

  async wait(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.signal(), milliseconds)
    await this.#next.promise
    clearTimeout(timer)
    this.#next = Promise.withResolvers()
  }
}

/** The row of a single creation once its create has an outcome, and the record of the look-up after it. */
export interface SingleResult {
  row: SingleCreation
  record: NumberedExtension | null
}

/** True until the create has ended and the number was looked up after it. */
export const isAwaited = ({ state, looks, checked }: ItemRow): boolean =>
  state === 'pending' ||
  state === 'sending' ||
  (looks === 0 && (state === 'inDoubt' || (state === 'done' && checked === null)))

export interface RunDeps {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy' | 'getUnboundPage'>
  ledger: Pick<
    JobLedger,
    'renew' | 'takeOver' | 'next' | 'passwordOf' | 'write' | 'pause' | 'finish' | 'release'
  >
  pace: JobPace
  timings: Timings
  log: Pick<Log, 'fault'>
}

const passing: readonly ProblemCode[] = passingCodes
/** Refusals that every row would meet until a person fixes the cause. */
const stopping: readonly ProblemCode[] = [...setUpCodes, 'upstream-restricted', 'quota-reached']

const noAnswer: readonly ProblemCode[] = noAnswerCodes
/** Refusals that name no cause: for one number they end its row, for every number they concern the service. */
const unexplained: readonly ProblemCode[] = [
  'upstream-refused',
  'upstream-invalid',
  'upstream-extensions-auth',
  'upstream-blocked',
]
/** Sends of a row that a gateway refuses, before a person is asked. */
const mostBlocked = 3
/** Characters that no gateway takes for an attack. */
const plainPassword = /^[A-Za-z\d]*$/

/** Attempts of a look-up that fails for this number only, not for the whole service; more, over a minute, while no answer comes. */
const maxMisses = 3
const maxUnanswered = 22
/** Different numbers in a row that fail in the same way. */
const mostSimilar = 5
/** Numbers that are read to see whether an agent has one; with more, the answer stays open. */
const mostOfAgent = 1_000

/** Tells a failure of one number from a failure of the service, which several numbers in a row meet. */
class SimilarFailures {
  #failure = ''
  #since = 0
  /** The failure for which the job was paused. */
  #pausedFor = ''
  readonly #numbers = new Set<string>()

  /** Returns true when so many different numbers failed like this one, without an answer in between, that the service is the reason. */
  failed({ code, upstreamCode }: Refusal, ext: string): boolean {
    if (!noAnswer.includes(code) && !unexplained.includes(code)) {
      this.clear()
      return false
    }
    const failure = `${code} ${upstreamCode}`
    if (failure !== this.#failure || this.#numbers.size === 0) {
      this.#numbers.clear()
      this.#since = performance.now()
    }
    this.#failure = failure
    this.#numbers.add(ext)
    return this.#numbers.size >= mostSimilar
  }

  /** How long ago the first of the failures came, in ms. */
  get forMs(): number {
    return performance.now() - this.#since
  }

  /** True for a failure like those that paused the job, of a request that was under way then. */
  isOfPause({ code, upstreamCode }: Refusal): boolean {
    return this.#pausedFor === `${code} ${upstreamCode}`
  }

  /** Forgets the failures: the next one is the first again. */
  clear(isPause = false): void {
    this.#pausedFor = isPause ? this.#failure : ''
    this.#numbers.clear()
  }
}

/** Sending stops after this share of an unrenewed lease, well before another worker can take the lease. */
const safeShare = 0.7
const renewShare = 0.3
/** Least time between two transactions of a bulk job, in ms: the more rows they write, the less each row costs. */
const gatherMs = 12
/** Rows that are read from the store at once. */
const rowsAhead = 200

const refusalOf = (error: UpstreamError): Refusal => ({
  code: problemCodeOf(error),
  upstreamCode: error.code,
  message: error.serviceMessage,
})

/** The create's parameters from their columns. */
const toInput = (row: ItemRow, password: string | null): CreateInput => ({
  ext: row.ext,
  password: password ?? undefined,
  agentID: row.agent_id ?? undefined,
  agentType: row.agent_type ?? undefined,
  langCodeTxt: row.lang_code_txt ?? undefined,
  companyId: row.company_id ?? undefined,
})

interface WaitingChange extends RowEvents {
  resolve: (row: ItemRow | null) => void
  reject: (error: unknown) => void
}

/**
 * The work on one leased job, until it ends, is paused with no row in flight, or is left to another worker: does what each row
 * needs now. `transition` decides what the answers mean.
 */
export class JobRun {
  /** False for a single creation, whose user waits: a refusal for now ends its row, and its look-ups do not wait for other reads. */
  readonly isBulk: boolean
  /** True while the job may have rows to send. */
  isSending = true
  readonly #deps: RunDeps
  readonly #job: JobRow
  readonly #isStopping: () => boolean
  /** The result of a single creation; null when the work here ends before. */
  readonly result = Promise.withResolvers<SingleResult | null>()
  #desiredState: DesiredState
  #isPausing = false
  /** When the job was resumed. */
  #runsSince = -Infinity
  #isLost = false
  /** Until then, no other worker can have the lease. */
  #safeUntil = 0
  #renewedAt = performance.now()
  #readAt = -Infinity
  /** Rows to begin, in order. */
  #queue: ItemRow[] = []
  /** Work on rows, by position. */
  readonly #active = new Map<number, Promise<void>>()
  readonly #wake = new WakeSignal()
  readonly #looks = new SimilarFailures()
  readonly #creates = new SimilarFailures()
  /** Refusals whose known meaning a look-up contradicted. */
  readonly #contradicted = new SimilarFailures()
  /** Changes for the next transaction. */
  #changes: WaitingChange[] = []
  #isWriting = false

  constructor(deps: RunDeps, job: JobRow, isStopping: () => boolean) {
    this.#deps = deps
    this.#job = job
    this.#isStopping = isStopping
    this.#desiredState = job.desired_state
    this.isBulk = job.kind === 'bulk'
  }

  async run(): Promise<void> {
    const { ledger, timings } = this.#deps
    try {
      await this.#extending(async () => {
        // A job's first worker finds no row of another one.
        if (this.#job.fencing_token > 1) await ledger.takeOver(this.#job)
      })
      while (this.#isHeld() && !(await this.#round())) await this.#wake.wait(timings.jobRowsMs)
    } catch (error) {
      this.#lose(error)
    }
    // Let rows in flight finish and write their outcome while the lease holds.
    await Promise.all(this.#active.values())
    await ledger.release(this.#job).catch(() => undefined)
    this.result.resolve(null)
  }

  /** False once the lease is lost or this process stops. The next worker then looks up the rows in doubt. */
  #isHeld(): boolean {
    return !this.#isLost && !this.#isStopping()
  }

  /** Held and not paused. */
  #isRunning(): boolean {
    return this.#desiredState === 'run' && this.#isHeld()
  }

  /** A paused job looks up what it sent, but sends nothing. */
  #isNeeded({ state }: ItemRow): boolean {
    return state === 'pending' ? this.#isRunning() : this.#isHeld()
  }

  /** Leaves the job to the next worker, which starts from the ledger. */
  #lose(error: unknown): void {
    if (!(error instanceof LeaseLost)) this.#deps.log.fault({ requestId: null, ...faultOf(error) })
    this.#isLost = true
  }

  /** Runs a write that proves the lease, then counts the lease from before the write. */
  async #extending<Result>(write: () => Promise<Result>): Promise<Result> {
    const begunAt = performance.now()
    const result = await write()
    this.#safeUntil = begunAt + this.#deps.timings.jobLeaseMs * safeShare
    return result
  }

  /** Pauses a running job. */
  async #pauseFor(because: Refusal, forMs = 0): Promise<void> {
    if (this.#desiredState !== 'run') return
    this.#desiredState = 'pause'
    this.#isPausing = true
    await this.#deps.ledger.pause(this.#job, because, forMs).finally(() => {
      this.#isPausing = false
    })
  }

  /** Follows the store, whose answer may be from before a pause that is being written. */
  #follow(desiredState: DesiredState): void {
    if (this.#isPausing) return
    if (this.#desiredState === 'pause' && desiredState === 'run') this.#runsSince = performance.now()
    this.#desiredState = desiredState
  }

  /** True for what was sent before the job was paused or resumed: its refusals may be from before their cause was fixed. */
  #isFromBefore(sentAt: number): boolean {
    return !this.#isRunning() || sentAt < this.#runsSince
  }

  /** Extends the lease and begins the rows that can begin. Returns true when nothing is left to do here. */
  async #round(): Promise<boolean> {
    const { ledger, pace, timings } = this.#deps
    const now = performance.now()
    if (now - this.#renewedAt > timings.jobLeaseMs * renewShare) {
      this.#renewedAt = now
      this.#follow(await this.#extending(() => ledger.renew(this.#job, pace.waitingFor)))
    }
    this.#begin()
    if (this.#queue.length > 0 && now - this.#readAt < timings.jobRowsMs) return false
    this.#readAt = now
    // What the read returns of these rows may be outdated.
    const underWay = new Set(this.#active.keys())
    const rows = await ledger.next(this.#job.id, underWay.size + rowsAhead, this.#isRunning())
    this.isSending = rows.some(({ state }) => state === 'pending')
    this.#queue = rows.filter(({ position }) => !underWay.has(position))
    this.#begin()
    if (this.#active.size > 0 || this.#queue.length > 0) return false
    return ledger.finish(this.#job, this.#desiredState === 'pause')
  }

  #begin(): void {
    while (this.#active.size < this.#deps.pace.maxRows) {
      const row = this.#queue.shift()
      if (row === undefined) return
      if (this.#isNeeded(row)) this.#start(row)
    }
  }

  #start(row: ItemRow): void {
    const work = this.#workOn(row)
      .catch((error: unknown) => this.#lose(error))
      .finally(() => {
        this.#active.delete(row.position)
        this.#wake.signal()
      })
    this.#active.set(row.position, work)
  }

  async #workOn(row: ItemRow): Promise<void> {
    const isPending = row.state === 'pending'
    if (isPending && row.password_source !== 'none' && this.#deps.ledger.passwordOf(row) === null) {
      await this.#write(row, { kind: 'passwordGone' })
      return
    }
    const lookUp = await this.#lookUp(row)
    if (lookUp === null) return
    if (isPending && lookUp.kind === 'absent') await this.#create(row)
    else await this.#countContradicted(await this.#write(row, lookUp))
  }

  /** Claims a row whose number is absent durably, sends its create once and reads it back. */
  async #create(row: ItemRow): Promise<void> {
    const { pace } = this.#deps
    const isNeeded = () => this.#isRunning()
    const sent = await pace.claims(async () => {
      await pace.turn(isNeeded)
      await pace.request(isNeeded)
      const claimed = isNeeded() ? await this.#write(row, { kind: 'claimed' }) : null
      return claimed === null ? null : { claimed, event: await pace.creates(() => this.#send(row)) }
    })
    if (sent === null) return
    const { claimed, event } = sent
    // One look-up without a wait: the row counts as being sent until then. The ledger plans the later ones.
    const readBack = event.kind === 'accepted' && this.#isHeld() ? [await this.#look(row)] : []
    await this.#countContradicted(await this.#write(claimed, event, ...readBack))
  }

  /** Asks a person when several different numbers are refused under a code that means something else at this service. */
  async #countContradicted(row: ItemRow | null): Promise<void> {
    if (row?.state !== 'failed' || row.code !== 'upstream-refused') return
    const reason: Refusal = { code: row.code, upstreamCode: row.upstream_code, message: row.message }
    if (this.#isRunning() && this.#contradicted.failed(reason, row.ext))
      await this.#holdBack(this.#contradicted, reason)
  }

  /** True when the service shows the agent of a row, by uuid, without a number. */
  async #isAgentFree({ agent_id, agent_type }: ItemRow): Promise<boolean> {
    if (agent_id === null || agent_type !== '1') return false
    const input = { agentUuid: agent_id, page: 1, pageSize: mostOfAgent }
    try {
      const { data } = await this.#deps.upstream.getUnboundPage(input, { bulk: this.isBulk })
      const isBound = data.items.some(
        ({ bindStatus: status, agentUuid }) => status === bindStatus.bound && isSameId(agentUuid, agent_id),
      )
      return !isBound && data.items.length >= data.total
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return false
    }
  }

  async #send(row: ItemRow): Promise<RowEvent> {
    const { upstream, ledger, pace } = this.#deps
    const input = toInput(row, ledger.passwordOf(row))
    await pace.request(() => this.#isRunning())
    const canSend = () => this.#isRunning() && performance.now() < this.#safeUntil
    const options = { bulk: this.isBulk, canSend }
    const sentAt = performance.now()
    try {
      await (this.#job.operation === 'create_extension_legacy'
        ? upstream.createExtensionLegacy(input, options)
        : upstream.createExtension(input, options))
      pace.succeeded()
      this.#creates.clear()
      this.#contradicted.clear()
      return { kind: 'accepted' }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === notSent) return { kind: 'unsent', before: row }
      const given = refusalOf(error)
      const isFromBefore = this.#isFromBefore(sentAt)
      const isEverywhere = isFromBefore
        ? this.#creates.isOfPause(given)
        : this.#creates.failed(given, row.ext)
      if (isEverywhere && !isFromBefore) await this.#holdBack(this.#creates, given)
      const isBlocked = given.code === 'upstream-blocked'
      const isOfPassword = isBlocked && !isEverywhere && !plainPassword.test(input.password ?? '')
      const reason: Refusal = isOfPassword ? { ...given, code: 'password-blocked' } : given
      // Nothing was created, but only a look-up shows that the service can be reached and refused nothing.
      if (isOfPassword || (isBlocked && row.attempts >= mostBlocked)) return { kind: 'unclear', reason }
      // The code means something else at this service.
      if (given.code === 'agent-bound' && (await this.#isAgentFree(row)))
        return { kind: 'refused', reason: { ...given, code: 'upstream-refused' }, again: false }
      // A create refused by a conflict may have made the number: the request may have been repeated on the way.
      if (!error.definitelyNotApplied || conflictCodes.includes(reason.code))
        return { kind: 'unclear', reason }
      const isStopping = stopping.includes(reason.code)
      const again = this.isBulk && (isStopping || passing.includes(reason.code) || isEverywhere || isBlocked)
      if (again && isStopping) {
        if (!isFromBefore) await this.#pauseFor(reason)
      } else if (again && !isEverywhere) pace.slowDown(reason.code, error.retryAfter)
      return { kind: 'refused', reason, again }
    }
  }

  /**
   * Looks the number up in its turn, again after refusals for now; null when the job is paused, or its lease or this process is
   * ending. The first look-up of a single creation is made once.
   */
  async #lookUp(row: ItemRow): Promise<LookUp | null> {
    const { pace, timings } = this.#deps
    const isOnce = !this.isBulk && row.state === 'pending'
    for (let misses = 1; ;) {
      await pace.request(() => this.#isNeeded(row))
      if (!this.#isNeeded(row)) return null
      const sentAt = performance.now()
      const lookUp = await this.#look(row)
      if (lookUp.kind !== 'lookUpFailed' || isOnce) return lookUp
      const { code } = lookUp.reason
      const isFromBefore = this.#isFromBefore(sentAt)
      if (stopping.includes(code)) {
        if (!isFromBefore) await this.#pauseFor(lookUp.reason)
        return null
      }
      if (passing.includes(code)) continue
      if (row.state === 'pending' && !isFromBefore && this.#looks.failed(lookUp.reason, row.ext)) {
        await this.#holdBack(this.#looks, lookUp.reason)
        continue
      }
      const most = row.state === 'pending' && noAnswer.includes(code) ? maxUnanswered : maxMisses
      if (misses++ >= most) return lookUp
      await sleep(timings.jobLookAgainMs * misses)
    }
  }

  /** Waits for a service that gives no answers; asks a person about one that refuses everything. */
  async #holdBack(failures: SimilarFailures, because: Refusal): Promise<void> {
    if (!unexplained.includes(because.code)) return this.#deps.pace.slowDown(because.code, null)
    const { forMs } = failures
    this.#looks.clear(true)
    this.#creates.clear(true)
    this.#contradicted.clear(true)
    await this.#pauseFor(because, forMs)
  }

  async #look(row: ItemRow): Promise<LookUp> {
    const { upstream, ledger, pace } = this.#deps
    try {
      const { data: record } = await upstream.getExtension({ ext: row.ext }, { bulk: this.isBulk })
      pace.succeeded()
      this.#looks.clear()
      return { kind: 'found', record, password: ledger.passwordOf(row) }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const reason = refusalOf(error)
      if (reason.code === 'extension-not-found') {
        pace.succeeded()
        this.#looks.clear()
        return { kind: 'absent' }
      }
      // Rows in doubt are looked up again even in a paused job, but later.
      if ([...passing, ...stopping].includes(reason.code)) pace.slowDown(reason.code, error.retryAfter)
      return { kind: 'lookUpFailed', reason }
    }
  }

  /** Makes the events durable. Returns the row after them, or null when the row was no longer in its state. */
  async #write(row: ItemRow, ...events: RowEvent[]): Promise<ItemRow | null> {
    const { promise, resolve, reject } = Promise.withResolvers<ItemRow | null>()
    this.#changes.push({ row, events, resolve, reject })
    if (!this.#isWriting) void this.#writeChanges()
    const after = await promise
    const record = events.find((event) => event.kind === 'found')?.record ?? null
    if (after !== null && !isAwaited(after))
      this.result.resolve({ row: { ...after, operation: this.#job.operation }, record })
    return after
  }

  /** Writes the changes of many rows together. Changes that arrive during one transaction go into the next. */
  async #writeChanges(): Promise<void> {
    this.#isWriting = true
    // Rows that change in the same turn are written together.
    await nextTurn()
    while (this.#changes.length > 0) {
      const changes = this.#changes
      this.#changes = []
      try {
        const { rows, desiredState } = await this.#extending(() =>
          this.#deps.ledger.write(this.#job, changes),
        )
        this.#follow(desiredState)
        for (const [index, { resolve }] of changes.entries()) resolve(rows[index] ?? null)
      } catch (error) {
        for (const { reject } of changes) reject(error)
      }
      if (this.isBulk) await sleep(gatherMs)
    }
    this.#isWriting = false
  }
}
