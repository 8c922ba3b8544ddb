import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldTurn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-durable-'))
const database = await openDatabase({ file: join(directory, 'console.db') })
afterAll(async () => {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

const any = await open(import.meta.filename)
const prototype: { datasync: () => Promise<void> } = Object.getPrototypeOf(any)
await any.close()

test('a write waits for the one of another connection, and the process goes on', async () => {
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

test('on the embedded store a write is on the disk before it is answered; a read waits for no disk', async () => {
  const { db } = database
  const write = (name: string) => db.insertInto('setting').values({ name, value: '1' }).execute()
  await write('first')
  const toDisk = vi.spyOn(prototype, 'datasync')
  const times = async (work: () => Promise<unknown>) => {
    toDisk.mockClear()
    await work()
    return toDisk.mock.settledResults.filter(({ type }) => type === 'fulfilled').length
  }
  expect(await times(() => db.selectFrom('setting').selectAll().execute())).toBe(0)
  expect(await times(() => write('second'))).toBe(1)
  expect(await times(() => db.updateTable('setting').set({ value: '2' }).returning('name').execute())).toBe(1)
  const three = () =>
    db.transaction().execute(async (transaction) => {
      for (const name of ['a', 'b', 'c'])
        await transaction.insertInto('setting').values({ name, value: '1' }).execute()
    })
  expect(await times(three)).toBe(1)
  const given = () =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('setting').execute()
      throw new Error('given up')
    })
  expect(await times(() => given().catch(() => undefined))).toBeLessThan(2)
  expect((await db.selectFrom('setting').select('name').execute()).length).toBe(5)

  toDisk.mockRejectedValueOnce(new Error('the disk is gone'))
  await expect(write('lost')).rejects.toThrow('the disk is gone')
  // The next sync would succeed, and promise what lies behind a hole.
  await expect(write('after it')).rejects.toThrow('the disk is gone')
  await expect(three()).rejects.toThrow('the disk is gone')
  expect(await database.alive()).toBe(false)
})
