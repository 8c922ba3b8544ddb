import { sql } from 'kysely'
import { reasonOf, type SeenState } from '#contract/number-states.ts'
import type { Upstream } from '#upstream/client.ts'
import { bindStatus } from '#upstream/records.ts'
import type { Audit } from '../audit/audit-store.ts'
import { awaitedRequests, isAboutAny, openReservations } from '../follow/rows.ts'
import { errorsOf, settleUnanswered } from '../follow/settle.ts'
import { searchIdleList, isOfOtherNumbers } from './idle-look-up.ts'
import type { Numbers } from './numbers.ts'
import type { Turn } from '../platform/background.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import { readOne } from '../platform/upstream/read-one.ts'
import type { CrawlStore } from './scan.ts'
import type { Recorder } from './recorder.ts'
import { markTried, markUnlisted, seenGrainMs } from './observe.ts'

/** How long after a look-up a number is due again: reserved, requested, or just created, ms. */
const reservedAgainMs = 60_000
const requestedAgainMs = 10 * 60_000
const createdAfterMs = 60_000
/** The same for numbers that no user waits for, in the order in which they are due. */
export const detailAfterMs = 24 * 60 * 60_000
const againAfterMs: readonly (readonly [SeenState, number])[] = [
  ['bound', detailAfterMs],
  ['unavailable', detailAfterMs],
  ['unknown', detailAfterMs],
  ['free', detailAfterMs],
  ['gone', 7 * detailAfterMs],
]
/** The same for one of these whose look-up got no answer that can be used, or looked for it in the idle list. */
const triedAgainMs = 60 * 60_000
/** The same while it has been created, unlisted, or off the list for less than that, until a look-up answers. */
const newTriedAgainMs = 10 * 60_000
/** Numbers to look up per round, and those of them that a user waits for, so that neither kind waits for the other for good. */
const numbersPerRound = 50
const awaitedPerRound = 20

/** Why a number is looked up: a user waits for it, it may have left the idle list, be new to it, or what is known of it is old. */
type DueKind = 'awaited' | 'left' | 'unlisted' | 'old'

/** Numbers of one search of the idle list share all digits but these, so that one page has them all. */
const searchedDigits = 3
/** New numbers to search at once, in so many searches with so many pages each. */
const searchedAtOnce = 500
const searchesAtOnce = 20
const pagesPerSearch = 5
/** Fewer numbers are looked up one by one. */
const fewestSearched = 3

interface LookUpDeps {
  database: Database
  audit: Pick<Audit, 'transaction'>
  account: string
  upstream: Pick<Upstream, 'getExtension' | 'searchIdlePage' | 'maxIdlePageSize'>
  reads: Pick<Numbers, 'created' | 'due' | 'left' | 'unlisted'>
  /** Writes what the service has shown so far, with all that follows. */
  recorder: Pick<Recorder, 'flush'>
  crawls: Pick<CrawlStore, 'read'>
  now: () => number
  onFault: (error: unknown) => void
}

/** The one queue of look-ups. A number is due by its row: those that a user waits for first, and then the one seen longest ago. */
export class LookUps {
  readonly #deps: LookUpDeps
  #canSearch = true

  constructor(deps: LookUpDeps) {
    this.#deps = deps
  }

  /** False when the last search of the idle list by a number was not answered as one. */
  get canSearch(): boolean {
    return this.#canSearch
  }

  /** Looks these numbers up for a user who waits. Throws the errors of the service and the store. */
  async check(numbers: readonly string[], signal: AbortSignal): Promise<void> {
    const unique = [...new Set(numbers)]
    const answered = await Promise.all(
      unique.map(async (ext) => {
        const looked = await readOne(() => this.#deps.upstream.getExtension({ ext }, { signal }), signal)
        if (looked.result === 'unanswered') throw looked.error
        return looked.result === 'unusable' ? [] : [ext]
      }),
    )
    await this.#saveLookedUp(answered.flat())
  }

  /** Runs one round of look-ups. Throws the errors of the service and the store; the next round continues with the rest. */
  readonly round = async (turn: Turn): Promise<void> => {
    await settleUnanswered(this.#deps)
      .then((failures) => errorsOf(failures).forEach(this.#deps.onFault))
      .catch(this.#deps.onFault)
    const scannedFrom = (await this.#deps.crawls.read('idle'))?.last_ended_at ?? null
    if (scannedFrom !== null) await this.searchUnlisted(turn, fewestSearched)
    const lookedUp: string[] = []
    for (const [ext, kind] of await this.#readDue(scannedFrom)) {
      if (turn.signal.aborted) return
      const isAnswered = await this.#lookUpOne(ext, kind, turn)
      if (kind !== 'awaited' || !isAnswered) continue
      const saved = await this.#saveLookedUp([ext], lookedUp)
      lookedUp.push(...saved)
      // What the store does not take of one number must not keep the others waiting.
      if (saved.length === 0) await markTried(this.#deps, ext, this.#deps.now(), { isAnswered: false })
    }
    await this.#deps.recorder.flush()
  }

  /**
   * Returns the numbers that are due by their rows, by priority: those that a user waits for first, and then the ones seen longest ago.
   * `scannedFrom`: the start of the last scan of the idle list, null before the first.
   */
  async #readDue(scannedFrom: number | null): Promise<[ext: string, kind: DueKind][]> {
    const { reads, now } = this.#deps
    const at = now()
    const untried = { limit: numbersPerRound, triedBefore: at - triedAgainMs }
    const untriedSoon = { ...untried, newTriedBefore: at - newTriedAgainMs }
    const due = new Map<string, DueKind>((await this.#readAwaited()).map((ext) => [ext, 'awaited']))
    const add = async (kind: DueKind, read: () => Promise<readonly string[]>) => {
      if (due.size < numbersPerRound) for (const ext of await read()) if (!due.has(ext)) due.set(ext, kind)
    }
    // The first scan lists them anyway.
    if (scannedFrom !== null) {
      await add('left', () => reads.left(scannedFrom - seenGrainMs, untriedSoon))
      // A service that cannot search would soon give the same answer again.
      await add('unlisted', () => reads.unlisted(this.#canSearch ? untriedSoon : untried))
    }
    await add('old', () =>
      reads.created(at - createdAfterMs, { ...untried, newTriedBefore: at - createdAfterMs }),
    )
    for (const [state, ms] of againAfterMs) await add('old', () => reads.due(state, at - ms, untried))
    return [...due].slice(0, numbersPerRound)
  }

  /** Reserved and requested numbers, the one not looked up for the longest time first, with or without an answer. */
  async #readAwaited(): Promise<string[]> {
    const { database, now } = this.#deps
    const { db } = database
    const before = (ms: number) => inMs(database.now)(-ms)
    const reserved = openReservations(db, this.#deps).where((where) =>
      where.or([
        where('checked_at', '<', before(reservedAgainMs)),
        // Look first, expire then.
        where.and([where('expires_at', '<=', database.now), sql<boolean>`checked_at < expires_at`]),
      ]),
    )
    const requested = awaitedRequests(db, this.#deps).where('checked_at', '<', before(requestedAgainMs))
    const awaited = reserved
      .select(['ext', 'checked_at', 'tried_at'])
      .unionAll(requested.select(['ext', 'checked_at', 'tried_at']))
      .unionAll(
        requested
          .where('with_ext', 'is not', null)
          .select([sql<string>`with_ext`.as('ext'), 'checked_at', 'tried_at']),
      )
    const rows = await db
      .selectFrom(awaited.as('awaited'))
      // One whose look-up gave nothing to store must not keep the others waiting.
      .where((where) =>
        where.or([where('tried_at', 'is', null), where('tried_at', '<=', now() - reservedAgainMs)]),
      )
      .select('ext')
      .groupBy('ext')
      .orderBy(sql`min(CASE WHEN tried_at > checked_at THEN tried_at ELSE checked_at END)`)
      .orderBy('ext')
      .limit(awaitedPerRound)
      .execute()
    return rows.map(({ ext }) => ext)
  }

  /** Looks a number up. Returns whether the service answered, found or not. A read without any response ends the round. */
  async #lookUpOne(ext: string, kind: DueKind, turn: Turn): Promise<boolean> {
    const looked = await readOne(() => this.#lookUp(ext, kind, turn), turn.signal)
    if (looked.result === 'absent') return true
    const isAnswered = looked.result === 'answered'
    // What the service did not answer about a number is not asked for again at once.
    if (!isAnswered || kind === 'left' || kind === 'unlisted')
      await markTried(this.#deps, ext, this.#deps.now(), { isAnswered })
    if (looked.result === 'unanswered') throw looked.error
    return isAnswered
  }

  /** Reads a number and, if it may have left the idle list, whether the list has it: only these answers say that it has left. */
  async #lookUp(ext: string, kind: DueKind, { read, signal }: Turn): Promise<void> {
    const { upstream, recorder, now } = this.#deps
    const options = { signal, bulk: true }
    if (kind !== 'unlisted') {
      const { data } = await read(() => upstream.getExtension({ ext }, options))
      if (kind !== 'left' || data.bindStatus !== bindStatus.free || reasonOf(data) !== null) return
    }
    const at = now()
    const { isListed, isSearched } = await read(() => searchIdleList(upstream, ext, options))
    this.#canSearch = isSearched
    if (isListed === true) return
    await recorder.flush()
    await markUnlisted(this.#deps, [ext], isListed === null ? 'unknown' : 'unavailable', at)
  }

  /**
   * Reads new numbers, known as not bound, from the idle list: many with one search, because a job creates hundreds. Numbers that share
   * a start with fewer than `fewest` others are left to their own look-ups.
   */
  async searchUnlisted({ read, signal }: Pick<Turn, 'read' | 'signal'>, fewest: number): Promise<void> {
    const { upstream, reads, recorder, now } = this.#deps
    const triedBefore = now() - triedAgainMs
    const unlisted = await reads.unlisted({ limit: searchedAtOnce, triedBefore })
    const starts = Map.groupBy(unlisted, (ext) => `${ext.length} ${ext.slice(0, -searchedDigits)}`)
    const searched = [...starts.values()]
      .filter((numbers) => numbers.length >= fewest)
      .slice(0, searchesAtOnce)
    if (searched.length === 0 || !this.#canSearch) return
    for (const numbers of searched) {
      const [first = ''] = numbers
      const start = numbers.length === 1 ? first : first.slice(0, -searchedDigits)
      const missing = new Set(numbers)
      let pageSize = upstream.maxIdlePageSize
      for (let page = 1; missing.size > 0 && page <= pagesPerSearch; page++) {
        const search = { ...(start === '' ? {} : { ext: start }), page, pageSize }
        const answer = await read(() => upstream.searchIdlePage(search, { signal, bulk: true }))
        const { data } = answer
        pageSize = data.pageSize
        for (const { ext } of data.items) missing.delete(ext)
        if (data.items.length < pageSize || isOfOtherNumbers(answer, start)) break
      }
    }
    await recorder.flush()
  }

  /**
   * Writes what was seen, and when these numbers were looked up. Returns those whose answers are stored; the others stay due. `earlier`:
   * the numbers looked up shortly before. A swap is looked up once both its numbers are.
   */
  async #saveLookedUp(answered: readonly string[], earlier: readonly string[] = []): Promise<string[]> {
    const { database, account, recorder } = this.#deps
    const unwritten = await recorder.flush()
    const numbers = answered.filter((ext) => !unwritten.has(ext))
    const set = { checked_at: database.now }
    await database.db
      .updateTable('reservation')
      .set(set)
      .where('account', '=', account)
      // PostgreSQL knows no empty list.
      .where('ext', 'in', [...numbers, ''])
      .where('state', '=', 'reserved')
      .execute()
    const all = [...numbers, ...earlier, '']
    await database.db
      .updateTable('service_request')
      .set(set)
      .where('account', '=', account)
      .where((where) => isAboutAny(where, numbers))
      .where('ext', 'in', all)
      .where((where) => where.or([where('with_ext', 'is', null), where('with_ext', 'in', all)]))
      .where('closed_at', 'is', null)
      .execute()
    return numbers
  }
}
