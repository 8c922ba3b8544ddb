import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAudit, type Actor, type AuditEntry } from '#server/store/audit-store.ts'
import { verifyAudit } from '#server/store/audit-verify.ts'
import type { Database } from '#server/store/database.ts'
import { createSeal } from '#server/store/seal.ts'
import { eachStore } from '../stores/each-store.ts'

const seal = createSeal('a session secret for tests, long enough')
const ada: Actor = {
  id: 'u1',
  name: 'ada@example.com',
  role: 'admin',
  session: 'f00d',
  address: '203.0.113.1',
  requestId: 'r1',
}
const entry = (object: string): AuditEntry => ({
  actor: ada,
  action: 'test.act',
  object,
  phase: 'outcome',
  result: 'ok',
})

eachStore(({ engine, open, place }) => {
  /** A store where entries can be tampered with, as somebody who has the file or the owner's role could. */
  async function unguard({ db }: Database): Promise<void> {
    if (engine === 'postgres') await sql`DROP TRIGGER audit_append_only ON audit`.execute(db)
    else
      for (const act of ['update', 'delete'])
        await sql`DROP TRIGGER ${sql.raw(`audit_no_${act}`)}`.execute(db)
  }
  const filled = async (count: number) => {
    const database = await open()
    const audit = createAudit(database, seal)
    for (let n = 0; n < count; n++) await audit.write([entry(`o${n}`)])
    return { database, audit }
  }

  test('an untouched trail verifies; entries of one process follow each other, whoever writes at once', async () => {
    const { database, audit } = await filled(3)
    await Promise.all(Array.from({ length: 40 }, (_, n) => audit.write([entry(`a${n}`), entry(`b${n}`)])))
    expect(await verifyAudit(database, seal)).toEqual({ entries: 84, chains: 1, faults: [] })
  })

  test('two processes on one store write chains of their own; the later names where the earlier stood', async () => {
    const where = await place()
    const [one, two] = [await open(where), await open(where)]
    await createAudit(one, seal).write([entry('first')])
    await createAudit(two, seal).write([entry('second')])
    expect(await verifyAudit(one, seal)).toEqual({ entries: 4, chains: 2, faults: [] })
    const begun = await one.db
      .selectFrom('audit')
      .select(['result', 'chain'])
      .where('action', '=', 'audit.begin')
      .orderBy('at')
      .orderBy('result')
      .execute()
    const later = begun.find(({ result }) => result !== '[]')
    expect(later?.result).toContain(begun.find(({ result }) => result === '[]')?.chain)
  })

  test('what the act undoes is not on record, and what is not on record did not happen', async () => {
    const { database, audit } = await filled(1)
    const failing = audit.transaction(async (transaction, write) => {
      await transaction.insertInto('setting').values({ name: 'x', value: '1' }).execute()
      await write([entry('undone')])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database.db.selectFrom('setting').selectAll().execute()).toEqual([])
    await audit.write([entry('after')])
    const objects = await database.db
      .selectFrom('audit')
      .select('object')
      .where('action', '=', 'test.act')
      .execute()
    expect(objects.map(({ object }) => object).toSorted()).toEqual(['after', 'o0'])
    expect((await verifyAudit(database, seal)).faults).toEqual([])
  })

  test('the store itself refuses a change and a removal', async () => {
    const { database } = await filled(2)
    await expect(sql`UPDATE audit SET result = 'other'`.execute(database.db)).rejects.toThrow(/append-only/)
    await expect(sql`DELETE FROM audit`.execute(database.db)).rejects.toThrow(/append-only/)
  })

  test('every single edit, removal, swap and forged entry is found', async () => {
    const { database } = await filled(30)
    await unguard(database)
    const rows = await database.db.selectFrom('audit').selectAll().orderBy('seq').execute()
    const restore = async () => {
      await database.db.deleteFrom('audit').execute()
      await database.db.insertInto('audit').values(rows).execute()
      expect((await verifyAudit(database, seal)).faults).toEqual([])
    }
    const columns = [
      'actor_id',
      'actor_name',
      'actor_role',
      'address',
      'action',
      'object',
      'result',
      'reason',
    ] as const
    for (const [index, row] of rows.entries()) {
      const column = columns[index % columns.length] ?? 'result'
      await database.db
        .updateTable('audit')
        .set({ [column]: 'forged' })
        .where('id', '=', row.id)
        .execute()
      expect((await verifyAudit(database, seal)).faults).not.toEqual([])
      await restore()
      await database.db.deleteFrom('audit').where('id', '=', row.id).execute()
      expect((await verifyAudit(database, seal)).faults).not.toEqual([])
      await restore()
      await database.db
        .updateTable('audit')
        .set({ at: row.at + 1 })
        .where('id', '=', row.id)
        .execute()
      expect((await verifyAudit(database, seal)).faults).not.toEqual([])
      await restore()
    }
    // Rewritten whole, with hashes made under another key.
    const other = createSeal('another secret, that the forger made up')
    await database.db.deleteFrom('audit').execute()
    await database.db.deleteFrom('audit_head').execute()
    await createAudit(database, other).write([entry('made up')])
    expect((await verifyAudit(database, seal)).faults.length).toBeGreaterThan(0)
  }, 60_000)
})
