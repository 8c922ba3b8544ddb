import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
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

test('waits for the disk on each commit of the embedded store', async () => {
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(database.db)
  // 2 is FULL; in WAL mode, NORMAL would sync only at checkpoints.
  expect(rows).toEqual([{ synchronous: 2 }])
})
