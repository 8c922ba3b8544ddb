import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

type Store = Pick<Database, 'db' | 'now'>

/** At most so many wrong tries, from the first try until the window is over. */
interface Counter {
  key: string
  most: number
  windowMs: number
}
const perAccount = { most: 10, windowMs: 15 * 60_000 }
/** Guessing at many accounts comes from somewhere. */
const perAddress = { most: 10, windowMs: 60_000 }

/** A window that begins later than now by more than this, ms, shows that the store's clock was put back. */
const clockStepMs = 60_000

/** How long to wait where tries that are never decided hold all places. */
const undecidedSeconds = 5

/** Refusals remembered, and how long: a lock that was lifted on another replica may still refuse here. */
const mostRefusals = 10_000
const rememberedMs = 5_000

/** What came of an attempt; `undecided`: neither right nor wrong, as when the store failed. */
interface Decided<Value> {
  verdict: 'right' | 'wrong' | 'undecided'
  value: Value
}

/** What better-auth's answer says of a password or code; too many hashes at once, or a store that fails, decide nothing. */
export function verdictOf(response: Response): Decided<Response> {
  const isUndecided = response.status === 429 || response.status >= 500
  return { verdict: response.ok ? 'right' : isUndecided ? 'undecided' : 'wrong', value: response }
}

/** The value of an attempt; or, where none was made, the seconds to wait and the counter that had no room. */
type Counted<Value> =
  { retryAfter: null; value: Value } | { retryAfter: number; refusedBy: Counter; value?: never }

/** One try that a counter holds while it is being decided; `since` names the window. */
interface Held {
  counter: Counter
  since: number
}

/** Wakes the tries of this process that wait for a counter when one is decided. Other processes poll. */
function createWakeSignal() {
  const waiting = new Map<string, Set<() => void>>()
  return {
    /** Resolves when a try of the key is decided here, after `ms` at the latest. */
    next: (key: string, ms: number): Promise<void> =>
      new Promise((resolve) => {
        const line = waiting.get(key) ?? new Set()
        waiting.set(key, line)
        const go = () => {
          clearTimeout(timer)
          line.delete(go)
          if (line.size === 0) waiting.delete(key)
          resolve()
        }
        const timer = setTimeout(go, ms)
        line.add(go)
      }),
    /** Wakes all that wait for the key, or only the first: one place has become free. */
    wake(key: string, all: boolean): void {
      for (const go of [...(waiting.get(key) ?? [])].slice(0, all ? undefined : 1)) go()
    },
  }
}

/**
 * Counts wrong tries of passwords and codes, for all replicas. A try takes its place in the count before it is made, in one
 * statement of the store, so that parallel guesses get no more than their number; a right one gives its place back. One that
 * finds every place taken by tries still being decided waits for those: right passwords are never refused for their number.
 */
export function createSignInLimit(
  { db, now }: Store,
  { mac }: Pick<Seal, 'mac'>,
  { signInWaitMs, signInLookMs }: Pick<Timings, 'signInWaitMs' | 'signInLookMs'> = defaultTimings,
) {
  const decided = createWakeSignal()
  /** When the key may be tried again, by the monotonic clock: a flood of refused tries costs the store nothing. */
  const refusals = new LRUCache<string, number>({
    max: mostRefusals,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  })
  const secondsUntil = (until: number) => Math.max(1, Math.ceil((until - performance.now()) / 1_000))
  const remember = (key: string, seconds: number) =>
    refusals.set(key, performance.now() + seconds * 1_000, {
      ttl: Math.min(seconds * 1_000, rememberedMs),
    })

  /** People type passwords into the wrong field: what was typed is not stored. */
  const accountKey = (account: string) => mac(`sign-in ${account.trim().toLowerCase()}`)

  /** Takes a place; null when there is none. */
  async function takePlace(counter: Counter): Promise<Held | null> {
    const { key, most, windowMs } = counter
    // A window that begins later than now was begun before the store's clock was put back, and would last as much longer.
    const isNew = sql<boolean>`(sign_in_try.since <= ${now} - ${windowMs} OR sign_in_try.since > ${now} + ${clockStepMs} OR sign_in_try.tries = 0)`
    const taken = await db
      .insertInto('sign_in_try')
      .values({ account: key, tries: 1, failed: 0, since: now })
      .onConflict((conflict) =>
        conflict
          .column('account')
          .doUpdateSet({
            tries: sql`CASE WHEN ${isNew} THEN 1 ELSE sign_in_try.tries + 1 END`,
            failed: sql`CASE WHEN ${isNew} THEN 0 ELSE sign_in_try.failed END`,
            since: sql`CASE WHEN ${isNew} THEN ${now} ELSE sign_in_try.since END`,
          })
          .where(sql<boolean>`${isNew} OR sign_in_try.tries < ${most}`),
      )
      .returning(['tries', 'since'])
      .executeTakeFirst()
    if (taken === undefined) return null
    // All are in one table: none goes before the longest window is over.
    if (taken.tries === 1)
      await db
        .deleteFrom('sign_in_try')
        .where('since', '<=', sql<number>`${now} - ${perAccount.windowMs}`)
        .execute()
    return { counter, since: taken.since }
  }

  /** Whether every place went to a wrong try, and the seconds until the window is over. */
  async function statusOf({ key, most, windowMs }: Counter) {
    const row = await db
      .selectFrom('sign_in_try')
      .select(['failed', sql<number>`since + ${windowMs} - ${now}`.as('left')])
      .where('account', '=', key)
      .executeTakeFirst()
    const { failed, left } = row ?? { failed: 0, left: 0 }
    return { isLocked: failed >= most, seconds: Math.max(1, Math.ceil(left / 1_000)) }
  }

  /** Takes a place, waiting until `deadline` for tries that are being decided; or the seconds to wait when there is none. */
  async function take(counter: Counter, deadline: number): Promise<Held | number> {
    for (;;) {
      const held = await takePlace(counter)
      if (held !== null) return held
      const { isLocked, seconds } = await statusOf(counter)
      if (isLocked) {
        remember(counter.key, seconds)
        return seconds
      }
      const left = deadline - performance.now()
      if (left <= 0) {
        // Tries of a replica that died hold their places until the window is over.
        remember(counter.key, undecidedSeconds)
        return undecidedSeconds
      }
      await decided.next(counter.key, Math.min(signInLookMs, left))
    }
  }

  /** Frees the place, or keeps it for a wrong try until the window is over. */
  async function settle({ counter: { key }, since }: Held, isWrong: boolean): Promise<void> {
    await db
      .updateTable('sign_in_try')
      .set(isWrong ? { failed: sql`failed + 1` } : { tries: sql`tries - 1` })
      .where('account', '=', key)
      // Of another window where the try took longer than its own.
      .where('since', '=', since)
      .execute()
    decided.wake(key, isWrong)
  }

  return {
    /** Sign-ins to an account from browsers that are not known for it. */
    account: (account: string): Counter => ({ key: accountKey(account), ...perAccount }),
    /** Sign-ins to an account from one browser that is known for it: strangers use up none of these. */
    device: (account: string, device: string): Counter => ({
      key: `${accountKey(account)} ${mac(`device ${device}`)}`,
      ...perAccount,
    }),
    /** Of all known browsers of the account together: an owner of its password can make any number of them. */
    knownDevices: (account: string): Counter => ({
      key: `${accountKey(account)} devices`,
      ...perAccount,
      most: perAccount.most * 5,
    }),
    /** The password and code asked of the signed-in user of an account. */
    stepUp: (account: string): Counter => ({ key: `${accountKey(account)} step-up`, ...perAccount }),
    /** Sign-ins from a network, as `networkOf` names it. */
    network: (network: string): Counter => ({ key: mac(`sign-in from ${network}`), ...perAddress }),

    /** Makes an attempt that each of the counters has room for. Throws what the attempt throws. */
    async counted<Value>(
      counters: readonly Counter[],
      attempt: () => Promise<Decided<Value>>,
    ): Promise<Counted<Value>> {
      for (const counter of counters) {
        const until = refusals.get(counter.key)
        if (until !== undefined) return { retryAfter: secondsUntil(until), refusedBy: counter }
      }
      const deadline = performance.now() + signInWaitMs
      const places: Held[] = []
      let isWrong = false
      try {
        for (const counter of counters) {
          const held = await take(counter, deadline)
          if (typeof held === 'number') return { retryAfter: held, refusedBy: counter }
          places.push(held)
        }
        const { verdict, value } = await attempt()
        isWrong = verdict === 'wrong'
        return { retryAfter: null, value }
      } finally {
        // A place that cannot be given back frees itself with its window, and must not cost a right sign-in its answer.
        await Promise.allSettled(places.map((held) => settle(held, isWrong)))
      }
    },

    /** Epoch milliseconds until which one of the account's counters has no place left; null when all have. */
    async lockedUntil(accounts: readonly string[]): Promise<(number | null)[]> {
      const rows = await db
        .selectFrom('sign_in_try')
        .select(['account', 'since'])
        .where('tries', '>=', perAccount.most)
        .where('since', '>', sql<number>`${now} - ${perAccount.windowMs}`)
        .orderBy('since')
        .execute()
      const until = new Map(
        rows.map(({ account, since }) => [account.split(' ')[0], since + perAccount.windowMs]),
      )
      return accounts.map((account) => until.get(accountKey(account)) ?? null)
    },

    async unlock(account: string): Promise<void> {
      await db
        .deleteFrom('sign_in_try')
        .where('account', 'like', `${accountKey(account)}%`)
        .execute()
      for (const key of [...refusals.keys()].filter((each) => each.startsWith(accountKey(account))))
        refusals.delete(key)
    },
  }
}
export type SignInLimit = ReturnType<typeof createSignInLimit>
