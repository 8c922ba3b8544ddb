import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** Upper limit of numbers per account: a service that invents numbers would fill memory and disk. */
export const maxInventoryNumbers = 2_000_000

/** How many numbers the inventory holds. */
export async function heldNumbers(transaction: Transaction<Tables>, account: string): Promise<number> {
  const { held } = await transaction
    .selectFrom('inventory_count')
    .select((select) => sql<number>`CAST(coalesce(${select.fn.sum('count')}, 0) AS bigint)`.as('held'))
    .where('account', '=', account)
    .where('length', '=', 0)
    .executeTakeFirstOrThrow()
  return held
}
