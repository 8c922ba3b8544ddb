import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { reasonOf, type SeenState } from '#contract/number-states.ts'
import type { Upstream } from '#upstream/client.ts'
import { isSingleRequestError, isUnanswered, UpstreamError } from '#upstream/errors.ts'
import { bindStatus } from '#upstream/records.ts'
import type { Audit } from '../audit/audit-store.ts'
import {
  awaitedRequests,
  isAboutAny,
  lastSeen,
  numbersOf,
  openReservations,
  settle,
} from '../follow/follow.ts'
import { graceMs } from '../follow/states.ts'
import { isInIdleList, isOfOtherNumbers } from './idle-look-up.ts'
import type { Numbers } from './numbers.ts'
import type { Turn } from '../platform/background.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import { isNotFound } from '../platform/problems.ts'
import type { CrawlStore } from './scan.ts'
import type { Recorder } from './recorder.ts'
import { markUnlisted, seenGrainMs } from './observe.ts'

/** How long after a look-up a number is looked up again: reserved, requested, just created, or one that no user waits for, ms. */
const reservedAgainMs = 60_000
const requestedAgainMs = 10 * 60_000
const createdAfterMs = 60_000
export const detailAfterMs = 24 * 60 * 60_000
/** The same for a number that the service does not know. */
const goneAfterMs = 7 * detailAfterMs
/** Numbers to look up per round, and those of them that a user waits for, so that neither kind waits for the other for good. */
const numbersPerRound = 50
const awaitedPerRound = 20
const unansweredPerRound = 500
/** Numbers of one search of the idle list share all digits but these, so that one page has them all. */
const searchedDigits = 3
/** New numbers to search at once, in so many searches with so many pages each. */
const searchedAtOnce = 500
const searchesAtOnce = 20
const pagesPerSearch = 5
/** Fewer numbers are looked up one by one. */
const fewestSearched = 3
/** Skip a number with unreadable details for this time, in ms. `maxPostponed` limits how many numbers are remembered. */
const postponeMs = 60 * 60_000
const maxPostponed = 1_000

/** Why a number is looked up: a user waits for it, it may have left the idle list, be new to it, or what is known of it is old. */
type DueKind = 'awaited' | 'left' | 'unlisted' | 'old'

interface LookUpDeps {
  database: Database
  audit: Audit
  account: string
  upstream: Pick<Upstream, 'getExtension' | 'searchIdlePage' | 'maxIdlePageSize'>
  reads: Pick<Numbers, 'created' | 'due' | 'left' | 'unlisted'>
  /** Writes what the service has shown so far, with all that follows. */
  recorder: Pick<Recorder, 'flush'>
  crawls: Pick<CrawlStore, 'read'>
  now: () => number
}

/** The one queue of look-ups. A number is due by its row: those that a user waits for first, and then the one seen longest ago. */
export class LookUps {
  readonly #deps: LookUpDeps
  readonly #postponed: LRUCache<string, true>
  /** Numbers whose look-up ended a round, most recent last. A round looks these up after all other numbers. */
  readonly #failing = new Set<string>()
  #canSearch = true

  constructor(deps: LookUpDeps) {
    this.#deps = deps
    this.#postponed = new LRUCache<string, true>({
      max: maxPostponed,
      ttl: postponeMs,
      perf: { now: deps.now },
      ttlResolution: 0,
    })
  }

  /** False once a search of the idle list by a number did not answer about this number. */
  get canSearch(): boolean {
    return this.#canSearch
  }

  /** Looks these numbers up for a user who waits. Throws the errors of the service and the store. */
  async check(numbers: readonly string[], signal: AbortSignal): Promise<void> {
    const unique = [...new Set(numbers)]
    await Promise.all(
      unique.map(async (ext) => {
        try {
          await this.#deps.upstream.getExtension({ ext }, { signal })
        } catch (error) {
          if (!isSingleRequestError(error)) throw error
        }
      }),
    )
    await this.#saveLookedUp(unique)
  }

  /** Runs one round of look-ups. Throws the errors of the service and the store; the next round continues with the rest. */
  readonly round = async (turn: Turn): Promise<void> => {
    await this.#settleUnanswered()
    const scannedFrom = (await this.#deps.crawls.read('idle'))?.last_ended_at ?? null
    if (scannedFrom !== null) await this.searchUnlisted(turn, fewestSearched)
    const order = [...this.#failing]
    const due = await this.#due(scannedFrom)
    const lookedUp: string[] = []
    for (const [ext, kind] of due.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
      if (turn.signal.aborted) return
      await this.#lookUpOne(ext, kind, turn)
      lookedUp.push(ext)
      if (kind === 'awaited') await this.#saveLookedUp([ext], lookedUp)
    }
    await this.#deps.recorder.flush()
  }

  /**
   * Looks a number up. After a read without any response the round ends, because the service may be down; after the second one of a number
   * that no user waits for, it is skipped.
   */
  async #lookUpOne(ext: string, kind: DueKind, turn: Turn): Promise<void> {
    const hasFailed = this.#failing.delete(ext)
    this.#failing.add(ext)
    try {
      await this.#lookUp(ext, kind, turn)
      // What the service did not answer about a number is not asked for again at once.
      if (kind === 'left' || kind === 'unlisted') this.#postponed.set(ext, true)
    } catch (error) {
      const isSkipped = hasFailed && kind !== 'awaited' && isUnanswered(error)
      if (!isSkipped && !isSingleRequestError(error)) {
        // A call that was never sent does not count against the number.
        if (!hasFailed && !isUnanswered(error)) this.#failing.delete(ext)
        throw error
      }
      if (!(error instanceof UpstreamError && isNotFound(error))) this.#postponed.set(ext, true)
    }
    this.#failing.delete(ext)
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
    const isInList = await read(() => isInIdleList(upstream, ext, options))
    this.#canSearch = isInList !== null
    if (isInList === true) return
    await recorder.flush()
    await markUnlisted(this.#deps, [ext], isInList === null ? 'unknown' : 'unavailable', at)
  }

  /**
   * Reads new numbers, known as not bound, from the idle list: many with one search, because a job creates hundreds. Numbers that share
   * a start with fewer than `fewest` others are left to their own look-ups.
   */
  async searchUnlisted({ read, signal }: Pick<Turn, 'read' | 'signal'>, fewest: number): Promise<void> {
    const { upstream, reads, recorder } = this.#deps
    const unlisted = (await reads.unlisted(searchedAtOnce)).filter((ext) => !this.#postponed.has(ext))
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

  /** `all`: beside these numbers, those looked up shortly before. A swap is looked up once both its numbers are. */
  async #saveLookedUp(numbers: readonly string[], all = numbers): Promise<void> {
    const { database, account, recorder } = this.#deps
    await recorder.flush()
    const set = { checked_at: database.now }
    await database.db
      .updateTable('reservation')
      .set(set)
      .where('account', '=', account)
      // PostgreSQL knows no empty list.
      .where('ext', 'in', [...numbers, ''])
      .where('state', '=', 'reserved')
      .execute()
    await database.db
      .updateTable('service_request')
      .set(set)
      .where('account', '=', account)
      .where((where) => isAboutAny(where, numbers))
      .where('ext', 'in', [...all, ''])
      .where((where) => where.or([where('with_ext', 'is', null), where('with_ext', 'in', [...all, ''])]))
      .where('closed_at', 'is', null)
      .execute()
  }

  /** Numbers to look up, by priority. `scannedFrom`: the start of the last scan of the idle list, null before the first. */
  async #due(scannedFrom: number | null): Promise<[ext: string, kind: DueKind][]> {
    const { reads, now } = this.#deps
    const at = now()
    const most = numbersPerRound + this.#postponed.size
    const before = (state: SeenState, age: number) => () => reads.due(state, at - age, most)
    const due = new Map<string, DueKind>((await this.#awaited()).map((ext) => [ext, 'awaited']))
    const add = async (read: () => Promise<readonly string[]>, kind: DueKind = 'old') => {
      if (due.size >= numbersPerRound) return
      for (const ext of await read()) if (!this.#postponed.has(ext) && !due.has(ext)) due.set(ext, kind)
    }
    // The first scan lists them anyway.
    if (scannedFrom !== null) {
      await add(() => reads.left(most, scannedFrom - seenGrainMs), 'left')
      await add(() => reads.unlisted(most), 'unlisted')
    }
    await add(() => reads.created(at - createdAfterMs, most))
    await add(before('bound', detailAfterMs))
    await add(before('unavailable', detailAfterMs))
    await add(before('unknown', detailAfterMs))
    await add(before('free', detailAfterMs))
    await add(before('gone', goneAfterMs))
    return [...due].slice(0, numbersPerRound)
  }

  /** Reserved and requested numbers, the one not looked up for the longest time first. */
  async #awaited(): Promise<string[]> {
    const { database } = this.#deps
    const before = (ms: number) => inMs(database.now)(-ms)
    const [reserved, requested] = await Promise.all([
      openReservations(database.db, this.#deps)
        .where((where) =>
          where.or([
            where('checked_at', '<', before(reservedAgainMs)),
            // Look first, expire then.
            where.and([where('expires_at', '<=', database.now), sql<boolean>`checked_at < expires_at`]),
          ]),
        )
        .select(['ext', 'checked_at'])
        .orderBy('checked_at')
        .limit(awaitedPerRound)
        .execute(),
      awaitedRequests(database.db, this.#deps)
        .where('checked_at', '<', before(requestedAgainMs))
        .select(['ext', 'with_ext', 'checked_at'])
        .orderBy('checked_at')
        .limit(awaitedPerRound)
        .execute(),
    ])
    const rows = [...reserved.map((row) => ({ ...row, with_ext: null })), ...requested].toSorted(
      (a, b) => a.checked_at - b.checked_at,
    )
    return [...new Set(rows.flatMap((row) => numbersOf(row)))].slice(0, awaitedPerRound)
  }

  /** Ends the reservations whose numbers the service has not answered for since their end. */
  async #settleUnanswered(): Promise<void> {
    const { database, audit } = this.#deps
    const rows = await openReservations(database.db, this.#deps)
      .where('expires_at', '<=', inMs(database.now)(-graceMs))
      // A number kept back has no end before its agent has left it.
      .where((where) => where.or([where('keep_days', 'is', null), where('holder', 'is', null)]))
      .select('ext')
      .limit(unansweredPerRound)
      .execute()
    const numbers = rows.map(({ ext }) => ext)
    if (numbers.length > 0)
      await audit.transaction(async (transaction, write) =>
        settle(transaction, write, this.#deps, await lastSeen(transaction, this.#deps, numbers)),
      )
  }
}
