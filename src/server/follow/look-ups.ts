import { sql } from 'kysely'
import type { Upstream } from '#upstream/client.ts'
import { isSingleRequestError } from '#upstream/errors.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Turn } from '../platform/background.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import { awaitedRequests, followingFrom, lastSeen, openReservations, settle } from './follow.ts'
import { graceMs } from './states.ts'

/** How long after a look-up a number is looked up again that is reserved or requested, ms. */
const reservedAgainMs = 60_000
const requestedAgainMs = 10 * 60_000
/** Numbers to look up per round. */
const numbersPerRound = 20
const unansweredPerRound = 500

interface LookUpDeps {
  database: Database
  audit: Audit
  account: string
  upstream: Pick<Upstream, 'getExtension'>
  /** Writes what the service has shown so far, with all that follows. */
  flush: () => Promise<void>
}

/** Looks reserved and requested numbers up. */
export class LookUps {
  readonly #deps: LookUpDeps
  /** Numbers whose look-up ended a round, most recent last. A round looks these up after all other numbers. */
  readonly #failing = new Set<string>()

  constructor(deps: LookUpDeps) {
    this.#deps = deps
  }

  /** Looks these numbers up for a user who waits. Throws the errors of the service and the store. */
  async check(numbers: readonly string[], signal: AbortSignal): Promise<void> {
    const some = [...new Set(numbers)]
    await Promise.all(some.map((ext) => this.#lookUp(ext, signal, false)))
    await this.#saveLookedUp(some)
  }

  /** Runs one round of look-ups. Throws the errors of the service and the store; the next round continues with the rest. */
  readonly round = async ({ read, signal }: Turn): Promise<void> => {
    await this.#settleUnanswered()
    const order = [...this.#failing]
    const due = await this.#due()
    for (const ext of due.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))) {
      if (signal.aborted) return
      this.#failing.delete(ext)
      this.#failing.add(ext)
      await read(() => this.#lookUp(ext, signal, true))
      this.#failing.delete(ext)
      await this.#saveLookedUp([ext])
    }
  }

  /** Reads a number. The write of what the service shows settles all that follows. */
  async #lookUp(ext: string, signal: AbortSignal, bulk: boolean): Promise<void> {
    try {
      await this.#deps.upstream.getExtension({ ext }, { signal, bulk })
    } catch (error) {
      if (!isSingleRequestError(error)) throw error
    }
  }

  async #saveLookedUp(numbers: readonly string[]): Promise<void> {
    const { database, account, flush } = this.#deps
    await flush()
    const set = { checked_at: database.now }
    for (const [table, open] of [
      ['reservation', sql<boolean>`state = 'reserved'`],
      ['service_request', sql<boolean>`closed_at IS NULL`],
    ] as const)
      await database.db
        .updateTable(table)
        .set(set)
        .where('account', '=', account)
        .where('ext', 'in', [...numbers, ''])
        .where(open)
        .execute()
  }

  /** The numbers due for a look-up, the one not looked up for the longest time first. */
  async #due(): Promise<string[]> {
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
        .limit(numbersPerRound)
        .execute(),
      awaitedRequests(database.db, this.#deps)
        .where('checked_at', '<', before(requestedAgainMs))
        .select(['ext', 'checked_at'])
        .orderBy('checked_at')
        .limit(numbersPerRound)
        .execute(),
    ])
    const rows = [...reserved, ...requested].toSorted((a, b) => a.checked_at - b.checked_at)
    return [...new Set(rows.map(({ ext }) => ext))].slice(0, numbersPerRound)
  }

  /** Ends the reservations whose numbers the service has not answered for since their end. */
  async #settleUnanswered(): Promise<void> {
    const { database, audit } = this.#deps
    const rows = await openReservations(database.db, this.#deps)
      .where('expires_at', '<=', inMs(database.now)(-graceMs))
      .select('ext')
      .limit(unansweredPerRound)
      .execute()
    const seen = await lastSeen(
      database.db,
      this.#deps,
      rows.map(({ ext }) => ext),
    )
    // Takes the audit's lock only for what changes.
    const { reservations, fulfilled } = await followingFrom(database.db, this.#deps, seen)
    if (reservations.length + fulfilled.length > 0)
      await audit.transaction((transaction, write) => settle(transaction, write, this.#deps, seen))
  }
}
