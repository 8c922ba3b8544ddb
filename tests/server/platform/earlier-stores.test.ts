import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { extensionHistory } from '#contract/history.ts'
import { holds } from '#contract/number-set.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import { compareCopy, verifyAudit } from '#server/audit/audit-verify.ts'
import { readNumberSet } from '#server/numbers/numbers.ts'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'
import { plainNames } from '#server/platform/database/migrations/053-plain-names.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore, emptyStoreLocation } from '../../stores/each-store.ts'
import { loadEarlier, rowsOf, runOn, type Row } from '../../stores/earlier-store.ts'
import { runAdmin } from '../admin/admin-command.ts'
import { openBff } from '../bff.ts'

const sessionSecret = 'a session secret for tests, long enough'

/** What people made and what was recorded of it; the console reads the other tables again from the service. */
const madeByPeople = [
  'user',
  'setting',
  'audit',
  'job',
  'job_item',
  'reservation',
  'service_request',
  'saved_view',
  'label',
  'note',
  'pool',
  'threshold',
  'binding_change',
  'snapshot',
]

eachStore(({ engine, copyStore, emptyStore }) => {
  async function earlierStore(): Promise<StoreLocation> {
    const where = await emptyStore()
    await loadEarlier(where)
    return where
  }

  /** Of a reservation or request, users are named by their IDs alone. */
  const withoutUserNames = ({
    user_name: _user,
    assignee_name: _assignee,
    assigned_at: _assignedAt,
    assigned_by: _assigner,
    ...row
  }: Row): Row => row

  const renamed = ({
    acknowledged_by: by,
    acknowledged_until: until,
    acknowledged_at: _at,
    acknowledged_free: _free,
    // The names of people are in the directory alone.
    agent_name: _agent,
    bound_name: _bound,
    before_agent_name: _before,
    work_number: _workNumber,
    holder: _holder,
    ...row
  }: Row): Row => (by === undefined ? row : { ...row, snoozed_by: by, snoozed_until: until })

  const environment = (where: StoreLocation): Record<string, string> => {
    if ('url' in where) return { DATABASE_URL: where.url, DATABASE_TLS: 'off', SESSION_SECRET: sessionSecret }
    chmodSync(where.file, 0o600)
    return { DATA_DIR: dirname(where.file), SESSION_SECRET: sessionSecret }
  }

  test('upgrades the earlier store, with PostgreSQL on two replicas at once, and keeps every row', async () => {
    const where = await earlierStore()
    const before = await Promise.all(madeByPeople.map((table) => rowsOf(where, table)))
    for (const database of engine === 'postgres'
      ? await Promise.all([openDatabase(where), openDatabase(where)])
      : [await openDatabase(where)])
      await database.close()
    for (const [index, table] of madeByPeople.entries()) {
      const rows = before[index] ?? []
      // A later migration may add a column, or rename one.
      const isOfUsers = ['reservation', 'service_request'].includes(table)
      const kept = rows.map((row): unknown =>
        expect.objectContaining(renamed(isOfUsers ? withoutUserNames(row) : row)),
      )
      const after = await rowsOf(where, table)
      expect([table, rows.length > 0, after.length]).toEqual([table, true, rows.length])
      expect([table, after]).toEqual([table, expect.arrayContaining(kept)])
    }
    const names = async (store: StoreLocation) =>
      (await rowsOf(store, 'kysely_migration')).map(({ name }) => name)
    expect(await names(where)).toEqual(await names(await copyStore()))
  })

  test('moves the names for values into the profile of the saved connection', async () => {
    const where = await earlierStore()
    await runOn(
      where,
      `INSERT INTO service_connection
        (id, url, extensions_url, app_id, app_key, company_id, authorization_value, profile, active, version)
      VALUES (1, 'https://a.example/', 'https://b.example', 'acme', 'sealed', 'c-1', NULL, '{"name":"ours"}', 1, 3);
      INSERT INTO code_name (account, field, value, en, zh, note, version, changed_by, changed_at) VALUES
      ('https://a.example https://b.example acme c-1', 'extension.status', '1', 'In use', '使用中', 'n', 1, 'a', 1),
      ('https://a.example https://b.example acme c-1', 'extension.extType', '-2', '', '话机', '', 1, 'a', 1),
      ('https://a.example https://b.example acme c-1', 'extension.enabled', '1', '', '', '', 2, 'a', 1),
      ('https://a.example https://b.example acme c-1', 'agent.callStatus', '1', 'Talking', '', '', 1, 'a', 1);`,
    )
    await (await openDatabase(where)).close()
    const [connection] = await rowsOf(where, 'service_connection')
    expect(JSON.parse(String(connection?.['profile']))).toEqual({
      name: 'ours',
      values: { status: { 1: 'In use / 使用中' }, extType: { '-2': '话机' } },
    })
  })

  test('verifies the entries of the earlier store together with those that follow', async () => {
    const where = await earlierStore()
    const copy = (await rowsOf(where, 'audit')).map((row) => JSON.stringify(row))
    const database = await openDatabase(where)
    const seal = createSeal(sessionSecret)
    const values = { name: { before: 'Ada', after: 'Bo' } }
    await new Audit(database, seal).write([
      { actor: system, action: 'account.rename', object: 'a', values },
      { actor: system, action: 'account.rename', object: 'b' },
    ])
    expect(await verifyAudit(database, seal)).toMatchObject({ entries: copy.length + 2, errors: [] })
    expect(await compareCopy(database, copy)).toEqual({ entries: copy.length, errors: [] })
    // Each outcome of an action that began with an intent names it.
    const rows = await database.db.selectFrom('audit').selectAll().orderBy('seq').execute()
    const intents = rows.filter(({ phase }) => phase === 'intent')
    const linked = rows.filter(({ intent_id }) => intent_id !== null)
    expect(intents.length).toBeGreaterThan(0)
    expect(new Set(linked.map(({ intent_id }) => intent_id))).toEqual(new Set(intents.map(({ id }) => id)))
    await database.close()
  })

  test('gives each number of the earlier store the pool that it is in', async () => {
    const where = await earlierStore()
    const columns =
      'account, ext, state, bind_status, language, source, first_seen_at, seen_at, state_since, binding_since'
    // By text, 10005 lies between 1000 and 1019, and 701 before 7010.
    await runOn(
      where,
      `INSERT INTO inventory (${columns}) VALUES
      ('sandbox', '10005', 'free', 0, '', 'idle', 1, 1, 1, 1), ('sandbox', '701', 'free', 0, '', 'idle', 1, 1, 1, 1),
      ('sandbox', '70099', 'free', 0, '', 'idle', 1, 1, 1, 1), ('other', '1004', 'free', 0, '', 'idle', 1, 1, 1, 1);`,
    )
    await (await openDatabase(where)).close()
    const [pool] = await rowsOf(where, 'pool')
    const rows = await rowsOf(where, 'number')
    const isIn = ({ account, ext }: Row) =>
      account === 'sandbox' && holds(readNumberSet(String(pool?.['numbers'])), String(ext))
    expect(rows.filter(isIn).map(({ ext }) => ext)).toEqual(
      expect.arrayContaining(['1000', '1004', '7001', '70099']),
    )
    for (const row of rows)
      expect([row['ext'], row['pool_id']]).toEqual([row['ext'], isIn(row) ? pool?.['id'] : null])
    expect(rows.filter((row) => !isIn(row)).map(({ ext }) => ext)).toEqual(
      expect.arrayContaining(['10005', '701', '1004']),
    )
  })

  test('keeps what was announced and which conditions hold', async () => {
    const where = await earlierStore()
    const hourMs = 3_600_000
    await runOn(
      where,
      `DELETE FROM notification_scan;
      INSERT INTO notification_scan (account, until, conditions) VALUES ('here', 1000, '{"runs-out x":{"since":7,"seen":9}}');
      UPDATE reservation SET account = 'here', state = 'reserved', expires_at = ${4 * hourMs};
      UPDATE job SET account = 'here', secrets_until = ${5 * hourMs};`,
    )
    await (await openDatabase(where)).close()
    expect(await rowsOf(where, 'condition')).toEqual([
      { account: 'here', key: 'runs-out x', since: 7, seen: 9 },
    ])
    expect((await rowsOf(where, 'reservation')).map((row) => row['warned_at'])).toContain(1000)
    expect(new Set((await rowsOf(where, 'job')).map((row) => row['warned_at']))).toEqual(new Set([null]))
  })

  test('keeps how far each scan is, and what could not be announced', async () => {
    const where = await earlierStore()
    const [scan = {}] = await rowsOf(where, 'inventory_crawl')
    const database = await openDatabase(where)
    const { account, kind, cursor, last_whole_at } = scan
    expect(await rowsOf(where, 'crawl')).toEqual([
      expect.objectContaining({ account, kind, cursor, last_whole_at }),
    ])
    // The tables as the version before had them.
    await runOn(
      where,
      `DROP TABLE crawl; DROP TABLE unannounced;
      CREATE TABLE inventory_crawl (account text, kind text, started_at bigint, cursor text, done bigint, total bigint,
        unread integer, odd integer, odd_example text, ended_at bigint, last_ended_at bigint, last_whole_at bigint,
        last_missed integer, problem text);
      CREATE TABLE untold (id text, at bigint, recorded text);
      INSERT INTO untold (id, at, recorded) VALUES ('a', 7, '{"entries":[{"object":"8001"}],"told":[{"key":"k"}]}');`,
    )
    await plainNames.up(database.db)
    await database.close()
    expect(await rowsOf(where, 'unannounced')).toEqual([
      { id: 'a', at: 7, recorded: '{"entries":[{"object":"8001"}],"notices":[{"key":"k"}]}' },
    ])
  })

  test('keeps the name of everybody whom a reservation, a request or a change named, once', async () => {
    const where = await earlierStore()
    const reservation = (
      id: string,
      uuid: string | null,
      newColleague: string | null,
      names: string,
      holder = 'NULL',
    ) =>
      `('${id}', 'sandbox', '9${id}', ${uuid === null ? 'NULL' : `'${uuid}'`}, ${newColleague === null ? 'NULL' : `'${newColleague}'`},
        ${names}, 'u', 'U', '${id}', '', 'bound', 5, 9, 9, ${holder})`
    const held = (uuid: string | null, name: string) =>
      `'${JSON.stringify({ agentUuid: uuid, agentName: name, since: 7 })}'`
    await runOn(
      where,
      `DELETE FROM agent WHERE agent_uuid LIKE 'aaaa%';
      UPDATE agent SET facts = '{"workNumber":{"value":"W-7","source":"roster","at":1}}' WHERE agent_uuid LIKE 'bbbb%';
      INSERT INTO reservation (id, account, ext, agent_uuid, joiner_id, agent_name, work_number, user_id, user_name,
        idempotency_key, body_mac, state, reserved_at, expires_at, checked_at, holder) VALUES
      ${reservation('1', null, 'colleague', `'Nora New', '4711'`)},
      ${reservation('2', 'cccc', null, `'Cora', NULL`, held('dddd', 'Dora'))},
      ${reservation('3', 'cccc', null, `NULL, NULL`, held(null, 'Front desk'))};
      INSERT INTO service_request (id, account, kind, ext, bound_uuid, bound_name, agent_uuid, agent_name, reason, state,
        user_id, user_name, asked_at, checked_at) VALUES
      ('r', 'sandbox', 'rebind', '94', 'eeee', 'Eve', 'ffff', 'Finn', 'x', 'open', 'u', 'U', 1, 1);
      INSERT INTO binding_change (account, ext, at, state, agent_uuid, agent_name, before_state, before_agent_uuid,
        before_agent_name, before_since) VALUES
      ('sandbox', '95', 8, 'bound', 'gggg', 'Gus Now', 'bound', 'hhhh', 'Hal', 1),
      ('sandbox', '96', 4, 'bound', 'gggg', 'Gus Then', 'bound', NULL, 'Back office', 1);`,
    )
    await (await openDatabase(where)).close()
    const people = new Map(
      (await rowsOf(where, 'person')).map((row) => [row['agent_uuid'] ?? row['id'], row]),
    )
    const nameOf = (id: string) => people.get(id)?.['name']
    expect(
      ['a'.repeat(32), 'b'.repeat(32), 'colleague', 'cccc', 'dddd', 'eeee', 'ffff', 'gggg', 'hhhh'].map(
        nameOf,
      ),
    ).toEqual(['Ingrid Patel', 'Omar Haddad', 'Nora New', 'Cora', 'Dora', 'Eve', 'Finn', 'Gus Now', 'Hal'])
    expect(people.get('colleague')).toMatchObject({ agent_uuid: null, work_number: '4711', work_key: '4711' })
    expect(people.get('b'.repeat(32))).toMatchObject({ work_number: 'W-7', name_key: 'omar haddad' })
    expect(String(people.get('b'.repeat(32))?.['search'])).toContain('w7')
    const holders = (await rowsOf(where, 'reservation')).map((row) => row['holder'])
    expect(holders).toEqual(
      expect.arrayContaining([
        JSON.stringify({ agentUuid: 'dddd', agentName: null, since: 7 }),
        JSON.stringify({ agentUuid: null, agentName: 'Front desk', since: 7 }),
      ]),
    )
    const changes = await rowsOf(where, 'binding_change')
    expect(
      changes.flatMap((row) => [row['agent_name'] ?? [], row['before_agent_name'] ?? []].flat()),
    ).toEqual(['Back office'])
    for (const table of ['reservation', 'service_request'])
      for (const row of await rowsOf(where, table))
        expect(Object.keys(row)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(agent|bound)_name$/)]),
        )
  })

  test('shows in histories what happened to reservations and requests, and the rest of the audit to its readers', async () => {
    const where = await earlierStore()
    const [ada, bo] = ['a'.repeat(32), 'b'.repeat(32)]
    const colleague = 'c0000000-0000-4000-8000-000000000001'
    const json = (value: object | null) => (value === null ? 'NULL' : `'${JSON.stringify(value)}'`)
    const textOrNull = (value: string | null) => (value === null ? 'NULL' : `'${value}'`)
    const reservation = (
      ext: string,
      state: string,
      {
        uuid = ada,
        newColleague = null,
        ended = null,
        by = null,
        holder = null,
        days = null,
      }: {
        uuid?: string | null
        newColleague?: string | null
        ended?: number | null
        by?: string | null
        holder?: object | null
        days?: number | null
      } = {},
    ) =>
      `('r-${ext}', 'sandbox', '${ext}', ${textOrNull(uuid)}, ${textOrNull(newColleague)}, 'u', 'U', '${ext}', '',
        '${state}', 10, 90, 10, ${ended}, ${textOrNull(by)}, ${textOrNull(by && 'not needed')}, ${json(holder)}, ${days})`
    const held = (uuid: string | null, name: string | null) => ({
      agentUuid: uuid,
      agentName: name,
      since: 7,
    })
    await runOn(
      where,
      `INSERT INTO reservation (id, account, ext, agent_uuid, joiner_id, user_id, user_name, idempotency_key, body_mac,
        state, reserved_at, expires_at, checked_at, ended_at, ended_by, reason, holder, keep_days) VALUES
      ${reservation('9501', 'reserved')},
      ${reservation('9502', 'released', { ended: 50, by: 'Sam Once' })},
      ${reservation('9503', 'taken', { ended: 60, holder: held(bo, null) })},
      ${reservation('9504', 'bound', { ended: 61, holder: held(null, 'Front desk') })},
      ${reservation('9505', 'expired', { uuid: null, newColleague: colleague, ended: 70 })},
      ${reservation('9506', 'reserved', { holder: held(ada, null), days: 30 })};
      INSERT INTO service_request (id, account, kind, ext, bound_uuid, agent_uuid, reason, due_on, state, user_id, user_name,
        asked_at, sent_at, sent_by, closed_at, closed_by, note, checked_at) VALUES
      ('q-1', 'sandbox', 'rebind', '9507', '${ada}', '${bo}', 'moved', '2026-12-05', 'done', 'u', 'U', 20, 30, 'Tess', 40, 'Ben', 'ok', 1),
      ('q-2', 'sandbox', 'unbind', '9508', '${ada}', NULL, 'left', NULL, 'done', 'u', 'U', 21, NULL, NULL, 41, NULL, NULL, 1),
      ('q-3', 'other', 'delete', '9508', NULL, NULL, 'elsewhere', NULL, 'withdrawn', 'u', 'U', 22, NULL, NULL, 42, 'Ben', NULL, 1);`,
    )
    const bff = await openBff({ store: where, serviceUrl: 'http://127.0.0.1:9' })
    const read = async (path: string, role: Role = 'supervisor') => {
      const { body } = await bff.requestAs(role, `/api/${path}/history?pageSize=100`)
      return extensionHistory.answer.parse(body).items
    }
    const historyOf = (ext: string, role?: Role) => read(`extensions/${ext}`, role)
    const made = {
      kind: 'reservation',
      state: 'reserved',
      at: 10,
      agent: { agentUuid: ada },
      by: { id: 'u' },
    }
    const reserved = { ...made, expiresAt: 90, reason: null, holder: null }
    const ended = { ...made, by: null, expiresAt: 90, reason: null }
    expect(await historyOf('9501')).toMatchObject([{ ...reserved, id: 'r-9501', ext: '9501' }])
    expect(await historyOf('9502')).toMatchObject([
      { ...ended, state: 'released', at: 50, by: { id: null, name: 'Sam Once' }, reason: 'not needed' },
      reserved,
    ])
    expect(await historyOf('9503')).toMatchObject([
      { ...ended, state: 'taken', at: 60, holder: { agentUuid: bo, name: 'Omar Haddad' } },
      reserved,
    ])
    expect(await historyOf('9504')).toMatchObject([
      { ...ended, state: 'bound', at: 61, holder: { agentUuid: null, name: 'Front desk' } },
      reserved,
    ])
    const forColleague = { agent: { agentUuid: colleague } }
    expect(await historyOf('9505')).toMatchObject([
      { ...ended, ...forColleague, state: 'expired', at: 70 },
      { ...reserved, ...forColleague },
    ])
    expect(await historyOf('9506')).toMatchObject([{ ...reserved, keptBack: true, expiresAt: null }])
    const request = {
      kind: 'request',
      id: 'q-1',
      change: 'rebind',
      agent: { agentUuid: ada },
      rebindTo: { agentUuid: bo },
      dueOn: null,
    }
    const requested = [
      { ...request, event: 'done', at: 40, by: { id: null, name: 'Ben' }, reason: 'ok' },
      { ...request, event: 'sent', at: 30, by: { id: null, name: 'Tess' }, reason: null },
      { ...request, event: 'asked', at: 20, by: { id: 'u' }, reason: 'moved', dueOn: '2026-12-05' },
    ]
    expect(await historyOf('9507')).toMatchObject(requested)
    // Those of another service are not shown.
    expect(await historyOf('9508')).toMatchObject([
      { event: 'settled', at: 41, by: null, reason: null },
      { event: 'asked', at: 21, reason: 'left' },
    ])
    const requests = (await read(`people/${bo}`)).filter(({ kind }) => kind === 'request')
    expect(requests).toMatchObject(requested)
    expect((await read(`people/${colleague}`)).map(({ at }) => at)).toEqual([70, 10])
    const ofAda = await read(`people/${ada}`)
    expect(ofAda.map(({ ext, at }) => `${ext} ${at}`)).toEqual(
      expect.arrayContaining(['9501 10', '9502 50', '9503 60', '9504 61', '9506 10', '9507 20', '9508 41']),
    )
    // An action and its outcome are one entry.
    expect(await historyOf('1007', 'admin')).toMatchObject([
      { kind: 'action', action: 'extension.label', result: 'done' },
    ])
    expect(await historyOf('1007')).toEqual([])
    expect((await historyOf('1006', 'admin')).map(({ kind }) => kind)).toEqual(['reservation', 'reservation'])
    await bff.close()
  })

  test('shows the rows of the earlier store', async () => {
    // Nothing listens at the service of the earlier store.
    const bff = await openBff({ store: await earlierStore(), serviceUrl: 'http://127.0.0.1:9' })
    const read = async (path: string) => {
      const { status, text } = await bff.requestAs('admin', path)
      expect([path, status, text]).toEqual([path, 200, text])
      return text
    }
    const jobs: { items: { id: string }[] } = JSON.parse(await read('/api/jobs?kind=all'))
    expect(jobs.items).toHaveLength(3)
    const items = await Promise.all(jobs.items.map(({ id }) => read(`/api/jobs/${id}/items`)))
    for (const ext of ['7001', '7002', '7003', '1000', '7010', '7011'])
      expect(items.join('')).toContain(`"ext":"${ext}"`)
    const shown: [path: string, ...texts: string[]][] = [
      ['/api/reservations', '1004', 'Ingrid Patel', '1006', 'Omar Haddad', 'not needed'],
      ['/api/service-requests', 'left the company'],
      ['/api/labels/extension/1007', 'VIP', 'Reception desk'],
      ['/api/pools', 'Support', '"leastFree":2'],
      ['/api/capacity', '"leastFree":500'],
      ['/api/views?page=numbers', 'Bound ones'],
      ['/api/settings', '"legacyCreate":true'],
      ['/api/users', 'ben@example.com'],
      ['/api/audit?pageSize=100', 'phone was replaced'],
      ['/api/numbers?pageSize=100', '"ext":"1000"', '"ext":"7003"'],
      ['/api/people', '王伟'],
      ['/api/extensions/1008/history', '黄娜'],
    ]
    for (const [path, ...texts] of shown) {
      const body = await read(path)
      for (const text of texts) expect(body).toContain(text)
    }
    await bff.close()
  })

  describe('refuses in one sentence that says what to do', () => {
    const place = engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'
    const backUp =
      engine === 'sqlite'
        ? 'back it up (npm run admin -- backup <new directory>) and set another DATA_DIR'
        : 'back it up (pg_dump) and give an empty database'
    const changed = (statements: string) => async () => {
      const where = await copyStore()
      await runOn(where, statements)
      return where
    }

    test.each<[string, () => Promise<StoreLocation>, string]>([
      [
        'of a newer version',
        changed(`INSERT INTO kysely_migration (name, timestamp) VALUES ('900-later', '2027')`),
        `${place}: the store was upgraded by a newer version, with the migration 900-later, which this version does not know; start that version, or restore a backup from before the upgrade`,
      ],
      [
        'from before the earliest migration that can be upgraded',
        changed(`UPDATE kysely_migration SET name = '001-initial' WHERE name = '027-initial'`),
        `${place}: the store is from before November 27, 2026 (migration 026-one-count); upgrade it with the last version that could (docs/operations.md, Another version), or ${backUp}`,
      ],
    ])('a store %s', async (_name, make, sentence) => {
      const where = await make()
      await expect(openBff({ store: where })).rejects.toMatchObject({ errors: [sentence] })
      const environmentOf = environment(where)
      for (const words of [['list-users'], ['verify-audit'], ['create-user', 'eve@example.com', 'admin']])
        expect(await runAdmin(environmentOf, words)).toEqual({ code: 78, output: `${sentence}\n` })
    })
  })
})

describe('move-store', () => {
  const cleanUps: (() => unknown)[] = []
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  })
  async function move(statements = '') {
    const source = await emptyStoreLocation('sqlite', cleanUps)
    const target = await emptyStoreLocation('postgres', cleanUps)
    if (!('file' in source) || !('url' in target)) throw new Error('a file and a URL')
    await loadEarlier(source)
    await runOn(source, statements)
    chmodSync(source.file, 0o600)
    const moved = await runAdmin(
      {
        DATA_DIR: dirname(source.file),
        DATABASE_URL: target.url,
        DATABASE_TLS: 'off',
        SESSION_SECRET: sessionSecret,
      },
      ['move-store'],
    )
    return { moved, source, target }
  }

  test('upgrades the earlier store, then moves every row', async () => {
    const { moved, source, target } = await move()
    expect(moved.code).toBe(0)
    for (const table of madeByPeople)
      expect([table, (await rowsOf(target, table)).length]).toEqual([
        table,
        (await rowsOf(source, table)).length,
      ])
  })

  test('refuses a store of another version, which backup copies', async () => {
    const { moved, source } = await move(`DELETE FROM kysely_migration WHERE name > '001-initial'`)
    const env = { DATA_DIR: dirname(source.file), SESSION_SECRET: sessionSecret }
    const copy = join(dirname(source.file), 'copy')
    expect(await runAdmin(env, ['backup', copy])).toMatchObject({ code: 0 })
    expect(await rowsOf({ file: join(copy, 'console.db') }, 'audit')).toEqual(await rowsOf(source, 'audit'))
    expect(moved.code).toBe(78)
    expect(moved.output).toMatch(/^DATA_DIR: the store is from before November 27, 2026/)
  })
})
