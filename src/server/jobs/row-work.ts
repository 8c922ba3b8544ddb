import { setTimeout as sleep } from 'node:timers/promises'
import { passingCodes, setUpCodes, type ProblemCode } from '#contract/problem.ts'
import type { Upstream } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { notSent } from '#upstream/send.ts'
import type { CreateInput } from '#upstream/request.ts'
import { problemCodeOf } from '../platform/problems.ts'
import type { CreateOperation } from './creation.ts'
import type { JobPace } from './pace.ts'
import type { ItemRow } from './tables.ts'
import { takenCodes, type LookUp, type Reason, type RowEvent } from './transition.ts'

const passing: readonly ProblemCode[] = passingCodes
/** Refusals that every row would meet until a person fixes the cause. */
const stopping: readonly ProblemCode[] = [...setUpCodes, 'upstream-restricted', 'quota-reached']

/** Attempts of a look-up that fails for this number only, not for the whole service. */
const maxMisses = 3

/** Ends a row's work without an outcome: the job is paused, or the lease or this process is ending. */
class WorkAborted extends Error {}

export interface RowWorkOptions {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy'>
  operation: CreateOperation
  /** A user waits for the row: a refusal for now ends it, and its look-ups do not wait for other reads. */
  isSingle: boolean
  pace: JobPace
  /** Wait before a failed look-up is repeated, multiplied by the number of failed look-ups so far. */
  lookAgainMs: number
  /** Makes the events durable. Returns the row after them, or null when the row was no longer in its state. */
  write: (row: ItemRow, ...events: RowEvent[]) => Promise<ItemRow | null>
  /** The row's password; null when it has none, or when it is gone. */
  passwordOf: (row: ItemRow) => string | null
  fencingToken: number
  /** False once the lease is lost or this process stops. The next worker then looks up the rows in doubt. */
  isHeld: () => boolean
  /** Held and not paused. */
  isRunning: () => boolean
  /** Running, and the lease is certainly valid. */
  canSend: () => boolean
  pause: (because: ProblemCode) => Promise<void>
}

const reasonOf = (error: UpstreamError): Reason & { code: ProblemCode } => ({
  code: problemCodeOf(error),
  upstreamCode: error.code,
  message: error.serviceMessage,
})

/** The create's parameters from their columns. */
const toInput = (row: ItemRow, password: string | null): CreateInput => ({
  ext: row.ext,
  password: password ?? undefined,
  agentID: row.agent_id ?? undefined,
  agentType: row.agent_type === '0' || row.agent_type === '1' ? row.agent_type : undefined,
  langCodeTxt: row.lang_code_txt ?? undefined,
  companyId: row.company_id ?? undefined,
})

/** The requests of one row. `transition` decides what their answers mean. */
export class RowWork {
  readonly #options: RowWorkOptions

  constructor(options: RowWorkOptions) {
    this.#options = options
  }

  /** Does what the row needs now: looks up, claims, sends once and reads back, or looks up again. */
  async run(row: ItemRow): Promise<void> {
    const { write, passwordOf, isHeld } = this.#options
    try {
      if (row.state === 'pending') await this.#create(row)
      else await write(row, await this.#lookUp(row, passwordOf(row), isHeld))
    } catch (error) {
      if (!(error instanceof WorkAborted)) throw error
    }
  }

  /** Looks the number up, so that it was certainly absent before, claims the row durably, sends its create once and reads it back. */
  async #create(row: ItemRow): Promise<void> {
    const { pace, write, passwordOf, isHeld, isRunning, fencingToken } = this.#options
    const password = passwordOf(row)
    if (row.password_source !== 'none' && password === null) {
      await write(row, { kind: 'passwordGone' })
      return
    }
    const look = await this.#lookUp(row, password, isRunning)
    if (look.kind !== 'absent') {
      await write(row, look)
      return
    }
    const sent = await pace.claim(isRunning, async () => {
      const claimed = isRunning() ? await write(row, { kind: 'claimed', fencingToken }) : null
      if (claimed === null) return null
      const event = await pace.create(isRunning, (): Promise<RowEvent> =>
        isRunning() ? this.#request(toInput(row, password)) : Promise.resolve({ kind: 'unsent' }),
      )
      return { claimed, event }
    })
    if (sent === null) return
    const { claimed, event } = sent
    // One look-up without a wait: the row counts as being sent until then. The ledger plans the later ones.
    const readBack = event.kind === 'accepted' && isHeld() ? [await this.#look(row, password)] : []
    await write(claimed, event, ...readBack)
  }

  async #request(input: CreateInput): Promise<RowEvent> {
    const { upstream, operation, isSingle, pace, canSend, pause } = this.#options
    const options = { bulk: !isSingle, canSend }
    try {
      await (operation === 'create_extension'
        ? upstream.createExtension(input, options)
        : upstream.createExtensionLegacy(input, options))
      pace.succeeded()
      return { kind: 'accepted' }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === notSent) return { kind: 'unsent' }
      const reason = reasonOf(error)
      // A create that is refused as taken may have taken the number: the request may have been repeated on the way.
      if (!error.definitelyNotApplied || takenCodes.includes(reason.code)) return { kind: 'unclear', reason }
      const again = !isSingle && [...passing, ...stopping].includes(reason.code)
      if (again && stopping.includes(reason.code)) await pause(reason.code)
      if (again && passing.includes(reason.code)) pace.slowDown(reason.code, error.retryAfter)
      return { kind: 'refused', reason, again }
    }
  }

  /** Looks the number up in its turn, again after refusals for now. The first look-up of a single creation is made once. */
  async #lookUp(row: ItemRow, password: string | null, isNeeded: () => boolean): Promise<LookUp> {
    const { isSingle, pace, lookAgainMs, pause } = this.#options
    const isOnce = isSingle && row.state === 'pending'
    for (let misses = 1; ;) {
      await pace.request(isNeeded)
      if (!isNeeded()) throw new WorkAborted()
      const look = await this.#look(row, password)
      if (look.kind !== 'lookUpFailed' || isOnce) return look
      const { code } = look.reason
      if (code !== null && stopping.includes(code)) {
        await pause(code)
        throw new WorkAborted()
      }
      if (code !== null && passing.includes(code)) continue
      if (misses++ >= maxMisses) return look
      await sleep(lookAgainMs * misses)
    }
  }

  async #look(row: ItemRow, password: string | null): Promise<LookUp> {
    const { upstream, isSingle, pace } = this.#options
    try {
      const { data: record } = await upstream.getExtension({ ext: row.ext }, { bulk: !isSingle })
      pace.succeeded()
      return { kind: 'found', record, password }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const reason = reasonOf(error)
      if (reason.code === 'extension-not-found') {
        pace.succeeded()
        return { kind: 'absent' }
      }
      // Rows in doubt are looked up again even in a paused job, but later.
      if ([...passing, ...stopping].includes(reason.code)) pace.slowDown(reason.code, error.retryAfter)
      return { kind: 'lookUpFailed', reason }
    }
  }
}
