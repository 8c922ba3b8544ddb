import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WriteAudit } from '../audit/audit-store.ts'
import type { Holder } from '../numbers/number-tracker.ts'
import { inMs, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import { outcomeOf } from './audit-entries.ts'
import { agentLabel } from './joiners.ts'

/** A number, still bound, and the agent who leaves it. */
interface LeftNumber {
  ext: string
  agentUuid: string
  agentName: string | null
}
/** The user who asks for a change, and the name that lists show. */
interface ByUser {
  actor: Actor
  userName: string
}

const dayMs = 24 * 3_600_000

/** SQL: when a number is free again that is kept back from now on. */
export const keptUntil = (now: Database['now'], days: number) => inMs(now)(days * dayMs)

/** Ends the expired reservations of one number, or of all numbers. */
export async function expireReservations(
  transaction: StoreTransaction,
  write: WriteAudit,
  { account, now, actor, ext }: { account: string; now: Database['now']; actor: Actor; ext?: string },
): Promise<void> {
  const days = sql`cast(keep_days AS bigint)`
  // Bound as far as is known: the days begin when the service shows the number free.
  await transaction
    .updateTable('reservation')
    .set({ expires_at: sql<number>`${now} + ${days} * ${sql.lit(dayMs)}` })
    .where('account', '=', account)
    .where('state', '=', 'reserved')
    .where('keep_days', 'is not', null)
    .where('holder', 'is not', null)
    // Early, so that no read takes it for ended.
    .where('expires_at', '<=', sql<number>`${now} + ${days} * ${sql.lit(dayMs / 2)}`)
    .$if(ext !== undefined, (query) => query.where('ext', '=', ext ?? ''))
    .execute()
  const rows = await transaction
    .updateTable('reservation')
    .set({ state: 'expired', ended_at: sql<number>`expires_at` })
    .where('account', '=', account)
    .where('state', '=', 'reserved')
    .where('expires_at', '<=', now)
    .$if(ext !== undefined, (query) => query.where('ext', '=', ext ?? ''))
    .returning(['ext', 'agent_uuid', 'joiner_id'])
    .execute()
  await write(
    rows.map((row) =>
      outcomeOf(actor, 'reservation.expire', row.ext, agentLabel(row.agent_uuid, row.joiner_id)),
    ),
  )
}

/** Keeps numbers back that an agent leaves, within the transaction of the request that says so. */
export class KeepBack {
  readonly #now: Database['now']
  readonly #account: string

  constructor({ now }: Pick<Database, 'now'>, account: string) {
    this.#now = now
    this.#account = account
  }

  /** Reserves numbers, still bound, for no one. Leaves out those with an open reservation. Returns the numbers kept back. */
  async keepBack(
    transaction: StoreTransaction,
    write: WriteAudit,
    { actor, userName }: ByUser,
    days: number,
    numbers: readonly LeftNumber[],
  ): Promise<string[]> {
    const [now, account] = [this.#now, this.#account]
    const keptBack: string[] = []
    for (const { ext, agentUuid, agentName } of numbers) {
      await expireReservations(transaction, write, { account, now, actor, ext })
      const id = randomUUID()
      const made = await transaction
        .insertInto('reservation')
        .values({
          id,
          account,
          ext,
          agent_uuid: agentUuid,
          agent_name: agentName,
          user_id: actor.id,
          user_name: userName,
          // The pending request is what makes it once.
          idempotency_key: id,
          body_mac: '',
          state: 'reserved',
          reserved_at: now,
          expires_at: keptUntil(now, days),
          checked_at: now,
          holder: JSON.stringify({ agentUuid, agentName, since: null } satisfies Holder),
          keep_days: days,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('ext')
        .executeTakeFirst()
      if (made === undefined) continue
      keptBack.push(ext)
      const reason = `${days} days after ${agentLabel(agentUuid, null)}`
      await write([outcomeOf(actor, 'reservation.keep', ext, reason)])
    }
    return keptBack
  }

  /** Releases numbers kept back that the service still shows with the agent. */
  async keepNoLonger(
    transaction: StoreTransaction,
    write: WriteAudit,
    { actor, userName }: ByUser,
    numbers: readonly string[],
    reason: string,
  ): Promise<void> {
    const released = await transaction
      .updateTable('reservation')
      .set({ state: 'released', ended_at: this.#now, ended_by: userName, reason })
      .where('account', '=', this.#account)
      .where('ext', 'in', numbers)
      .where('state', '=', 'reserved')
      .where('keep_days', 'is not', null)
      .where('holder', 'is not', null)
      .returning('ext')
      .execute()
    await write(released.map(({ ext }) => outcomeOf(actor, 'reservation.release', ext, reason)))
  }
}
