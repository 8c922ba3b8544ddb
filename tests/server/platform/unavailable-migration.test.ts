import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { initial } from '#server/platform/database/migrations/001-initial.ts'
import { unavailable } from '#server/platform/database/migrations/003-unavailable.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { EmbeddedDialect } from '#server/platform/database/sqlite.ts'
import { inventoryStore } from '../inventory/inventory-records.ts'
import { eachStore } from '../../stores/each-store.ts'

const connect = (where: StoreLocation) =>
  new Kysely<Tables>({
    dialect:
      'file' in where
        ? new EmbeddedDialect(where.file)
        : new PostgresDialect({ pool: new Pool({ connectionString: where.url }) }),
  })

/** Rows as the previous release wrote them: `idle_at` is set while the idle list shows the number. */
const before: [ext: string, state: string, idleAt: number | null][] = [
  ['8001', 'free', 5],
  ['8002', 'free', null],
  ['8003', 'not-seen-free', null],
  ['8004', 'bound', null],
  ['80051', 'free', null],
]

eachStore(({ engine, emptyStore, open }) => {
  test('keeps every number of an earlier release, in the states of today', async () => {
    const where = await emptyStore()
    const db = connect(where)
    await initial(engine).up(db)
    for (const [ext, state, idleAt] of before) {
      const code = state === 'bound' ? 1 : 0
      await sql`INSERT INTO inventory (account, ext, state, bind_status, language, source, first_seen_at, seen_at, state_since,
        idle_at, binding_since) VALUES ('a', ${ext}, ${state}, ${code}, 'Opus', 'detail', 1, 5, 7, ${idleAt}, 1)`.execute(
        db,
      )
      for (let length = 0; length <= 4; length++)
        await sql`INSERT INTO inventory_count (account, length, prefix, state, language, count)
          VALUES ('a', ${length}, ${ext.slice(0, length)}, ${state}, 'Opus', 1)
          ON CONFLICT (account, length, prefix, state, language)
          DO UPDATE SET count = inventory_count.count + 1`.execute(db)
    }
    await unavailable.up(db)
    const { now } = await open()
    const store = inventoryStore({ db, now, withLock: (_name, work) => db.transaction().execute(work) }, 'a')
    expect((await store.after({}, null, 10)).map(({ ext, state }) => [ext, state])).toEqual([
      ['8001', 'free'],
      ['8002', 'unknown'],
      ['8003', 'unavailable'],
      ['8004', 'bound'],
      ['80051', 'unknown'],
    ])
    for (const ext of [undefined, '8', '800', '8005'])
      for (const state of ['free', 'bound', 'unavailable', 'unknown'] as const) {
        const rows = await store.after({ ext, state }, null, 10)
        expect([ext, state, (await store.count({ ext, state })).count]).toEqual([ext, state, rows.length])
      }
    expect(await store.left(10)).toEqual(['8003'])
    expect(await store.markUnlisted(10, 11)).toBe(false)
    expect(await store.count({ state: 'unavailable' })).toMatchObject({ count: 3 })
    await db.destroy()
  })
})
