import type { NotificationEvent } from '#contract/notifications.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Told } from '../platform/told.ts'

/** A state that holds now. Users are notified when it begins. */
export interface Condition {
  key: string
  event: NotificationEvent
}

/** A condition that was not met for this long begins again when it is met. */
const forgottenMs = 24 * 3_600_000

/** Notes which conditions hold at this time of the store, and returns those that have begun. */
export async function begun(
  transaction: StoreTransaction,
  account: string,
  conditions: readonly Condition[],
  at: number,
): Promise<Told[]> {
  await transaction
    .deleteFrom('condition')
    .where('account', '=', account)
    .where('seen', '<=', at - forgottenMs)
    .execute()
  const told: Told[] = []
  for (const { key, event } of conditions) {
    const { since } = await transaction
      .insertInto('condition')
      .values({ account, key, since: at, seen: at })
      .onConflict((conflict) => conflict.columns(['account', 'key']).doUpdateSet({ seen: at }))
      .returning('since')
      .executeTakeFirstOrThrow()
    if (since === at) told.push({ key: `${key} ${since}`, event, person: null, causedBy: null })
  }
  return told
}
