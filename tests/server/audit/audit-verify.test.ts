import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Audit, type AuditEntry, type AuditRow } from '#server/audit/audit-store.ts'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'

const seal = createSeal('a session secret for tests, long enough')
const entry = (object: string): AuditEntry => ({
  actor: {
    id: 'u1',
    name: 'ada@example.com',
    role: 'admin',
    session: 'f00d',
    address: '203.0.113.1',
    requestId: 'r1',
  },
  action: 'job.pause',
  object,
  phase: 'outcome',
  values: { rows: 12 },
  reason: 'why not',
  result: 'done',
})

const columns = [
  'id',
  'at',
  'actor_id',
  'actor_name',
  'actor_role',
  'session',
  'address',
  'action',
  'object',
  'phase',
  'data',
  'intent_id',
  'reason',
  'result',
  'request_id',
  'chain',
  'seq',
  'prev_hash',
  'hash',
] as const

type Column = (typeof columns)[number]

const forged = (row: AuditRow, column: Column): AuditRow => {
  const value = row[column]
  return { ...row, [column]: typeof value === 'number' ? value + 1_000 : `${value ?? ''}x` }
}

/** Changes to one or two entries that an attacker with the file or the owner's role can make without the key. */
const tampering = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), column: fc.constantFrom(...columns) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('swap' as const), at: fc.nat(), other: fc.nat() }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat() }),
)

eachStore(({ engine, open, copyStore }) => {
  /** Writes the entries of two processes, twenty each, and drops the triggers. */
  async function chain() {
    const where = await copyStore()
    const [database, other] = [await open(where), await open(where)]
    const audits = [new Audit(database, seal), new Audit(other, seal)]
    for (let n = 0; n < 20; n++) for (const audit of audits) await audit.write([entry(`o${n}`)])
    const { db } = database
    if (engine === 'postgres') await sql`DROP TRIGGER audit_append_only ON audit`.execute(db)
    else
      for (const event of ['update', 'delete'])
        await sql`DROP TRIGGER ${sql.raw(`audit_no_${event}`)}`.execute(db)
    const rows = await db.selectFrom('audit').selectAll().orderBy('seq').execute()
    return { database, audits, rows }
  }
  const errorsOf = async (database: Database) => (await verifyAudit(database, seal)).errors

  /** Removes some rows and inserts new ones. */
  async function exchange({ db }: Database, out: readonly AuditRow[], put: readonly AuditRow[]) {
    const ids = out.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('audit').where('id', 'in', ids).execute()
    if (put.length > 0)
      await db
        .insertInto('audit')
        .values([...put])
        .execute()
  }

  const runs = engine === 'sqlite' ? 1_000 : 100
  test(`R29: detects every one of ${runs} random edits, removals, swaps and repetitions`, async () => {
    const { database, rows } = await chain()
    expect(await errorsOf(database)).toEqual([])
    await fc.assert(
      fc.asyncProperty(tampering, async (change) => {
        const row = rows[change.at % rows.length]
        if (row === undefined) return false
        let out = [row]
        let put: AuditRow[] = []
        if (change.kind === 'edit') put = [forged(row, change.column)]
        if (change.kind === 'repeat') {
          out = []
          put = [{ ...row, id: `${row.id}x`, seq: row.seq + 1_000 }]
        }
        if (change.kind === 'swap') {
          const other = rows.filter(({ id }) => id !== row.id)[change.other % (rows.length - 1)]
          if (other === undefined) return false
          out = [row, other]
          put = [
            { ...row, seq: other.seq },
            { ...other, seq: row.seq },
          ]
        }
        await exchange(database, out, put)
        const { length } = await errorsOf(database)
        await exchange(database, put, out)
        return length > 0
      }),
      { numRuns: runs },
    )
    expect(await errorsOf(database)).toEqual([])
  })

  test('refuses an entry with a number below 1', async () => {
    const { database, rows } = await chain()
    const [first] = rows
    if (first === undefined) throw new Error('no entries')
    const below = [0, -7].map((seq) => ({ ...first, id: `below ${seq}`, seq }))
    await expect(exchange(database, [], below)).rejects.toThrow(/constraint/i)
  })

  test('detects entries cut off a chain whose recorded end was moved back', async () => {
    const { database, rows } = await chain()
    const end = rows.at(-4)
    await exchange(database, rows.slice(-3), [])
    await database.db
      .updateTable('audit_head')
      .set({ seq: end?.seq ?? 0, hash: end?.hash ?? '' })
      .execute()
    expect(await errorsOf(database)).toEqual(['console: its end was changed'])
  })

  test('detects entries of a chain without an end, and all entries under another key', async () => {
    const { database, rows } = await chain()
    const [first] = rows
    if (first === undefined) throw new Error('no entries')
    await exchange(database, [], [{ ...first, id: 'loose', chain: 'loose' }])
    expect(await errorsOf(database)).toEqual(['loose: its end is missing'])
    const other = createSeal('another secret, that the forger made up')
    const { errors } = await verifyAudit(database, other)
    expect(errors).toEqual([
      'loose: its end is missing',
      expect.stringMatching(/^console: the first 40 entries were signed with another SESSION_SECRET/),
    ])
  })

  test('verifies while entries are written, on PostgreSQL by another replica', async () => {
    const { database, audits } = await chain()
    const writer = audits[engine === 'postgres' ? 1 : 0]
    const stop = new AbortController()
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) await writer?.write([entry(`w${n}`)])
    })()
    for (let n = 0; n < 10; n++) expect(await errorsOf(database)).toEqual([])
    stop.abort()
    await writing
  })
})
