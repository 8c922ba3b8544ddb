import { sql } from 'kysely'
import { createAttemptCount } from './attempt-count.ts'
import { createQueue } from './hashing.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { networkOf } from '../platform/http/network-of.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Wrong attempts in a window, over all replicas. A right attempt is given back. */
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
  /** Something that works once, such as an answer of the identity provider. */
  once: { most: 1, ms: 15 * minute },
} as const
type Rule = keyof typeof rules
type Key = readonly [rule: Rule, key: string]

/** A further attempt is refused: these already wait for about two seconds. */
const maxWaiting = 36

/** The attempt's value, null for a wrong one; or, when no attempt was made, the seconds to wait and what was full. */
type Counted<Value> =
  { retryAfter: null; value: Value | null } | { retryAfter: number; full: Rule; value?: never }

/**
 * Counts wrong attempts at passwords and codes. An attempt takes its place in each count before it is made, in one statement of
 * the store, so parallel guesses can't exceed a limit.
 */
export function createAttempts(store: Pick<Database, 'db' | 'now'>, { mac }: Pick<Seal, 'mac'>) {
  const { db, now } = store
  const open = (name: Rule) => createAttemptCount(store, { name, ...rules[name] })
  const counts = {
    network: open('network'),
    pair: open('pair'),
    account: open('account'),
    proof: open('proof'),
    known: open('known'),
    once: open('once'),
  }
  const inTurn = createQueue(maxWaiting)

  /** Store only a MAC: people type passwords into the wrong field. */
  const accountKey = (email: string) => mac(`account ${email.trim().toLowerCase()}`)
  const pairKey = (email: string, address: string) =>
    `${accountKey(email)} ${mac(`network ${networkOf(address)}`)}`

  const settle = (keys: readonly Key[], isWrong: boolean) =>
    Promise.all(keys.map(([rule, key]) => counts[rule].settle(key, isWrong)))

  /** Takes a place in each count. Returns the seconds to wait when one is full. */
  async function take(keys: readonly Key[]): Promise<{ retryAfter: number; full: Rule } | null> {
    for (const [at, key] of keys.entries()) {
      const waitMs = await counts[key[0]].take(key[1])
      if (waitMs === null) continue
      await settle(keys.slice(0, at), false)
      return { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)), full: key[0] }
    }
    return null
  }

  async function make<Value>(
    keys: readonly Key[],
    attempt: () => Promise<Value | null>,
  ): Promise<Counted<Value>> {
    const refused = await take(keys)
    if (refused !== null) return refused
    let isWrong = false
    try {
      const value = await attempt()
      isWrong = value === null
      return { retryAfter: null, value }
    } finally {
      // If the store fails here, the place frees itself with its window. The error must not replace the result.
      await settle(keys, isWrong).catch(() => undefined)
    }
  }

  return {
    /**
     * Makes an attempt when every count has room. The attempt returns null when it was wrong. Rethrows its error, and throws
     * `too-many-requests` when too many attempts wait.
     */
    counted: <Value>(keys: readonly Key[], attempt: () => Promise<Value | null>): Promise<Counted<Value>> =>
      inTurn(() => make(keys, attempt)),

    /**
     * Returns the counts of a sign-in. Where the account has signed in, only its own attempts there count: neither a colleague's
     * wrong passwords nor strangers elsewhere lock it out.
     */
    async signInKeys(email: string, address: string): Promise<Key[]> {
      const pair: Key = ['pair', pairKey(email, address)]
      const network: Key = ['network', mac(`network ${networkOf(address)}`)]
      const isKnown = (await counts.known.status(pair[1])) !== null
      return isKnown ? [pair] : [pair, network, ['account', accountKey(email)]]
    },

    proofKey: (userId: string): Key => ['proof', userId],

    /** Keeps that the account has signed in from this network: guesses from elsewhere don't lock it out here. */
    async remember(email: string, address: string): Promise<void> {
      await counts.known.tryToTake(pairKey(email, address))
    },

    /** True only for the first call with `what`, on any replica. */
    once: (what: string): Promise<boolean> => counts.once.tryToTake(mac(what)),
    isSpent: async (what: string): Promise<boolean> => (await counts.once.status(mac(what))) !== null,

    /** Returns, for each account, until when (epoch ms) sign-ins from some network are refused; null for none. */
    async lockedUntil(emails: readonly string[]): Promise<(number | null)[]> {
      const full = await db
        .selectFrom('attempt_count')
        .select(['key', 'until'])
        .where((of) =>
          of.or([
            of.and([of('key', 'like', 'pair:%'), of('wrong', '>=', rules.pair.most)]),
            of.and([of('key', 'like', 'account:%'), of('wrong', '>=', rules.account.most)]),
          ]),
        )
        .where('until', '>', now)
        .where('until', '<', sql<number>`${now} + ${sql.lit(2 * day)}`)
        .orderBy('until')
        .execute()
      const until = new Map(full.map(({ key, until: at }) => [key.split(/[: ]/)[1], at]))
      return emails.map((email) => until.get(accountKey(email)) ?? null)
    },

    /** Lifts the lock of an account, on every network and for its step-ups. */
    async unlock({ id, email }: { id: string; email: string }): Promise<void> {
      const account = accountKey(email)
      await counts.account.forget(account)
      await counts.proof.forget(id)
      await db.deleteFrom('attempt_count').where('key', 'like', `pair:${account} %`).execute()
    },
  }
}
export type Attempts = ReturnType<typeof createAttempts>
