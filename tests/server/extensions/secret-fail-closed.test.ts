import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStore, copyPreparedStore } from '../../stores/each-store.ts'
import { openBff, openBffAndStore, passwordOf, type BffAndStore } from '../bff.ts'

const ext = '1000'
const path = `/api/extensions/${ext}/secret`
const reason = 'ticket 4711, new desk phone'

eachStore(({ engine, copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
  })
  afterAll(() => bff.close())

  const reveal = () => bff.requestAs('admin', path, { reason })
  const calls = () => bff.sandbox.calls('extension_detail')
  /** Makes the store refuse new rows of a table like a full disk; returns a function that undoes it. */
  async function refuseRows(table: 'audit' | 'attempt_count', when: string): Promise<() => Promise<void>> {
    if (engine === 'sqlite') {
      await sql`CREATE TRIGGER refuse BEFORE INSERT ON ${sql.table(table)} WHEN ${sql.raw(when)}
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`.execute(bff.database.db)
      return async () => void (await sql`DROP TRIGGER refuse`.execute(bff.database.db))
    }
    await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$`.execute(bff.database.db)
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON ${sql.table(table)} FOR EACH ROW
      WHEN (${sql.raw(when)}) EXECUTE FUNCTION refuse()`.execute(bff.database.db)
    return async () => void (await sql`DROP TRIGGER refuse ON ${sql.table(table)}`.execute(bff.database.db))
  }

  /** R28 verbatim: the answer is 503 and the service sees no detail call. */
  const nothingAsked = { status: 503, code: 'unavailable', calls: 0 }
  const revealOutcome = async () => {
    const before = calls()
    const { status, body } = await reveal()
    return { status, code: body['code'], calls: calls() - before }
  }
  const status = async () => (await reveal()).status
  const soon = { interval: 200 }

  test('R28: answers 503 without calling the service when the intent cannot be written', async () => {
    for (const table of ['audit', 'attempt_count'] as const) {
      const restore = await refuseRows(table, table === 'audit' ? "NEW.phase = 'intent'" : 'TRUE')
      try {
        expect(await revealOutcome()).toEqual(nothingAsked)
      } finally {
        await restore()
      }
    }
    await expect.poll(status, soon).toBe(200)
  })

  test('R28: withholds the password when the outcome cannot be written', async () => {
    const before = calls()
    const restore = await refuseRows('audit', "NEW.phase = 'outcome'")
    try {
      const answer = await reveal()
      expect([answer.status, answer.body['code'], calls()]).toEqual([503, 'unavailable', before + 1])
      expect(answer.text).not.toContain(passwordOf(bff, ext))
    } finally {
      await restore()
    }
  })
})

test('R28: answers 503 without calling the service while the database is read-only or unreachable', async () => {
  const cleanUps: (() => unknown)[] = []
  const where = await copyPreparedStore('postgres', cleanUps)
  const bff = await openBff({ store: where })
  const reveal = () => bff.requestAs('admin', path, { reason })
  expect((await reveal()).status).toBe(200)
  const url = new URL('url' in where ? where.url : '')
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const operator = new Client({ connectionString: url.href })
  await operator.connect()
  /** New settings apply to new connections only, so close the existing ones. */
  const alter = async (change: string) => {
    await operator.query(`ALTER DATABASE ${name} ${change}`)
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  }
  const before = bff.sandbox.calls('extension_detail')
  for (const [off, on] of [
    ['SET default_transaction_read_only = on', 'RESET default_transaction_read_only'],
    ['WITH ALLOW_CONNECTIONS false', 'WITH ALLOW_CONNECTIONS true'],
  ] as const) {
    await alter(off)
    const { status, body } = await reveal()
    expect([off, status, body['code'], bff.sandbox.calls('extension_detail')]).toEqual([
      off,
      503,
      'unavailable',
      before,
    ])
    await alter(on)
  }
  await expect.poll(async () => (await reveal()).status).toBe(200)
  await operator.end()
  await bff.close()
})
