import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Audit, type AuditEntry } from '#server/audit/audit-store.ts'
import type { Actor } from '#server/platform/http/caller.ts'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'

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
  action: 'test.action',
  object,
  phase: 'outcome',
  result: 'ok',
})

eachStore(({ open, copyStore }) => {
  const filled = async (count: number) => {
    const database = await open()
    const audit = new Audit(database, seal)
    for (let n = 0; n < count; n++) await audit.write([entry(`o${n}`)])
    return { database, audit }
  }

  test('verifies unchanged entries in one chain, even when written at once', async () => {
    const { database, audit } = await filled(3)
    await Promise.all(Array.from({ length: 40 }, (_, n) => audit.write([entry(`a${n}`), entry(`b${n}`)])))
    expect(await verifyAudit(database, seal)).toMatchObject({ entries: 83, chains: 1, errors: [] })
  })

  test('writes one chain from all processes on one store', async () => {
    const where = await copyStore()
    const [one, two] = [await open(where), await open(where)]
    const audits = [new Audit(one, seal), new Audit(two, seal)]
    await Promise.all(audits.flatMap((audit) => Array.from({ length: 10 }, () => audit.write([entry('o')]))))
    expect(await verifyAudit(one, seal)).toMatchObject({ entries: 20, chains: 1, errors: [] })
  })

  test('adds nothing after an end of the chain that was changed', async () => {
    const { database, audit } = await filled(3)
    await database.db.updateTable('audit_head').set({ seq: 2 }).execute()
    await expect(audit.write([entry('after')])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('records nothing for a rolled-back action', async () => {
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
      .where('action', '=', 'test.action')
      .execute()
    expect(objects.map(({ object }) => object).toSorted()).toEqual(['after', 'o0'])
    expect((await verifyAudit(database, seal)).errors).toEqual([])
  })

  test('refuses to change or remove an entry in the store itself', async () => {
    const { database } = await filled(2)
    await expect(sql`UPDATE audit SET result = 'other'`.execute(database.db)).rejects.toThrow(/append-only/)
    await expect(sql`DELETE FROM audit`.execute(database.db)).rejects.toThrow(/append-only/)
  })
})
