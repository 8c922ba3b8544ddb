import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { serviceIdentity } from '#server/service/connection.ts'
import { ownedTables } from '#server/service/identities.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { loadEarlier, rowsOf, runOn } from '../../stores/earlier-store.ts'
import { runAdmin } from '../admin/admin-command.ts'

const address = {
  sandbox: false,
  url: 'https://api.example.com/v5',
  extensionsUrl: 'https://voice.example.com',
  appId: 'app 1',
  companyId: null,
}

test('an identity is scheme, host, port, path, app ID and company, however the URL is written', () => {
  const identity = 'https://api.example.com/v5 https://voice.example.com app%201'
  expect(serviceIdentity(address)).toBe(identity)
  for (const written of ['https://API.example.com:443/v5/', 'https://api.example.com/./v5//'])
    expect(serviceIdentity({ ...address, url: written })).toBe(identity)
  for (const other of [
    { url: 'https://api.example.com' },
    { extensionsUrl: 'https://voice.example.com:8443' },
    { appId: 'app 2' },
    { companyId: 'c1' },
  ])
    expect(serviceIdentity({ ...address, ...other })).not.toBe(identity)
  expect(serviceIdentity({ ...address, sandbox: true, url: 'http://127.0.0.1:1' })).toBe('sandbox')
})

eachStore(({ emptyStore, open }) => {
  const old = 'https://old.example.com https://old.example.com my-app'
  const oldService = {
    UPSTREAM_URL: 'https://old.example.com',
    UPSTREAM_APP_ID: 'my-app',
    UPSTREAM_APP_KEY: 'a key for tests',
  }
  const environment = (where: StoreLocation): Record<string, string> => ({
    SESSION_SECRET: 'a session secret for tests, long enough',
    ...('url' in where
      ? { DATABASE_URL: where.url, DATABASE_TLS: 'off' }
      : { DATA_DIR: dirname(where.file) }),
  })

  test('adopt-service joins an old service into the current one, and refuses what both have', async () => {
    const where = await emptyStore()
    await loadEarlier(where)
    if ('file' in where) chmodSync(where.file, 0o600)
    const sandboxRows = await runAdmin({ ...environment(where), ...oldService }, ['adopt-service', 'sandbox'])
    expect(sandboxRows).toEqual({ code: 0, output: `joined sandbox into ${old}\n` })
    await runOn(
      where,
      `INSERT INTO team (account, user_id, departments, people) VALUES
        ('${old}', 'ada', '["old"]', '[]'), ('${old}', 'ben', '["old"]', '[]');
      INSERT INTO notification (id, user_id, account, key, count, event, at) VALUES
        ('one', 'ada', '${old}', 'job', 1, '{}', 1);
      INSERT INTO notification_scan (account, until, conditions) VALUES ('${old}', 1, '{}');`,
    )
    const adopt = (...words: string[]) => runAdmin(environment(where), ['adopt-service', ...words])
    const identities = async () =>
      (await adopt()).output
        .trim()
        .split('\n')
        .map((line) => line.split('\t'))
    const [current, [identity, counts] = []] = await identities()
    expect([current, identity]).toEqual([['current: sandbox'], old])
    expect(counts).toMatch(/job \d+, job_item \d+, reservation \d+.*inventory \d+/)

    // The current service was scanned, and people worked there: with a reserved number and an agent of both services.
    const [open] = (await rowsOf(where, 'reservation')).filter(({ state }) => state === 'reserved')
    const [agent] = (await rowsOf(where, 'agent')).filter(({ agent_uuid: uuid }) => uuid !== null)
    await runOn(
      where,
      `CREATE TABLE copies AS SELECT * FROM reservation WHERE id = '${String(open?.['id'])}';
      UPDATE copies SET id = 'new', idempotency_key = 'new', account = 'sandbox';
      INSERT INTO reservation SELECT * FROM copies; DROP TABLE copies;
      INSERT INTO inventory_crawl (account, kind, done, whole) VALUES ('sandbox', 'idle', 1, 1);
      CREATE TABLE copies AS SELECT * FROM agent WHERE id = '${String(agent?.['id'])}';
      UPDATE copies SET id = 'new', facts = '{}', account = 'sandbox';
      INSERT INTO agent SELECT * FROM copies; DROP TABLE copies;
      INSERT INTO team (account, user_id, departments, people) VALUES ('sandbox', 'ben', '[]', '["new"]');
      INSERT INTO notification_scan (account, until, conditions) VALUES ('sandbox', 2, '{}');`,
    )
    const refused = await adopt(...old.split(' '))
    expect(refused).toEqual({
      code: 1,
      output: `nothing was changed, because both services have: reservation ${String(open?.['ext'])}. End or remove these in one of them, then run the command again\n`,
    })
    expect(await identities()).toContainEqual([old, counts])

    await runOn(where, `UPDATE reservation SET state = 'released' WHERE id = 'new'`)
    expect(await adopt(old)).toEqual({ code: 0, output: `joined ${old} into sandbox\n` })
    const [, [, joined] = [], ...more] = await identities()
    expect(more).toEqual([])
    const count = (text: string | undefined, table: string) =>
      Number(new RegExp(String.raw`\b${table} (\d+)`).exec(text ?? '')?.[1] ?? 0)
    const both = { reservation: 1, inventory: -count(counts, 'inventory') }
    for (const table of [
      'job',
      'job_item',
      'reservation',
      'label',
      'note',
      'pool',
      'agent',
      'inventory',
      'snapshot',
    ])
      expect([table, count(joined, table)]).toEqual([
        table,
        count(counts, table) + (Reflect.get(both, table) ?? 0),
      ])
    // The person of a team stays; of a user's two teams, the current service's does.
    expect(await rowsOf(where, 'agent')).toContainEqual(expect.objectContaining({ id: 'new' }))
    expect(
      (await rowsOf(where, 'team')).toSorted((a, b) =>
        String(a['user_id']) < String(b['user_id']) ? -1 : 1,
      ),
    ).toEqual([
      { account: 'sandbox', user_id: 'ada', departments: '["old"]', people: '[]', pool: null },
      { account: 'sandbox', user_id: 'ben', departments: '[]', people: '["new"]', pool: null },
    ])
    expect(await rowsOf(where, 'notification')).toMatchObject([{ id: 'one', account: 'sandbox' }])
    expect(await rowsOf(where, 'notification_scan')).toMatchObject([{ account: 'sandbox', until: 2 }])
    expect(await adopt(old)).toMatchObject({ code: 1, output: expect.stringContaining('no data of') })
    const actions = (await rowsOf(where, 'audit')).filter(({ action }) => action === 'service.adopt')
    expect(actions.map(({ object, reason, result }) => [object, reason, result])).toEqual([
      ['sandbox', old, null],
      ['sandbox', old, 'done'],
      [old, 'sandbox', null],
      [old, 'sandbox', 'edit-conflict'],
      [old, 'sandbox', null],
      [old, 'sandbox', 'done'],
    ])
  })
  test('joins every table whose rows belong to a service', async () => {
    const tables = await (await open()).db.introspection.getTables()
    const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'account'))
    expect(owned.map(({ name }) => name).toSorted()).toEqual(ownedTables.map(({ name }) => name).toSorted())
  })
})
