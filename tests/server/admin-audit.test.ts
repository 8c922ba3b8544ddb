import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAudit } from '#server/audit/audit-store.ts'
import { anchorText } from '#server/audit/audit-verify.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../stores/each-store.ts'
import { runAdmin } from './admin-command.ts'
import { processes } from './processes.ts'

const { directory } = processes()
const secret = 'a session secret for tests, long enough'
const seal = createSeal(secret)

eachStore(({ engine, open, emptyPlace }) => {
  test('records what the command line does to users, and verify-audit checks the audit', async () => {
    const where = await emptyPlace()
    const dataDir = 'file' in where ? join(where.file, '..') : join(directory, engine)
    const env = {
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      ...('url' in where ? { DATABASE_URL: where.url, DATABASE_TLS: 'off' } : {}),
    }
    const run = (words: string[], input = '') => runAdmin(env, words, input)
    const empty = await run(['verify-audit'])
    expect([empty.code, empty.output]).toEqual([1, expect.stringContaining('there is no audit here')])

    expect((await run(['create-user', 'ada@example.com', 'admin'])).code).toBe(0)
    expect((await run(['reset-password', 'nobody@example.com'])).code).toBe(1)
    const database = await open(where)
    const rows = await database.db
      .selectFrom('audit')
      .select(['actor_name', 'action', 'object', 'phase', 'reason', 'result'])
      .where('action', '=', 'user.change')
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(rows.map(({ object, phase, reason, result }) => [object, phase, reason, result])).toEqual([
      ['ada@example.com', 'intent', 'create-user admin', null],
      ['ada@example.com', 'outcome', 'create-user admin', 'done'],
      ['nobody@example.com', 'intent', 'reset-password', null],
      ['nobody@example.com', 'outcome', 'reset-password', 'not-found'],
    ])
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
    expect([well.code, well.output]).toEqual([0, 'entries\t8\nchains\t3\nanchors\t1\nfaults\t0\n'])
    const lied = await run(['verify-audit', '-'], log.replace(/[0-9a-f]{64}/, 'f'.repeat(64)))
    expect([lied.code, lied.output]).toEqual([
      1,
      expect.stringMatching(/faults\t1\n.* is not the entry that/),
    ])

    const unanchored = await run(['verify-audit'])
    expect([unanchored.code, unanchored.output]).toEqual([
      0,
      expect.stringMatching(/faults\t0\nno anchors checked: removal of the newest events cannot be seen\n$/),
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
    for (const [text, fault] of changes) {
      writeFileSync(file, text)
      const { code, output } = await run(['verify-audit', file])
      expect([code, output]).toEqual([1, expect.stringMatching(`faults\t1\n.*${fault}`)])
      expect(output).toContain(file)
    }

    const rotated = { ...env, SESSION_SECRET: 'the secret of tomorrow, long enough as well' }
    const without = await runAdmin(rotated, ['verify-audit'])
    expect([without.code, without.output]).toEqual([
      1,
      expect.stringMatching(
        /faults\t3\n(.{36}: is under another secret than .* SESSION_SECRET_PREVIOUS\n){3}no/,
      ),
    ])
    const withBoth = await runAdmin({ ...rotated, SESSION_SECRET_PREVIOUS: secret }, ['verify-audit'])
    expect(withBoth.code).toBe(0)

    await database.db
      .deleteFrom('audit_head')
      .where('chain', '=', head?.chain ?? '')
      .execute()
    const faulty = await run(['verify-audit'])
    expect([faulty.code, faulty.output]).toEqual([
      1,
      expect.stringMatching(/faults\t1\n.*its end is not on r/),
    ])
    expect((await run(['verify-audit', '-', 'more'])).code).toBe(64)
  })
})
