import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type WalkKind = 'idle' | 'agents' | 'details' | 'gaps'
export type WalkRow = Selectable<Tables['inventory_walk']>

/** An idle walk that nobody goes on with is begun anew after this time, ms. */
const abandonedMs = 30 * 60_000

/** How far the walks that fill the inventory have come; another replica goes on from there. */
export function createWalkStore({ db }: Pick<Database, 'db'>, account: string) {
  const row = (kind: WalkKind, set: Updateable<Tables['inventory_walk']>) =>
    db
      .updateTable('inventory_walk')
      .set(set)
      .where('account', '=', account)
      .where('kind', '=', kind)
      .execute()

  const read = async (kind: WalkKind): Promise<WalkRow | null> =>
    (await db
      .selectFrom('inventory_walk')
      .selectAll()
      .where('account', '=', account)
      .where('kind', '=', kind)
      .executeTakeFirst()) ?? null

  async function begin(kind: WalkKind, at: number, total: number | null): Promise<void> {
    const begun = { started_at: at, cursor: null, done: 0, total, whole: 1, ended_at: null, problem: null }
    await db
      .insertInto('inventory_walk')
      .values({ account, kind, ...begun, last_whole_at: null, last_whole_count: null })
      .onConflict((conflict) => conflict.columns(['account', 'kind']).doUpdateSet(begun))
      .execute()
  }

  return {
    all: (): Promise<WalkRow[]> =>
      db.selectFrom('inventory_walk').selectAll().where('account', '=', account).execute(),

    read,
    begin,

    /** The walk to go on with, begun when it is due at `at`; null while it is not. */
    async due(kind: WalkKind, at: number, everyMs: number): Promise<WalkRow | null> {
      const walk = await read(kind)
      if (walk?.started_at != null && walk.ended_at === null) {
        // The idle pages change under it: what it saw first would be too old.
        if (kind !== 'idle' || at - walk.started_at < abandonedMs) return walk
      } else if (walk?.ended_at != null && at - walk.ended_at < everyMs) return null
      await begin(kind, at, null)
      return read(kind)
    },

    /** `whole` false: something of this walk is missing. */
    async advance(
      kind: WalkKind,
      step: { cursor: string; done: number; total: number | null; whole: boolean },
    ): Promise<void> {
      await row(kind, { ...step, whole: step.whole ? 1 : 0, problem: null })
    },

    async stopped(kind: WalkKind, problem: string): Promise<void> {
      await row(kind, { problem })
    },

    /** Ends the walk; one that missed nothing is kept as the last whole one. */
    async end(kind: WalkKind, at: number): Promise<void> {
      await db
        .updateTable('inventory_walk')
        .set((to) => ({ last_whole_at: to.ref('started_at'), last_whole_count: to.ref('done') }))
        .where('account', '=', account)
        .where('kind', '=', kind)
        .where('whole', '=', 1)
        .execute()
      await row(kind, { ended_at: at, problem: null })
    },
  }
}
export type WalkStore = ReturnType<typeof createWalkStore>
