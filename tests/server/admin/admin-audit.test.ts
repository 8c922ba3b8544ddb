import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createAudit, system } from '#server/audit/audit-store.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { anchorText } from '#server/audit/audit-anchor.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'
import { runAdmin } from './admin-command.ts'
import { processes } from '../processes.ts'

const { directory } = processes()
const secret = 'a session secret for tests, long enough'
const seal = createSeal(secret)

/** Returns the tables of an unopened store; an empty list when there is no store. */
async function tablesIn(where: StoreLocation): Promise<string[]> {
  if ('file' in where) return existsSync(where.file) ? [where.file] : []
  const client = new Client({ connectionString: where.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

eachStore(({ engine, open, emptyStore }) => {
  test("records the command line's changes of users, and verifies the audit", async () => {
    const where = await emptyStore()
    const dataDir = 'file' in where ? join(where.file, '..') : join(directory, engine)
    const env = {
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      ...('url' in where ? { DATABASE_URL: where.url, DATABASE_TLS: 'off' } : {}),
    }
    const run = (words: string[], input = '') => runAdmin(env, words, input)
    const nothing = engine === 'sqlite' ? 'DATA_DIR: there is no store in' : 'DATABASE_URL: the database '
    for (const words of [['verify-audit'], ['list-users'], ['reset-password', 'ada@example.com']])
      expect(await run(words)).toEqual({ code: 78, output: expect.stringContaining(nothing) })
    expect(await tablesIn(where)).toEqual([])

    expect((await run(['create-user', 'ada@example.com', 'admin'])).code).toBe(0)
    expect((await run(['reset-password', 'unknown@example.com'])).code).toBe(1)
    const database = await open(where)
    const rows = await database.db
      .selectFrom('audit')
      .select(['actor_name', 'action', 'object', 'phase', 'reason', 'result'])
      .where('action', 'like', 'user.%')
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(
      rows.map(({ action, object, phase, reason, result }) => [action, object, phase, reason, result]),
    ).toEqual([
      ['user.create', 'ada@example.com', 'intent', 'admin', null],
      ['user.create', 'ada@example.com', 'outcome', 'admin', 'done'],
      ['user.reset-password', 'unknown@example.com', 'intent', null, null],
      ['user.reset-password', 'unknown@example.com', 'outcome', null, 'not-found'],
    ])
    // No console has started.
    const begun = await database.db
      .selectFrom('audit')
      .select('actor_id')
      .where('action', '=', 'audit.begin')
      .execute()
    expect(begun).toEqual([{ actor_id: 'command-line' }, { actor_id: 'command-line' }])
    expect(rows[0]?.actor_name).toMatch(/^command line/)

    const audit = createAudit(database, seal)
    const [actor, phase] = [
      { id: 'u', name: 'ada', role: null, session: null, address: null, requestId: null },
      'outcome' as const,
    ]
    await audit.write([{ actor, action: 'token.renew', object: 'sandbox', phase }])
    const head = audit.head()
    expect(head?.seq).toBe(2)
    const log = `{"level":30}\n{"msg":"${head === null ? '' : anchorText(head)}"}\n`
    const well = await run(['verify-audit', '-'], log)
    expect([well.code, well.output]).toEqual([0, 'entries\t8\nchains\t3\nanchors\t1\nerrors\t0\n'])
    const lied = await run(['verify-audit', '-'], log.replace(/[0-9a-f]{64}/, 'f'.repeat(64)))
    expect([lied.code, lied.output]).toEqual([
      1,
      expect.stringMatching(/errors\t1\n.* is not the entry that/),
    ])

    const unanchored = await run(['verify-audit'])
    expect([unanchored.code, unanchored.output]).toEqual([
      0,
      expect.stringMatching(/errors\t0\nno anchors checked: removal of the newest events cannot be seen\n$/),
    ])

    const file = join(directory, `${engine}.log`)
    const missing = await run(['verify-audit', file])
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining(`${file}: cannot be read`)])
    const changes = [
      ['', 'holds no anchors'],
      ['another log', 'holds no anchors'],
      [log.replace(/[0-9a-f]{64}/, 'f'.repeat(64)), 'is not the entry that an anchor in'],
      [log + log.replace(/[0-9a-f]{9}"/, '"'), 'line 4: is no whole anchor'],
    ] as const
    for (const [text, error] of changes) {
      writeFileSync(file, text)
      const { code, output } = await run(['verify-audit', file])
      expect([code, output]).toEqual([1, expect.stringMatching(`errors\t1\n.*${error}`)])
      expect(output).toContain(file)
    }

    const rotated = { ...env, SESSION_SECRET: 'the secret of tomorrow, long enough as well' }
    const without = await runAdmin(rotated, ['verify-audit'])
    expect([without.code, without.output]).toEqual([
      1,
      expect.stringMatching(
        /errors\t3\n(.{36}: is under another secret than .* SESSION_SECRET_PREVIOUS\n){3}no/,
      ),
    ])
    const withBoth = await runAdmin({ ...rotated, SESSION_SECRET_PREVIOUS: secret }, ['verify-audit'])
    expect(withBoth.code).toBe(0)

    await database.db
      .deleteFrom('audit_head')
      .where('chain', '=', head?.chain ?? '')
      .execute()
    const damaged = await run(['verify-audit'])
    expect([damaged.code, damaged.output]).toEqual([
      1,
      expect.stringMatching(/errors\t1\n.*its end is not on r/),
    ])
    expect((await run(['verify-audit', '-', 'more'])).code).toBe(64)
  })

  test('reports a dropped trigger, a hole in the audit file and a log that ends early', async () => {
    const where = await emptyStore()
    const name = `${engine}-gaps`
    const env = {
      DATA_DIR: 'file' in where ? join(where.file, '..') : join(directory, name),
      SESSION_SECRET: secret,
      ...('url' in where ? { DATABASE_URL: where.url, DATABASE_TLS: 'off' } : {}),
    }
    const file = join(directory, `${name}.jsonl`)
    const database = await open(where)
    const log = createAuditLog(file, () => undefined)
    const audit = createAudit(database, seal, log.append)
    const write = (object: string) =>
      audit.write([{ actor: system, action: 'token.renew', object, phase: 'outcome' }])
    for (let n = 0; n < 6; n++) await write(`sandbox ${n}`)
    await log.close()
    const copy = join(directory, `${name}-copy.jsonl`)
    const verify = async (text: string) => {
      writeFileSync(copy, text)
      return runAdmin(env, ['verify-audit', copy])
    }
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const { chain } = audit.head() ?? { chain: '' }
    expect(await verify(lines.join('\n'))).toEqual({
      code: 0,
      output: 'entries\t7\nchains\t1\nanchors\t7\nerrors\t0\n',
    })
    expect(await verify(lines.toSpliced(3, 2).join('\n'))).toEqual({
      code: 1,
      output: expect.stringContaining(`${chain} 4 to 5: missing in ${copy}`),
    })
    const early = await verify(lines.slice(0, 4).join('\n'))
    expect(early).toEqual({
      code: 0,
      output: expect.stringMatching(
        /errors\t0\n3 entries are not covered by the anchors, which end at \d{4}-.*Z: removal of those/,
      ),
    })

    // A second process writes to the same store and file.
    const next = createAudit(database, seal, log.append)
    for (let n = 0; n < 2; n++)
      await next.write([{ actor: system, action: 'token.renew', object: `next ${n}`, phase: 'outcome' }])
    await log.close()
    const both = readFileSync(file, 'utf8').trimEnd().split('\n')
    const { chain: nextChain } = next.head() ?? { chain: '' }
    const without = (at: number, count = 1) => verify(both.toSpliced(at, count).join('\n'))
    expect(await verify(both.join('\n'))).toEqual({
      code: 0,
      output: 'entries\t10\nchains\t2\nanchors\t10\nerrors\t0\n',
    })
    expect(await without(6)).toEqual({
      code: 1,
      output: expect.stringContaining(`errors\t1\n${chain} 7 to 7: missing in ${copy}\n`),
    })
    expect(await without(7)).toEqual({
      code: 1,
      output: expect.stringContaining(`errors\t1\n${nextChain} 1 to 1: missing in ${copy}\n`),
    })
    const notSeen = (count: number): unknown =>
      expect.stringMatching(
        new RegExp(
          `errors\\t0\\n${count} entries are before the first that .* holds .*: removal of their lines`,
        ),
      )
    // Simulates a file that was taken away and started again.
    expect(await without(0, 2)).toEqual({ code: 0, output: notSeen(2) })
    expect(await without(0, 7)).toEqual({ code: 0, output: notSeen(7) })
    const drop =
      engine === 'postgres'
        ? 'ALTER TABLE audit DISABLE TRIGGER audit_append_only'
        : 'DROP TRIGGER audit_no_delete'
    await sql.raw(drop).execute(database.db)
    expect(await verify(both.join('\n'))).toEqual({
      code: 1,
      output: expect.stringMatching(/errors\t1\nthe trigger audit_\w+ is missing or off: /),
    })
  })
})
