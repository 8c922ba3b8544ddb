import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { Audit, system } from '#server/audit/audit-store.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
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
      .select(['actor_name', 'action', 'object', 'phase', 'data', 'result'])
      .where('action', 'like', 'user.%')
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(
      rows.map(({ action, object, phase, data, result }) => [action, object, phase, data, result]),
    ).toEqual([
      ['user.create', 'ada@example.com', 'intent', '{"role":"admin"}', null],
      ['user.create', 'ada@example.com', 'outcome', '{"role":"admin"}', 'done'],
      ['user.reset-password', 'unknown@example.com', 'intent', '{}', null],
      ['user.reset-password', 'unknown@example.com', 'outcome', '{}', 'not-found'],
    ])
    expect(rows[0]?.actor_name).toMatch(/^command line/)
    const told = await database.db.selectFrom('notification').select('event').distinct().execute()
    expect(told.map(({ event }): unknown => JSON.parse(event))).toEqual([
      { kind: 'administrator-added', name: 'ada@example.com', by: rows[0]?.actor_name },
    ])

    const file = join(directory, `${engine}.jsonl`)
    const log = createAuditLog(file, () => undefined)
    const audit = new Audit(database, seal, { committed: log.append })
    await audit.write([{ actor: system, action: 'token.renew', object: 'sandbox', phase: 'outcome' }])
    await log.close()
    const copy = readFileSync(file, 'utf8')
    expect(await run(['verify-audit', '-'], copy)).toEqual({
      code: 0,
      output:
        'entries\t5\nchains\t1\ncompared\t1\nerrors\t0\n4 entries are not in standard input: their removal would stay undetected\n',
    })
    const alone = await run(['verify-audit'])
    expect([alone.code, alone.output]).toEqual([
      0,
      expect.stringMatching(/compared\t0\nerrors\t0\nnot compared with a copy: a removal of the newest/),
    ])

    rmSync(file)
    const missing = await run(['verify-audit', file])
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining(`${file}: cannot be read`)])
    const changes = [
      ['', 'holds no entries'],
      ['another log', 'holds no entries'],
      [copy.replace('sandbox', 'elsewhere'), 'line 1: is not what the store has as'],
      [copy + copy.slice(0, -2), 'line 2: incomplete entry'],
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
        /errors\t1\nconsole: the first 5 entries were signed with another .* SESSION_SECRET_PREVIOUS\nnot compared/,
      ),
    ])
    const withBoth = await runAdmin({ ...rotated, SESSION_SECRET_PREVIOUS: secret }, ['verify-audit'])
    expect(withBoth.code).toBe(0)

    await database.db.deleteFrom('audit_head').execute()
    const damaged = await run(['verify-audit'])
    expect([damaged.code, damaged.output]).toEqual([
      1,
      expect.stringMatching(/errors\t1\n.*its end is missing/),
    ])
    expect((await run(['verify-audit', '-', 'more'])).code).toBe(64)
  })
})
