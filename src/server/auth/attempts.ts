import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { networkOf } from '../platform/http/address.ts'
import { ProblemError, throwUnavailable } from '../platform/problems.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The most attempts from the first one until `ms` later, over all replicas. What does not count is given back. */
const rules = {
  /** Guesses at many accounts from one network. */
  network: { most: 10, ms: minute },
  /** One account from one network: strangers elsewhere do not lock out its owner. */
  pair: { most: 10, ms: 15 * minute },
  /** One account from all networks where it has not signed in lately (NIST SP 800-63B-4, 3.2.2). */
  account: { most: 100, ms: day },
  /** A signed-in user's own password and code. */
  proof: { most: 10, ms: 15 * minute },
  /** A network where the account has signed in, from the last time on. */
  known: { most: 1, ms: 30 * day },
  /** Something that works once: the challenge of a passkey, the answer of the identity provider. */
  once: { most: 1, ms: 15 * minute },
  /** A user's reads of SIP passwords, for one extension or a job. */
  reveal: { most: 10, ms: minute },
  dailyReveal: { most: 100, ms: day },
} as const
type Rule = keyof typeof rules
type Key = readonly [rule: Rule, key: string]

/** Attempts of this process at once; a further attempt is refused when as many wait as take about two seconds. */
const atOnce = 2
const maxWaiting = 36
const busyMs = 1_000

const tooMany = (waitMs: number) =>
  new ProblemError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })

/**
 * Counts wrong attempts at passwords and codes, and reads of SIP passwords, in the table `attempt_count`, by the store's clock. An
 * attempt takes its place in each count before it is made, in one statement, so parallel guesses can't exceed a limit.
 * (rate-limiter-flexible exports no base for a store of one's own, counts by the clock of each process, and its SQLite limiter would
 * write into whichever transaction of Kysely is open.)
 */
export class Attempts {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #mac: Seal['mac']
  readonly #slots = pLimit(atOnce)

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, { mac }: Pick<Seal, 'mac'>) {
    this.#db = db
    this.#now = now
    this.#mac = mac
  }

  /**
   * Makes an attempt when every count has room; only a wrong one counts. The attempt returns null when it was wrong. Throws
   * `too-many-requests` with the seconds to wait; rethrows the attempt's error.
   */
  async counted<Value>(keys: readonly Key[], attempt: () => Promise<Value | null>): Promise<Value | null> {
    if (this.#slots.pendingCount >= maxWaiting) throw tooMany(busyMs)
    return this.#slots(() => this.#count(keys, attempt, (value) => value === null))
  }

  /**
   * Runs a user's read of SIP passwords. It counts from before it begins; a failed read is given back, because it returned no
   * password. Throws `too-many-requests`, and `unavailable` when the store can't count; rethrows the read's error.
   */
  countedSecretRead<Result>({ user: { id } }: { user: { id: string } }, read: () => Promise<Result>) {
    const keys: Key[] = [
      ['reveal', id],
      ['dailyReveal', id],
    ]
    return this.#count(keys, read, () => true)
  }

  /**
   * Returns the counts of a sign-in. Where the account has signed in, only its own attempts there count: neither a colleague's
   * wrong passwords nor strangers elsewhere lock it out.
   */
  async signInKeys(email: string, address: string): Promise<Key[]> {
    const pair = this.#pairKey(email, address)
    if ((await this.#msLeft(['known', pair])) !== null) return [['pair', pair]]
    return [
      ['pair', pair],
      ['network', this.#mac(`network ${networkOf(address)}`)],
      ['account', this.#accountKey(email)],
    ]
  }

  /** Keeps that the account has signed in from this network: guesses from elsewhere don't lock it out here. */
  async remember(email: string, address: string): Promise<void> {
    const until = sql<number>`${this.#now} + ${sql.lit(rules.known.ms)}`
    await this.#db
      .insertInto('attempt_count')
      .values({ key: `known:${this.#pairKey(email, address)}`, tries: 1, until })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
      .execute()
  }

  /** True only for the first call with `key`, on any replica. */
  once(key: string): Promise<boolean> {
    return this.#take(['once', this.#mac(key)])
  }

  /** Returns, for each account, until when (epoch ms) sign-ins from some network are refused; null for none. */
  async lockedUntil(emails: readonly string[]): Promise<(number | null)[]> {
    const full = await this.#db
      .selectFrom('attempt_count')
      .select(['key', 'until'])
      .where((of) =>
        of.or([
          of.and([of('key', 'like', 'pair:%'), of('tries', '>=', rules.pair.most)]),
          of.and([of('key', 'like', 'account:%'), of('tries', '>=', rules.account.most)]),
        ]),
      )
      .where('until', '>', this.#now)
      .orderBy('until')
      .execute()
    const until = new Map(full.map(({ key, until: at }) => [key.split(/[: ]/)[1], at]))
    return emails.map((email) => until.get(this.#accountKey(email)) ?? null)
  }

  /** Lifts the lock of an account, on every network and for its step-ups. */
  async unlock({ id, email }: { id: string; email: string }): Promise<void> {
    const accountKey = this.#accountKey(email)
    await this.#db
      .deleteFrom('attempt_count')
      .where((of) =>
        of.or([
          of('key', 'in', [`account:${accountKey}`, `proof:${id}`]),
          of('key', 'like', `pair:${accountKey} %`),
        ]),
      )
      .execute()
  }

  /** A MAC, because people type passwords into the wrong field. */
  #accountKey(email: string): string {
    return this.#mac(`account ${email.trim().toLowerCase()}`)
  }

  #pairKey(email: string, address: string): string {
    return `${this.#accountKey(email)} ${this.#mac(`network ${networkOf(address)}`)}`
  }

  /**
   * Takes a place in each count and does the work. The places are given back when the work fails or its result does not count.
   * Throws `too-many-requests` with the seconds until a full count has room, and `unavailable` when the store can't count.
   */
  async #count<Value>(
    keys: readonly Key[],
    work: () => Promise<Value>,
    doesCount: (value: Value) => boolean,
  ): Promise<Value> {
    for (const [at, key] of keys.entries()) {
      const hasRoom = await this.#take(key).catch(throwUnavailable)
      if (hasRoom) continue
      await this.#giveBack(keys.slice(0, at))
      throw tooMany((await this.#msLeft(key)) ?? 0)
    }
    let isCounted = false
    try {
      const value = await work()
      isCounted = doesCount(value)
      return value
    } finally {
      // If the store fails here, the places free themselves with their windows. The error must not replace the result.
      if (!isCounted) await this.#giveBack(keys).catch(() => undefined)
    }
  }

  /** Takes a place if there is one. */
  async #take([rule, key]: Key): Promise<boolean> {
    const { most, ms } = rules[rule]
    await this.#db.deleteFrom('attempt_count').where('until', '<=', this.#now).execute()
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('attempt_count')
      .values({ key: `${rule}:${key}`, tries: 1, until: sql`${this.#now} + ${sql.lit(ms)}` })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ tries: sql`attempt_count.tries + 1` })
          .where('attempt_count.tries', '<', most),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  async #giveBack(keys: readonly Key[]): Promise<void> {
    for (const [rule, key] of keys)
      await this.#db
        .updateTable('attempt_count')
        .set({ tries: sql`tries - 1` })
        .where('key', '=', `${rule}:${key}`)
        .where('tries', '>', 0)
        .execute()
  }

  /** Returns the ms until the key's window ends; `null` for no attempt. */
  async #msLeft([rule, key]: Key): Promise<number | null> {
    const row = await this.#db
      .selectFrom('attempt_count')
      .select(sql<number>`until - ${this.#now}`.as('left'))
      .where('key', '=', `${rule}:${key}`)
      .where('tries', '>', 0)
      .where('until', '>', this.#now)
      .executeTakeFirst()
    return row?.left ?? null
  }
}
