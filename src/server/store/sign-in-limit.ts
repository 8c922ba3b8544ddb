import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Seal } from './seal.ts'

/** So many failed tries per account until the quarter of an hour that began with the first of them is over (trust T35). */
const mostTries = 10
const windowMs = 15 * 60_000

/**
 * Counts tries before they are made, in one statement of the store, so that replicas and parallel guesses share one count.
 * A try that turns out right is taken back: only who guesses is locked out, for unknown accounts as for known ones.
 */
export function createSignInLimit({ db, now }: Pick<Database, 'db' | 'now'>, seal: Pick<Seal, 'mac'>) {
  /** People type passwords into the wrong field: what was typed is not stored. */
  const keyOf = (account: string) => seal.mac(`sign-in ${account.trim().toLowerCase()}`)
  const begun = sql<number>`${now} - ${windowMs}`

  return {
    /** Takes one try. Gives how many seconds to wait when none is left; null when it may be made. */
    async take(account: string): Promise<number | null> {
      const over = sql<boolean>`sign_in_try.since <= ${begun}`
      const { tries, left } = await db
        .insertInto('sign_in_try')
        .values({ account: keyOf(account), tries: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet({
            tries: sql`CASE WHEN ${over} THEN 1 WHEN sign_in_try.tries > ${mostTries} THEN sign_in_try.tries
              ELSE sign_in_try.tries + 1 END`,
            since: sql`CASE WHEN ${over} THEN ${now} ELSE sign_in_try.since END`,
          }),
        )
        .returning(['tries', sql<number>`since + ${windowMs} - ${now}`.as('left')])
        .executeTakeFirstOrThrow()
      if (tries === 1) await db.deleteFrom('sign_in_try').where('since', '<=', begun).execute()
      return tries <= mostTries ? null : Math.max(1, Math.ceil(left / 1_000))
    },

    /** The try was right, or was never made. */
    async giveBack(account: string): Promise<void> {
      await db
        .updateTable('sign_in_try')
        .set({ tries: sql`tries - 1` })
        .where('account', '=', keyOf(account))
        .where('tries', '>', 0)
        .execute()
    },

    /** Epoch milliseconds until which the account is locked; null when it is not. */
    async lockedUntil(accounts: readonly string[]): Promise<(number | null)[]> {
      const rows = await db
        .selectFrom('sign_in_try')
        .select(['account', 'since'])
        .where('tries', '>=', mostTries)
        .where('since', '>', begun)
        .execute()
      const until = new Map(rows.map(({ account, since }) => [account, since + windowMs]))
      return accounts.map((account) => until.get(keyOf(account)) ?? null)
    },

    async unlock(account: string): Promise<void> {
      await db.deleteFrom('sign_in_try').where('account', '=', keyOf(account)).execute()
    },
  }
}
export type SignInLimit = ReturnType<typeof createSignInLimit>
