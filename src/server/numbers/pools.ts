import * as z from 'zod'
import type { NumberSet } from '#contract/number-set.ts'
import type { Database } from '../platform/database/database.ts'

const stored = z.object({
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  prefixes: z.array(z.string()),
})

/** Reads a pool's numbers as they are stored. */
export const readNumberSet = (json: string): z.output<typeof stored> => stored.parse(JSON.parse(json))

/** The numbers of each pool. */
export async function poolsIn(db: Database['db'], account: string): Promise<(NumberSet & { id: string })[]> {
  const rows = await db.selectFrom('pool').select(['id', 'numbers']).where('account', '=', account).execute()
  return rows.map(({ id, numbers }) => ({ id, ...readNumberSet(numbers) }))
}
