import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import { compareCopy } from '#server/audit/audit-verify.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { processes } from '../processes.ts'

const { directory, start } = processes()
const seal = createSeal('a session secret for tests, long enough')
const entry = (object: string) =>
  ({ actor: system, action: 'token.renew', object, phase: 'outcome', result: 'done' }) as const
let made = 0

/** Opens a store, and a file for its audit. */
async function setUp() {
  const file = join(directory, `audit-${++made}.jsonl`)
  const failures: unknown[] = []
  const log = createAuditLog(file, (error) => failures.push(error))
  const database = await openDatabase({ file: join(directory, `${made}.db`) })
  const audit = new Audit(database, seal, { committed: log.append })
  const objects = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  const compared = () => compareCopy(database, readFileSync(file, 'utf8').split('\n'))
  return { file, failures, log, database, audit, objects, compared }
}

test('writes each entry as a line in the order of the chain, without rolled-back entries', async () => {
  const { file, log, database, audit, objects, compared } = await setUp()
  await Promise.all(Array.from({ length: 40 }, (_, n) => audit.write([entry(`one ${n}`), entry(`two ${n}`)])))
  const undone = audit.transaction(async (_transaction, write) => {
    await write([entry('undone')])
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await log.close()
  const rows = await database.db.selectFrom('audit').selectAll().orderBy('seq').execute()
  expect(rows).toHaveLength(80)
  expect(objects()).toEqual(rows.map((row) => ({ ...row })))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await compared()).toEqual({ entries: 80, errors: [] })
  await database.close()
})

test('detects a rewritten store by the file, even when the forger has the key', async () => {
  const { log, database, audit, compared } = await setUp()
  await audit.write([entry('what happened')])
  await log.close()
  await sql`DROP TRIGGER audit_no_delete`.execute(database.db)
  await database.db.deleteFrom('audit').execute()
  await database.db.deleteFrom('audit_head').execute()
  await new Audit(database, seal).write([entry('what is claimed')])
  expect((await compared()).errors).toHaveLength(1)
  await database.close()
})

test("detects a changed and a cut entry in the file, but ignores a log shipper's fields and other lines", async () => {
  const { file, log, database, audit, compared } = await setUp()
  await audit.write([entry('what happened'), entry('next')])
  await log.close()
  const lines = readFileSync(file, 'utf8').replaceAll(/^\{/gm, '{"@timestamp":"now",')
  writeFileSync(file, `{"level":30,"msg":"another log"}\n${lines}`)
  expect(await compared()).toEqual({ entries: 2, errors: [] })
  writeFileSync(file, lines.replace('what happened', 'what is said').trimEnd().slice(0, -1))
  expect((await compared()).errors).toEqual([
    expect.stringMatching(/^line 1: is not what the store has as console 1$/),
    'line 2: incomplete entry',
  ])
  await database.close()
})

test("reports a file that can't be written, delays no action, and catches up with the next entry", async () => {
  const { file, failures, log, database, audit, objects } = await setUp()
  await audit.write([entry('before')])
  await log.close()
  renameSync(file, `${file}.away`)
  mkdirSync(file)
  await audit.write([entry('missed')])
  await log.close()
  expect(failures.length).toBeGreaterThan(0)
  rmSync(file, { recursive: true })
  await audit.write([entry('after')])
  await log.close()
  expect(objects()).toMatchObject([{ object: 'missed' }, { object: 'after' }])
  await database.close()
})

test('creates the file again after a log rotation', async () => {
  const { file, log, database, audit, objects } = await setUp()
  await audit.write([entry('before')])
  await log.close()
  renameSync(file, `${file}.1`)
  await audit.write([entry('after')])
  await log.close()
  expect([existsSync(`${file}.1`), objects()]).toMatchObject([true, [{ object: 'after' }]])
  await database.close()
})

test('writes the waiting entries before the console stops', async () => {
  const dataDir = join(directory, 'stopped')
  const file = join(directory, 'stopped.jsonl')
  const console = start('stopped', { AUDIT_LOG_FILE: file })
  await console.says(/^Console at /m)
  const [, origin = ''] = /^Console at (\S+)$/m.exec(console.output()) ?? []
  rmSync(file)
  mkdirSync(file)
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'x-console': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@example.com', password: 'a wrong password' }),
  })
  expect(answer.status).toBe(401)
  await console.says(/EISDIR/)
  rmSync(file, { recursive: true })
  console.child.kill('SIGINT')
  expect(await console.ended()).toBe(0)
  const database = await openDatabase({ file: join(dataDir, 'console.db') })
  const rows = await database.db.selectFrom('audit').selectAll().orderBy('seq').execute()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  // The line of the start was in the file that is gone.
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows.slice(1).map((row) => ({ ...row })))
  expect(rows.map(({ action }) => action)).toEqual(['audit.begin', 'session.refused'])
  await database.close()
})

test('refuses to start when the file cannot be opened', async () => {
  const process = start('never-served', { AUDIT_LOG_FILE: join(directory, 'no/such/audit.jsonl') })
  expect([await process.ended(), process.output()]).toEqual([
    78,
    expect.stringMatching(/^ {2}AUDIT_LOG_FILE: /m),
  ])
})
