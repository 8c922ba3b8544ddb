import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

eachStore(({ engine, copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
  })
  afterAll(() => bff.close())

  const change = (settings: object) => bff.requestAs('admin', '/api/settings', settings, {}, 'PATCH')
  const read = async () => (await bff.requestAs('admin', '/api/settings')).body
  /** Returns whether each event has an intent, its values and its result, newest first. */
  const recorded = async () => {
    const { body } = await bff.requestAs('admin', '/api/audit?action=settings.change')
    return listAudit.answer
      .parse(body)
      .items.map(({ begunAt, values, result }) => [begunAt !== null, values, result])
  }

  /** Makes the store refuse some rows of a table. Returns a function that undoes it. */
  async function refuseRows(table: 'audit' | 'setting', when: string): Promise<() => Promise<unknown>> {
    const { db } = bff.database
    if (engine === 'sqlite') {
      await sql`CREATE TRIGGER refuse BEFORE INSERT ON ${sql.table(table)} WHEN ${sql.raw(when)}
        BEGIN SELECT RAISE(ABORT, 'refused'); END`.execute(db)
      return () => sql`DROP TRIGGER refuse`.execute(db)
    }
    await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused'; END $$`.execute(db)
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON ${sql.table(table)} FOR EACH ROW
      WHEN (${sql.raw(when)}) EXECUTE FUNCTION refuse()`.execute(db)
    return () => sql`DROP TRIGGER refuse ON ${sql.table(table)}`.execute(db)
  }

  test('records each changed setting before and after', async () => {
    expect((await change({ jobConcurrency: 4, jobRate: 5 })).status).toBe(200)
    expect((await change({ jobConcurrency: 4, legacyCreate: true })).status).toBe(200)
    expect(await recorded()).toEqual([
      [true, { legacyCreate: { before: false, after: true } }, 'done'],
      [true, { jobConcurrency: { before: 8, after: 4 }, jobRate: { before: 0, after: 5 } }, 'done'],
    ])
  })

  test('refuses a change of a setting that another administrator has changed since', async () => {
    const before = await read()
    expect((await change({ keepBackDays: 7, seen: before })).status).toBe(200)
    expect(await change({ keepBackDays: 9, seen: { keepBackDays: before['keepBackDays'] } })).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict' },
    })
    expect(await read()).toEqual({ ...before, keepBackDays: 7 })
    // The same value, or another setting, is no conflict.
    expect((await change({ keepBackDays: 7, seen: before })).status).toBe(200)
    expect((await change({ jobRate: 6, seen: { jobRate: before['jobRate'] } })).status).toBe(200)
  })

  test.each([
    ['a setting', 'setting', "NEW.name = 'jobRate'"],
    ['the outcome', 'audit', "NEW.action = 'settings.change' AND NEW.result = 'done'"],
  ] as const)('changes nothing when the store refuses %s', async (_name, table, when) => {
    const before = await read()
    const allow = await refuseRows(table, when)
    expect((await change({ jobConcurrency: 16, jobRate: 9 })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect(await read()).toEqual(before)
    expect((await recorded())[0]).toEqual([
      true,
      { jobConcurrency: 16, jobRate: 9 },
      expect.stringMatching(/^(internal|unavailable)$/),
    ])
  })
})
