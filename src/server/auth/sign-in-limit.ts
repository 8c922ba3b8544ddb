import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

type Store = Pick<Database, 'db' | 'now'>

/** At most `most` wrong attempts, from the first attempt until the window is over. */
interface Counter {
  key: string
  most: number
  windowMs: number
}
const perAccount = { most: 10, windowMs: 15 * 60_000 }
/** All known browsers of an account together. */
const mostOfDevices = perAccount.most * 5
/** Limits guesses at many accounts from one network. */
const perAddress = { most: 10, windowMs: 60_000 }

/** A window that begins more than this many ms in the future shows that the store's clock was put back. */
const clockStepMs = 60_000

/** The wait when attempts that are never decided hold all places. */
const undecidedSeconds = 5

/** How many refusals to remember, and for how long, ms. A lock lifted on another replica may refuse here until then. */
const maxRefusals = 10_000
const rememberedMs = 5_000

/** The result of an attempt. `undecided`: neither right nor wrong, for example when the store failed. */
interface Decided<Value> {
  verdict: 'right' | 'wrong' | 'undecided'
  value: Value
}

/**
 * Returns the verdict in better-auth's response to a password or code. Too many hashes (429) or a failing store (5xx)
 * decide nothing.
 */
export function verdictOf(response: Response): Decided<Response> {
  const isUndecided = response.status === 429 || response.status >= 500
  return { verdict: response.ok ? 'right' : isUndecided ? 'undecided' : 'wrong', value: response }
}

/** The attempt's value; or, when no attempt was made, the seconds to wait and the counter that had no room. */
type Counted<Value> =
  { retryAfter: null; value: Value } | { retryAfter: number; refusedBy: Counter; value?: never }

/** An attempt that holds a place in a counter until it is decided. `since` identifies the window. */
interface Held {
  counter: Counter
  since: number
}

/** Wakes this process's attempts that wait for a counter when another attempt is decided. Other processes poll. */
function createWakeSignal() {
  const waiting = new Map<string, Set<() => void>>()
  return {
    /** Resolves when an attempt for the key is decided in this process, or after `ms`. */
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
    /** Wakes all attempts that wait for the key, or only the first when one place has become free. */
    wake(key: string, all: boolean): void {
      for (const go of [...(waiting.get(key) ?? [])].slice(0, all ? undefined : 1)) go()
    },
  }
}

/**
 * Counts wrong attempts at passwords and codes, for all replicas. An attempt takes its place in the count before it runs,
 * in one statement of the store, so parallel guesses can't exceed the limit; a right attempt gives its place back. When
 * undecided attempts hold every place, the next attempt waits for them: right passwords are never refused because there
 * are many.
 */
export function createSignInLimit(
  { db, now }: Store,
  { mac }: Pick<Seal, 'mac'>,
  { signInWaitMs, signInLookMs }: Pick<Timings, 'signInWaitMs' | 'signInLookMs'> = defaultTimings,
) {
  const decided = createWakeSignal()
  /** When each key may be tried again, by the monotonic clock. Refusing repeated attempts from memory costs the store nothing. */
  const refusals = new LRUCache<string, number>({
    max: maxRefusals,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  })
  const secondsUntil = (until: number) => Math.max(1, Math.ceil((until - performance.now()) / 1_000))
  const remember = (key: string, seconds: number) =>
    refusals.set(key, performance.now() + seconds * 1_000, {
      ttl: Math.min(seconds * 1_000, rememberedMs),
    })

  /** Store only a MAC: people type passwords into the wrong field. */
  const accountKey = (account: string) => mac(`sign-in ${account.trim().toLowerCase()}`)

  /** Takes a place in the counter; returns `null` when there is none. */
  async function takeSlot(counter: Counter): Promise<Held | null> {
    const { key, most, windowMs } = counter
    // A window that begins in the future started before the store's clock was put back, and would last that much longer.
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
    // All counters share one table, so rows stay until the longest window is over.
    if (taken.tries === 1)
      await db
        .deleteFrom('sign_in_try')
        .where('since', '<=', sql<number>`${now} - ${perAccount.windowMs}`)
        .execute()
    return { counter, since: taken.since }
  }

  /** Returns whether wrong attempts hold every place, and the seconds until the window is over. */
  async function statusOf({ key, most, windowMs }: Counter) {
    const row = await db
      .selectFrom('sign_in_try')
      .select(['failed', sql<number>`since + ${windowMs} - ${now}`.as('left')])
      .where('account', '=', key)
      .executeTakeFirst()
    const { failed, left } = row ?? { failed: 0, left: 0 }
    return { isLocked: failed >= most, seconds: Math.max(1, Math.ceil(left / 1_000)) }
  }

  /** Takes a place, waiting until `deadline` for undecided attempts. Returns the seconds to wait when there is no place. */
  async function take(counter: Counter, deadline: number): Promise<Held | number> {
    for (;;) {
      const held = await takeSlot(counter)
      if (held !== null) return held
      const { isLocked, seconds } = await statusOf(counter)
      if (isLocked) {
        remember(counter.key, seconds)
        return seconds
      }
      const left = deadline - performance.now()
      if (left <= 0) {
        // Attempts of a replica that crashed hold their places until the window is over.
        remember(counter.key, undecidedSeconds)
        return undecidedSeconds
      }
      await decided.next(counter.key, Math.min(signInLookMs, left))
    }
  }

  /** Frees the place, or keeps it until the window is over when the attempt was wrong. */
  async function settle({ counter: { key }, since }: Held, isWrong: boolean): Promise<void> {
    await db
      .updateTable('sign_in_try')
      .set(isWrong ? { failed: sql`failed + 1` } : { tries: sql`tries - 1` })
      .where('account', '=', key)
      // The attempt may have outlasted its window. Then the count belongs to a later window and must not change.
      .where('since', '=', since)
      .execute()
    decided.wake(key, isWrong)
  }

  return {
    /** Counts sign-ins to an account from browsers that are not known for it. */
    account: (account: string): Counter => ({ key: accountKey(account), ...perAccount }),
    /** Counts sign-ins to an account from one browser known for it. Strangers can't use up these attempts. */
    device: (account: string, device: string): Counter => ({
      key: `${accountKey(account)} ${mac(`device ${device}`)}`,
      ...perAccount,
    }),
    /** Counts all known browsers of an account together: anyone with the password can create any number of them. */
    knownDevices: (account: string): Counter => ({
      key: `${accountKey(account)} devices`,
      ...perAccount,
      most: mostOfDevices,
    }),
    /** Counts the passwords and codes of a signed-in user's step-ups. */
    stepUp: (account: string): Counter => ({ key: `${accountKey(account)} step-up`, ...perAccount }),
    /** Counts sign-ins from a network, as `networkOf` names it. */
    network: (network: string): Counter => ({ key: mac(`sign-in from ${network}`), ...perAddress }),

    /** Makes an attempt when every counter has room. Rethrows the attempt's error. */
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
        // If the store fails here, the place frees itself with its window. The error must not replace the response to a
        // right sign-in.
        await Promise.allSettled(places.map((held) => settle(held, isWrong)))
      }
    },

    /**
     * Returns, for each account, until when (epoch ms) sign-ins from one of its browsers, or from unknown browsers, are
     * refused; `null` when none are. A full counter of step-ups refuses no sign-in.
     */
    async lockedUntil(accounts: readonly string[]): Promise<(number | null)[]> {
      const rows = await db
        .selectFrom('sign_in_try')
        .select(['account', 'since'])
        .where(
          sql<boolean>`tries >= CASE WHEN account LIKE '% devices' THEN ${sql.lit(mostOfDevices)} ELSE ${sql.lit(perAccount.most)} END`,
        )
        .where('account', 'not like', '% step-up')
        .where('since', '>', sql<number>`${now} - ${perAccount.windowMs}`)
        .where('since', '<=', sql<number>`${now} + ${clockStepMs}`)
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
