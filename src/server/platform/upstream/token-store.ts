import { sql } from 'kysely'
import * as z from 'zod'
import type { Renewal, TokenState, TokenStore } from '#upstream/token.ts'
import { inMs, type Database } from '../database/database.ts'
import { sealedFor, type Seal } from '../database/encryption.ts'
import { isHeld, leaseOf, released } from '../lease.ts'

const renewalList = z.array(z.object({ at: z.number(), because: z.enum(['due', 'refused']).catch('due') }))

/** Token state shared by all replicas. Each change is one statement and uses the database's clock. */
export class DatabaseTokenStore implements TokenStore {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #seal: Seal

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, seal: Seal) {
    this.#db = db
    this.#now = now
    this.#seal = seal
  }

  async read(key: string): Promise<{ state: TokenState; now: number }> {
    await this.#db
      .insertInto('token_state')
      .values({ key, generation: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await this.#db
      .selectFrom('token_state')
      .selectAll()
      .select(this.#now.as('now'))
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return {
      now: row.now,
      state: {
        token: row.token === null ? null : this.#seal.open(row.token, sealedFor.token(key)),
        generation: row.generation,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
        cooldownUntil: row.cooldown_until,
        lastError: row.last_error,
        renewals: row.renewals === null ? [] : renewalList.parse(JSON.parse(row.renewals)),
      },
    }
  }

  async lease(key: string, generation: number, milliseconds: number): Promise<number | null> {
    const lease = leaseOf(this.#now)
    const row = await this.#db
      .updateTable('token_state')
      .set(lease.take(milliseconds))
      .where('key', '=', key)
      .where('generation', '=', generation)
      .where(lease.isFree)
      .returning('fencing_token')
      .executeTakeFirst()
    return row?.fencing_token ?? null
  }

  async renewed(
    key: string,
    fencingToken: number,
    { token, lifeMs, renewals }: { token: string; lifeMs: number; renewals: readonly Renewal[] },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#leased(key, fencingToken)
      .set({
        ...released,
        token: this.#seal.seal(token, sealedFor.token(key)),
        generation: sql`generation + 1`,
        issued_at: this.#now,
        expires_at: inMs(this.#now)(lifeMs),
        cooldown_until: null,
        last_error: null,
        renewals: JSON.stringify(renewals),
      })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async failed(
    key: string,
    fencingToken: number,
    { error, cooldownMs }: { error: string; cooldownMs: number },
  ): Promise<void> {
    await this.#leased(key, fencingToken)
      .set({ ...released, cooldown_until: inMs(this.#now)(cooldownMs), last_error: error })
      .execute()
  }

  #leased(key: string, fencingToken: number) {
    return this.#db.updateTable('token_state').where('key', '=', key).where(isHeld(fencingToken))
  }
}
