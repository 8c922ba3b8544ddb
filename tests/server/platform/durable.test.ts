import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-durable-'))
const database = await openDatabase({ file: join(directory, 'console.db') })
afterAll(async () => {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

test('waits for the write of another connection without blocking the process', async () => {
  const other = await openDatabase({ file: join(directory, 'console.db') })
  const write = ({ db }: Pick<typeof other, 'db'>, name: string) =>
    db.insertInto('setting').values({ name, value: '1' }).execute()
  let second: Promise<unknown> | undefined
  await other.db.transaction().execute(async (transaction) => {
    await write({ db: transaction }, 'by the other')
    second = write(database, 'waiting')
    await yieldTurn()
  })
  await second
  const { db } = database
  expect((await db.deleteFrom('setting').returning('name').execute()).length).toBe(2)
  await other.close()
})

test('keeps no read waiting for its statistics while another process writes', async () => {
  const file = join(directory, 'statistics.db')
  const faults: unknown[] = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const store = await openDatabase({ file }, { onFault: (error) => faults.push(error) })
  const other = new DatabaseSync(file)
  try {
    // A new row in a table without statistics.
    await store.db.insertInto('setting').values({ name: 'a', value: '1' }).execute()
    other.exec('BEGIN IMMEDIATE')
    for (let minutes = 0; minutes < 2; minutes++) {
      vi.advanceTimersByTime(60_000)
      const since = performance.now()
      expect(await store.db.selectFrom('setting').select('name').execute()).toEqual([{ name: 'a' }])
      expect(performance.now() - since).toBeLessThan(1_000)
    }
    expect(faults).toMatchObject([{ code: 'ERR_SQLITE_ERROR' }])
  } finally {
    other.close()
    await store.close()
    vi.useRealTimers()
  }
})

test('waits for the disk on each commit of the embedded store', async () => {
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(database.db)
  // 2 is FULL; in WAL mode, NORMAL would sync only at checkpoints.
  expect(rows).toEqual([{ synchronous: 2 }])
})
