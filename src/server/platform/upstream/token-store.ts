import { sql } from 'kysely'
import * as z from 'zod'
import type { TokenStore } from '#upstream/token.ts'
import type { Database } from '../database/database.ts'
import { sealedFor, type Seal } from '../database/encryption.ts'

const renewalList = z.array(z.object({ at: z.number(), because: z.enum(['due', 'refused']).catch('due') }))

/** Token state shared by all replicas. Each change is one statement and uses the database's clock. */
export function createTokenStore({ db, now }: Database, seal: Seal): TokenStore {
  return {
    async read(key) {
      await db
        .insertInto('token_state')
        .values({ key, generation: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await db
        .selectFrom('token_state')
        .selectAll()
        .select(now.as('now'))
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      return {
        now: row.now,
        state: {
          token: row.token === null ? null : seal.open(row.token, sealedFor.token(key)),
          generation: row.generation,
          issuedAt: row.issued_at,
          expiresAt: row.expires_at,
          leaseOwner: row.lease_owner,
          leaseUntil: row.lease_until,
          cooldownUntil: row.cooldown_until,
          lastError: row.last_error,
          renewals: row.renewals === null ? [] : renewalList.parse(JSON.parse(row.renewals)),
        },
      }
    },

    async lease(key, generation, owner, milliseconds) {
      const { numUpdatedRows } = await db
        .updateTable('token_state')
        .set({ lease_owner: owner, lease_until: sql<number>`${now} + ${sql.lit(milliseconds)}` })
        .where('key', '=', key)
        .where('generation', '=', generation)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async renewed(key, generation, owner, { token, lifeMs, renewals }) {
      const { numUpdatedRows } = await db
        .updateTable('token_state')
        .set({
          token: seal.seal(token, sealedFor.token(key)),
          generation: generation + 1,
          issued_at: now,
          expires_at: sql<number>`${now} + ${sql.lit(Math.round(lifeMs))}`,
          lease_owner: null,
          lease_until: null,
          cooldown_until: null,
          last_error: null,
          renewals: JSON.stringify(renewals),
        })
        .where('key', '=', key)
        .where('generation', '=', generation)
        .where('lease_owner', '=', owner)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async failed(key, generation, owner, { error, cooldownMs }) {
      await db
        .updateTable('token_state')
        .set({
          lease_owner: null,
          lease_until: null,
          cooldown_until: sql<number>`${now} + ${sql.lit(Math.round(cooldownMs))}`,
          last_error: error,
        })
        .where('key', '=', key)
        .where('generation', '=', generation)
        .where('lease_owner', '=', owner)
        .execute()
    },
  }
}
