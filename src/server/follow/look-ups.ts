import { sql } from 'kysely'
import type { Upstream } from '#upstream/client.ts'
import { isSingleRequestError } from '#upstream/errors.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Observed } from '../numbers/observed.ts'
import type { Turn } from '../platform/background.ts'
import { chunks, inMs, type Database } from '../platform/database/database.ts'
import { isNotFound } from '../platform/problems.ts'
import { awaitedRequests, followingFrom, openReservations, settle, type SeenNumber } from './follow.ts'
import { shownBy, type ShownNumber } from '../numbers/shown.ts'
import { graceMs } from './states.ts'

/** How long after a look-up a number is looked up again that is reserved or requested, ms. */
const reservedAgainMs = 60_000
const requestedAgainMs = 10 * 60_000
/** Numbers to look up per round. */
const numbersPerRound = 20

interface LookUpDeps {
  database: Database
  audit: Audit
  account: string
  upstream: Pick<Upstream, 'getExtension'>
}

/** Follows reserved and requested numbers, by the answers of every call and by look-ups of its own. */
export class LookUps {
  readonly #deps: LookUpDeps
  /** Numbers whose look-up ended a round, most recent last. A round looks these up after all other numbers. */
  readonly #failing = new Set<string>()

  constructor(deps: LookUpDeps) {
    this.#deps = deps
  }

  /** Records what any call showed of numbers. */
  readonly recordSeen = async (observed: readonly Observed[]): Promise<void> => {
    const seen = new Map<string, SeenNumber>()
    for (const { ext, record, at } of observed.toSorted((one, other) => one.at - other.at)) {
      const shown = record === null ? 'missing' : shownBy(record)
      if (shown !== 'unclear') seen.set(ext, { ext, shown, at })
    }
    for (const some of chunks([...seen.values()])) await this.#settle(some)
  }

  /** Looks these numbers up for a user who waits. Throws the errors of the service and the store. */
  async check(numbers: readonly string[], signal: AbortSignal): Promise<void> {
    const at = await this.#storeTime()
    await Promise.all(
      [...new Set(numbers)].map(async (ext) =>
        this.#recordLookUp({ ext, at, shown: await this.#lookUp(ext, signal, false) }),
      ),
    )
  }

  /** Runs one round of look-ups. Throws the errors of the service and the store; the next round continues with the rest. */
  readonly round = async ({ read, signal }: Turn): Promise<void> => {
    await this.#settle(await this.#unanswered())
    const order = [...this.#failing]
    const due = await this.#due()
    for (const ext of due.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))) {
      if (signal.aborted) return
      this.#failing.delete(ext)
      this.#failing.add(ext)
      const seen = await read(async () => {
        const at = await this.#storeTime()
        return { ext, at, shown: await this.#lookUp(ext, signal, true) }
      })
      this.#failing.delete(ext)
      await this.#recordLookUp(seen)
    }
  }

  async #lookUp(ext: string, signal: AbortSignal, bulk: boolean): Promise<ShownNumber> {
    try {
      return shownBy((await this.#deps.upstream.getExtension({ ext }, { signal, bulk })).data)
    } catch (error) {
      if (!isSingleRequestError(error)) throw error
      return isNotFound(error) ? 'missing' : 'unclear'
    }
  }

  /** Takes the audit's lock only for what changes. */
  async #settle(seen: readonly SeenNumber[]): Promise<void> {
    if (seen.length === 0) return
    const { database, audit } = this.#deps
    const { reservations, fulfilled } = await followingFrom(database.db, this.#deps, seen)
    if (reservations.length + fulfilled.length > 0)
      await audit.transaction((transaction, write) => settle(transaction, write, this.#deps, seen))
  }

  async #recordLookUp(seen: SeenNumber): Promise<void> {
    await this.#settle([seen])
    const { database, account } = this.#deps
    await database.db
      .updateTable('reservation')
      .set({ checked_at: database.now })
      .where('account', '=', account)
      .where('ext', '=', seen.ext)
      .where('state', '=', 'reserved')
      .execute()
    await database.db
      .updateTable('service_request')
      .set({ checked_at: database.now })
      .where('account', '=', account)
      .where('ext', '=', seen.ext)
      .where('closed_at', 'is', null)
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

  /** The reserved numbers that the service has not answered for since the end of their reservations. */
  async #unanswered(): Promise<SeenNumber[]> {
    const { database } = this.#deps
    const rows = await openReservations(database.db, this.#deps)
      .where('expires_at', '<=', inMs(database.now)(-graceMs))
      .select('ext')
      .execute()
    return rows.map(({ ext }) => ({ ext, shown: 'unclear', at: 0 }))
  }

  async #storeTime(): Promise<number> {
    const { db, now } = this.#deps.database
    return (await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()).now
  }
}
