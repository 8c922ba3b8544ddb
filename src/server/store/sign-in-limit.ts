import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Seal } from './seal.ts'

type Store = Pick<Database, 'db' | 'now'>
type Mac = Pick<Seal, 'mac'>

/** Failed tries, counted from the first of them until the window is over (trust T35). */
const perAccount = { most: 10, windowMs: 15 * 60_000 }
/** Whoever tries many accounts does it from somewhere. */
const perAddress = { most: 10, windowMs: 60_000 }

/**
 * Counts tries before they are made, in one statement of the store, so that replicas and parallel guesses share one count.
 * A try that turns out right is taken back: only who guesses is locked out, for unknown accounts as for known ones.
 */
function createTries(
  { db, now }: Store,
  keyOf: (text: string) => string,
  { most, windowMs }: typeof perAccount,
) {
  const begun = sql<number>`${now} - ${windowMs}`
  return {
    /** Takes one try. Gives how many seconds to wait when none is left; null when it may be made. */
    async take(text: string): Promise<number | null> {
      const over = sql<boolean>`sign_in_try.since <= ${begun}`
      const { tries, left } = await db
        .insertInto('sign_in_try')
        .values({ account: keyOf(text), tries: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet({
            tries: sql`CASE WHEN ${over} THEN 1 WHEN sign_in_try.tries > ${most} THEN sign_in_try.tries
              ELSE sign_in_try.tries + 1 END`,
            since: sql`CASE WHEN ${over} THEN ${now} ELSE sign_in_try.since END`,
          }),
        )
        .returning(['tries', sql<number>`since + ${windowMs} - ${now}`.as('left')])
        .executeTakeFirstOrThrow()
      // All are in one table: none goes before the longest window is over.
      if (tries === 1)
        await db
          .deleteFrom('sign_in_try')
          .where('since', '<=', sql<number>`${now} - ${perAccount.windowMs}`)
          .execute()
      return tries <= most ? null : Math.max(1, Math.ceil(left / 1_000))
    },

    /** The try was right, or was never made. */
    async giveBack(text: string): Promise<void> {
      await db
        .updateTable('sign_in_try')
        .set({ tries: sql`tries - 1` })
        .where('account', '=', keyOf(text))
        .where('tries', '>', 0)
        .execute()
    },
  }
}

export function createSignInLimit(store: Store, seal: Mac) {
  const { db, now } = store
  /** People type passwords into the wrong field: what was typed is not stored. */
  const keyOf = (account: string) => seal.mac(`sign-in ${account.trim().toLowerCase()}`)
  return {
    ...createTries(store, keyOf, perAccount),

    /** Epoch milliseconds until which the account is locked; null when it is not. */
    async lockedUntil(accounts: readonly string[]): Promise<(number | null)[]> {
      const rows = await db
        .selectFrom('sign_in_try')
        .select(['account', 'since'])
        .where('tries', '>=', perAccount.most)
        .where('since', '>', sql<number>`${now} - ${perAccount.windowMs}`)
        .execute()
      const until = new Map(rows.map(({ account, since }) => [account, since + perAccount.windowMs]))
      return accounts.map((account) => until.get(keyOf(account)) ?? null)
    },

    async unlock(account: string): Promise<void> {
      await db.deleteFrom('sign_in_try').where('account', '=', keyOf(account)).execute()
    },
  }
}
export type SignInLimit = ReturnType<typeof createSignInLimit>

/** The same for where tries come from: a network, as `networkOf` tells it. */
export const createAddressLimit = (store: Store, seal: Mac) =>
  createTries(store, (network) => seal.mac(`sign-in from ${network}`), perAddress)
export type AddressLimit = ReturnType<typeof createAddressLimit>
