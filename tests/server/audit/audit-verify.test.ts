import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { anchorAudit, anchorsIn } from '#server/audit/audit-anchor.ts'
import { createAudit, type AuditEntry, type AuditRow } from '#server/audit/audit-store.ts'
import { triggerErrors, verifyAudit } from '#server/audit/audit-verify.ts'
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
  /** Writes the chains of two processes with twenty entries each, and drops the triggers. */
  async function chains() {
    const where = await copyStore()
    const [database, other] = [await open(where), await open(where)]
    const audits = [createAudit(database, seal), createAudit(other, seal)]
    for (let n = 0; n < 20; n++) for (const audit of audits) await audit.write([entry(`o${n}`)])
    const { db } = database
    if (engine === 'postgres') await sql`DROP TRIGGER audit_append_only ON audit`.execute(db)
    else
      for (const event of ['update', 'delete'])
        await sql`DROP TRIGGER ${sql.raw(`audit_no_${event}`)}`.execute(db)
    const rows = await db.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute()
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
    const { database, rows } = await chains()
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
            { ...row, chain: other.chain, seq: other.seq },
            { ...other, chain: row.chain, seq: row.seq },
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

  test('refuses an entry with a number below 1, and detects a forced one', async () => {
    const { database, rows } = await chains()
    const { db } = database
    const [first] = rows
    if (first === undefined) throw new Error('no entries')
    const below = [0, -7].map((seq) => ({ ...first, id: `below ${seq}`, seq }))
    await expect(exchange(database, [], below)).rejects.toThrow(/constraint/i)
    await (
      engine === 'postgres'
        ? sql`ALTER TABLE audit DROP CONSTRAINT audit_seq_check`
        : sql`PRAGMA ignore_check_constraints = ON`
    ).execute(db)
    await exchange(database, [], below)
    const { chain } = first
    expect(await errorsOf(database)).toEqual(
      [-7, 0].map((seq) => `${chain} ${seq}: has a number that the console gives to no entry`),
    )
  })

  test('refuses an action whose entry the store drops, and names triggers and rules that are not the console’s', async () => {
    const database = await open()
    const { db } = database
    const audit = createAudit(database, seal)
    await audit.write([entry('kept')])
    expect(await triggerErrors(database)).toEqual([])
    const statements =
      engine === 'postgres'
        ? [
            sql`CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
            sql`CREATE TRIGGER swallow BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION swallow()`,
          ]
        : [sql`CREATE TRIGGER swallow BEFORE INSERT ON Audit BEGIN SELECT RAISE(IGNORE); END`]
    for (const statement of statements) await statement.execute(db)
    await expect(audit.write([entry('lost')])).rejects.toMatchObject({ code: 'unavailable' })
    const named = (name: string) =>
      `${name} on the audit is not the console's: it can drop or change entries; find out who made it, and remove it`
    expect(await triggerErrors(database)).toEqual([named('the trigger swallow')])
    await (engine === 'postgres' ? sql`DROP TRIGGER swallow ON audit` : sql`DROP TRIGGER swallow`).execute(db)
    const onHead =
      engine === 'postgres'
        ? sql`CREATE TRIGGER hold BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION swallow()`
        : sql`CREATE TRIGGER hold BEFORE UPDATE ON audit_head BEGIN SELECT RAISE(IGNORE); END`
    await onHead.execute(db)
    expect(await triggerErrors(database)).toEqual([
      expect.stringMatching(/^the trigger hold on the ends of the audit \(audit_head\) is not the console's/),
    ])
    await (engine === 'postgres' ? sql`DROP TRIGGER hold ON audit_head` : sql`DROP TRIGGER hold`).execute(db)
    await audit.write([entry('kept too')])
    if (engine === 'sqlite') return
    await sql`CREATE RULE swallow AS ON INSERT TO audit DO INSTEAD NOTHING`.execute(db)
    await expect(audit.write([entry('lost')])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await triggerErrors(database)).toEqual([named('the rule swallow')])
  })

  test('detects entries cut off a chain whose recorded end was moved back', async () => {
    const { database, rows } = await chains()
    const { chain } = rows[0] ?? { chain: '' }
    const own = rows.filter((row) => row.chain === chain).toSorted((a, b) => a.seq - b.seq)
    const end = own.at(-4)
    await exchange(database, own.slice(-3), [])
    await database.db
      .updateTable('audit_head')
      .set({ seq: end?.seq ?? 0, hash: end?.hash ?? '' })
      .where('chain', '=', chain)
      .execute()
    expect(await errorsOf(database)).toEqual([`${chain}: its end was changed`])
  })

  test('detects a removed chain by the chain that names it', async () => {
    const { database, rows } = await chains()
    const chain = rows[0]?.chain ?? ''
    await exchange(
      database,
      rows.filter((row) => row.chain === chain),
      [],
    )
    await database.db.deleteFrom('audit_head').where('chain', '=', chain).execute()
    expect(await errorsOf(database)).toEqual([expect.stringMatching(`^${chain} 2: is not the entry that`)])
  })

  test('detects a rewritten audit by the anchors in the log, even when the forger has the key', async () => {
    const { database, audits, rows } = await chains()
    const lines: string[] = []
    for (const audit of audits) anchorAudit(audit, { event: (text) => lines.push(`{"msg":"${text}"}`) })()
    const anchors = anchorsIn(lines.join('\n'))
    expect(anchors).toHaveLength(2)
    expect((await verifyAudit(database, seal, anchors)).errors).toEqual([])
    await exchange(database, rows, [])
    await database.db.deleteFrom('audit_head').execute()
    await createAudit(database, seal).write([entry('made up')])
    expect(await errorsOf(database)).toEqual([])
    expect((await verifyAudit(database, seal, anchors)).errors).toHaveLength(2)
  })

  test('detects entries of a chain without an end, and all entries under another key', async () => {
    const { database, rows } = await chains()
    const [first] = rows
    if (first === undefined) throw new Error('no entries')
    await exchange(database, [], [{ ...first, id: 'loose', chain: 'loose' }])
    expect(await errorsOf(database)).toEqual(['loose: its end is not on record'])
    const other = createSeal('another secret, that the forger made up')
    const { errors } = await verifyAudit(database, other)
    expect(errors).toHaveLength(3)
    expect(errors.filter((error) => error.includes('is under another secret'))).toHaveLength(2)
  })

  test('verifies while entries are written, on PostgreSQL by another replica', async () => {
    const { database, audits } = await chains()
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

test('writes an anchor each hour while the chain grows, and at the end', () => {
  vi.useFakeTimers()
  const written: string[] = []
  let seq = 0
  const head = () => (seq === 0 ? null : { chain: 'c', seq, hash: 'h' })
  const stop = anchorAudit({ head }, { event: (text) => written.push(text) })
  vi.advanceTimersByTime(3_600_000)
  expect(written).toEqual([])
  seq = 7
  vi.advanceTimersByTime(3 * 3_600_000)
  expect(written).toEqual(['audit anchor c 7 h'])
  seq = 9
  stop()
  vi.advanceTimersByTime(3_600_000)
  expect(written).toEqual(['audit anchor c 7 h', 'audit anchor c 9 h'])
  vi.useRealTimers()
})
