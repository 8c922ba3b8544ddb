import { sql } from 'kysely'
import * as z from 'zod'
import type { TokenStore } from '#upstream/token.ts'
import { inMs, type Database } from '../database/database.ts'
import { sealedFor, type Seal } from '../database/encryption.ts'
import { isHeld, leaseOf, released } from '../lease.ts'

const renewalList = z.array(z.object({ at: z.number(), because: z.enum(['due', 'refused']).catch('due') }))

/** Token state shared by all replicas. Each change is one statement and uses the database's clock. */
export function createTokenStore({ db, now }: Database, seal: Seal): TokenStore {
  const lease = leaseOf(now)
  const after = inMs(now)
  const held = (key: string, fencingToken: number) =>
    db.updateTable('token_state').where('key', '=', key).where(isHeld(fencingToken))

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
          cooldownUntil: row.cooldown_until,
          lastError: row.last_error,
          renewals: row.renewals === null ? [] : renewalList.parse(JSON.parse(row.renewals)),
        },
      }
    },

    async lease(key, generation, milliseconds) {
      const row = await db
        .updateTable('token_state')
        .set(lease.take(milliseconds))
        .where('key', '=', key)
        .where('generation', '=', generation)
        .where(lease.isFree)
        .returning('fencing_token')
        .executeTakeFirst()
      return row?.fencing_token ?? null
    },

    async renewed(key, fencingToken, { token, lifeMs, renewals }) {
      const { numUpdatedRows } = await held(key, fencingToken)
        .set({
          ...released,
          token: seal.seal(token, sealedFor.token(key)),
          generation: sql`generation + 1`,
          issued_at: now,
          expires_at: after(lifeMs),
          cooldown_until: null,
          last_error: null,
          renewals: JSON.stringify(renewals),
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async failed(key, fencingToken, { error, cooldownMs }) {
      await held(key, fencingToken)
        .set({ ...released, cooldown_until: after(cooldownMs), last_error: error })
        .execute()
    },
  }
}
