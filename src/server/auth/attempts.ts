import { sql, type RawBuilder } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { networkOf } from '../platform/http/address.ts'
import { ProblemError } from '../platform/problems.ts'

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
  /** A network where the account has signed in. */
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
/** A window that ends this much later than it can shows that the store's clock was put back, ms. */
const clockStepMs = 60_000
/** When attempts that are not decided yet hold every place, there is room again this soon, ms. */
const undecidedMs = 1_000

const tooMany = (waitMs: number) =>
  new ProblemError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })

/**
 * Counts wrong attempts at passwords and codes, and reads of SIP passwords, in the table `attempt_count`, by the store's clock. An attempt takes its place in
 * each count before it is made, in one statement, so parallel guesses can't exceed a limit. (rate-limiter-flexible exports no base
 * for a store of one's own, counts by the clock of each process, and its SQLite limiter would write into whichever transaction of
 * Kysely is open.)
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
    if (this.#slots.pendingCount >= maxWaiting) throw tooMany(undecidedMs)
    return this.#slots(async () => {
      const full = await this.#takeAll(keys)
      if (full !== null) throw tooMany(full.isUndecided ? Math.min(full.left, undecidedMs) : full.left)
      let isWrong = false
      try {
        const value = await attempt()
        isWrong = value === null
        return value
      } finally {
        // If the store fails here, the place frees itself with its window. The error must not replace the result.
        await this.#settle(keys, isWrong).catch(() => undefined)
      }
    })
  }

  /**
   * Runs a user's read of SIP passwords. It counts from before it begins; a failed read is given back, because it returned no
   * password. Throws `too-many-requests`, and `unavailable` when the store can't count; rethrows the read's error.
   */
  async countedSecretRead<Result>(
    { user }: { user: { id: string } },
    read: () => Promise<Result>,
  ): Promise<Result> {
    const keys: Key[] = [
      ['reveal', user.id],
      ['dailyReveal', user.id],
    ]
    const full = await this.#takeAll(keys).catch(() => {
      throw new ProblemError('unavailable')
    })
    if (full !== null) throw tooMany(full.left)
    try {
      return await read()
    } catch (error) {
      // If the store fails here, the read stays counted.
      await this.#settle(keys, false).catch(() => undefined)
      throw error
    }
  }

  /**
   * Returns the counts of a sign-in. Where the account has signed in, only its own attempts there count: neither a colleague's
   * wrong passwords nor strangers elsewhere lock it out.
   */
  async signInKeys(email: string, address: string): Promise<Key[]> {
    const pair = this.#pairKey(email, address)
    if ((await this.#statusOf(['known', pair])) !== null) return [['pair', pair]]
    return [
      ['pair', pair],
      ['network', this.#mac(`network ${networkOf(address)}`)],
      ['account', this.#accountKey(email)],
    ]
  }

  /** Keeps that the account has signed in from this network: guesses from elsewhere don't lock it out here. */
  async remember(email: string, address: string): Promise<void> {
    await this.#take(['known', this.#pairKey(email, address)])
  }

  /** True only for the first call with `what`, on any replica. */
  once(what: string): Promise<boolean> {
    return this.#take(['once', this.#mac(what)])
  }

  /** Returns, for each account, until when (epoch ms) sign-ins from some network are refused; null for none. */
  async lockedUntil(emails: readonly string[]): Promise<(number | null)[]> {
    const full = await this.#db
      .selectFrom('attempt_count')
      .select(['key', 'until'])
      .where((of) =>
        of.or([
          of.and([of('key', 'like', 'pair:%'), of('wrong', '>=', rules.pair.most)]),
          of.and([of('key', 'like', 'account:%'), of('wrong', '>=', rules.account.most)]),
        ]),
      )
      .where('until', '>', this.#now)
      .where('until', '<', sql<number>`${this.#now} + ${sql.lit(2 * day)}`)
      .orderBy('until')
      .execute()
    const until = new Map(full.map(({ key, until: at }) => [key.split(/[: ]/)[1], at]))
    return emails.map((email) => until.get(this.#accountKey(email)) ?? null)
  }

  /** Lifts the lock of an account, on every network and for its step-ups. */
  async unlock({ id, email }: { id: string; email: string }): Promise<void> {
    const account = this.#accountKey(email)
    await this.#db
      .deleteFrom('attempt_count')
      .where((of) =>
        of.or([
          of('key', 'in', [`account:${account}`, `proof:${id}`]),
          of('key', 'like', `pair:${account} %`),
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

  /** SQL: when a window that begins now ends, and whether the row's window has ended. */
  #window(rule: Rule): { ends: RawBuilder<number>; isOver: RawBuilder<boolean> } {
    const ends = sql<number>`${this.#now} + ${sql.lit(rules[rule].ms)}`
    return {
      ends,
      isOver: sql<boolean>`(attempt_count.until <= ${this.#now} OR attempt_count.until > ${ends} + ${sql.lit(clockStepMs)})`,
    }
  }

  /** Takes a place if there is one. */
  async #take([rule, key]: Key): Promise<boolean> {
    const { ends, isOver } = this.#window(rule)
    const taken = await this.#db
      .insertInto('attempt_count')
      .values({ key: `${rule}:${key}`, tries: 1, wrong: 0, until: ends })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            tries: sql`CASE WHEN ${isOver} THEN 1 ELSE attempt_count.tries + 1 END`,
            wrong: sql`CASE WHEN ${isOver} THEN 0 ELSE attempt_count.wrong END`,
            until: sql`CASE WHEN ${isOver} THEN ${ends} ELSE attempt_count.until END`,
          })
          .where(sql<boolean>`${isOver} OR attempt_count.tries < ${sql.lit(rules[rule].most)}`),
      )
      .returning('tries')
      .executeTakeFirst()
    if (taken?.tries === 1)
      await this.#db.deleteFrom('attempt_count').where('until', '<=', this.#now).execute()
    return taken !== undefined
  }

  /**
   * Takes a place in each count. When one is full, returns the ms until its window ends, and whether attempts that are not decided
   * yet hold some of its places.
   */
  async #takeAll(keys: readonly Key[]): Promise<{ left: number; isUndecided: boolean } | null> {
    for (const [at, key] of keys.entries()) {
      if (await this.#take(key)) continue
      await this.#settle(keys.slice(0, at), false)
      const { left, wrong } = (await this.#statusOf(key)) ?? { left: 0, wrong: 0 }
      return { left, isUndecided: wrong < rules[key[0]].most }
    }
    return null
  }

  /** Frees the places, or keeps them until their windows end when the attempt was wrong. */
  async #settle(keys: readonly Key[], isWrong: boolean): Promise<void> {
    for (const [rule, key] of keys)
      await this.#db
        .updateTable('attempt_count')
        .set(isWrong ? { wrong: sql`wrong + 1` } : { tries: sql`tries - 1` })
        .where('key', '=', `${rule}:${key}`)
        .whereRef('tries', '>', 'wrong')
        .execute()
  }

  /** Returns the ms until the key's window ends, and its wrong attempts; `null` for no attempt. */
  async #statusOf([rule, key]: Key): Promise<{ left: number; wrong: number } | null> {
    const found = await this.#db
      .selectFrom('attempt_count')
      .select([sql<number>`until - ${this.#now}`.as('left'), 'wrong'])
      .where('key', '=', `${rule}:${key}`)
      .where('tries', '>', 0)
      .where(sql<boolean>`NOT ${this.#window(rule).isOver}`)
      .executeTakeFirst()
    return found ?? null
  }
}
export type ActionLimits = Pick<Attempts, 'countedSecretRead'>
