import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntry, type AuditEntry } from '#contract/audit.ts'
import { verifyAudit } from '#server/store/audit-verify.ts'
import { createSeal } from '#server/store/seal.ts'
import { openDatabase } from '#server/store/database.ts'
import { eachStore } from '../stores/each-store.ts'
import { openBff, type Bff } from './bff.ts'

eachStore(({ place }) => {
  let bff: Bff
  let where: Awaited<ReturnType<typeof place>>
  beforeAll(async () => {
    where = await place()
    bff = await openBff({ store: where })
    await bff.as(
      'admin',
      '/api/extensions',
      { ext: '60001', password: 'S3cret-60001' },
      { 'idempotency-key': 'k'.repeat(20) },
    )
    await bff.as('admin', '/api/settings', { jobLanes: 4 }, {}, 'PATCH')
    await bff.as('admin', '/api/status/token/renew', {})
    await bff.as(null, '/api/auth/sign-in/email', { email: 'eve@example.com', password: 'a wrong password' })
    await bff.as('supervisor', '/api/auth/sign-out', {})
    bff.forgetCookies()
  })
  afterAll(() => bff.close())

  const list = async (query = ''): Promise<{ items: AuditEntry[]; next: string | null }> => {
    const { body } = await bff.as('admin', `/api/audit?${query}`)
    const items = Array.isArray(body['items']) ? body['items'].map((item) => auditEntry.parse(item)) : []
    return { items, next: typeof body['next'] === 'string' ? body['next'] : null }
  }

  test('every privileged act is there, by whom and from where; an act that leaves has its intent before', async () => {
    const { items } = await list('pageSize=1000')
    const acts = items.map(({ action, phase, object, result }) => [action, phase, object, result].join(' '))
    expect(acts).toEqual(
      expect.arrayContaining([
        'extension.create intent 60001 ',
        'extension.create outcome 60001 accepted',
        'settings.change intent {"jobLanes":4} ',
        'settings.change outcome {"jobLanes":4} done',
        'token.renew outcome sandbox done',
        'session.begin outcome admin@example.com done',
        'session.refused outcome eve@example.com sign-in-failed',
        'session.end outcome supervisor@example.com done',
      ]),
    )
    expect(acts.indexOf('extension.create intent 60001 ')).toBeGreaterThan(
      acts.indexOf('extension.create outcome 60001 accepted'),
    )
    const created = items.find(({ action }) => action === 'extension.create')
    expect(created).toMatchObject({
      actor: 'admin@example.com',
      role: 'admin',
      session: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(JSON.stringify(items)).not.toMatch(/S3cret|wrong password/)
  })

  test('filters, and pages by keyset without a gap or an overlap', async () => {
    expect((await list('action=settings.change')).items).toHaveLength(2)
    expect((await list('object=600')).items).toHaveLength(2)
    expect((await list('actor=eve')).items).toHaveLength(1)
    expect((await list(`to=1`)).items).toHaveLength(0)
    expect((await list(`from=${Date.now() + 60_000}`)).items).toHaveLength(0)
    const all = (await list('pageSize=1000')).items.map(({ id }) => id)
    const paged: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page = await list(`pageSize=3${next === '' ? '' : `&before=${next}`}`)
      paged.push(...page.items.map(({ id }) => id))
      next = page.next
    }
    expect(paged.filter((id) => all.includes(id))).toEqual(all)
    expect(new Set(paged).size).toBe(paged.length)
  })

  test('the export is what the filter shows, and is on record itself', async () => {
    const { text } = await bff.as('admin', '/api/audit/export.csv?action=settings.change')
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data.map((row) => [row['action'], row['phase']])).toEqual([
      ['settings.change', 'outcome'],
      ['settings.change', 'intent'],
    ])
    expect((await list('action=audit.export')).items.map(({ phase }) => phase)).toEqual(['outcome', 'intent'])
  })

  test('a supervisor may not look', async () => {
    expect((await bff.as('supervisor', '/api/audit')).status).toBe(403)
    expect((await bff.as('supervisor', '/api/audit/export.csv')).status).toBe(403)
  })

  test('when the audit cannot be written, nothing privileged happens', async () => {
    const sent = bff.sandbox.calls('create_extension')
    const renewed = bff.sandbox.calls('get_token')
    const database = await openDatabase(where)
    await database.db.schema.alterTable('audit').renameTo('audit_away').execute()
    try {
      const create = await bff.as(
        'admin',
        '/api/extensions',
        { ext: '60002' },
        { 'idempotency-key': 'm'.repeat(20) },
      )
      expect([create.status, create.body['code']]).toEqual([503, 'unavailable'])
      expect((await bff.as('admin', '/api/status/token/renew', {})).status).toBe(503)
      expect((await bff.as('admin', '/api/settings', { jobLanes: 5 }, {}, 'PATCH')).status).toBe(503)
      expect(bff.sandbox.calls('create_extension')).toBe(sent)
      expect(bff.sandbox.calls('get_token')).toBe(renewed)
    } finally {
      await database.db.schema.alterTable('audit_away').renameTo('audit').execute()
    }
    expect((await bff.as('admin', '/api/settings')).body).toMatchObject({ jobLanes: 4 })
    // The same key is free: nothing had been sent under it.
    const create = await bff.as(
      'admin',
      '/api/extensions',
      { ext: '60002' },
      { 'idempotency-key': 'm'.repeat(20) },
    )
    expect(create.body).toMatchObject({ state: 'created' })
    const { faults } = await verifyAudit(database, createSeal('a session secret for tests, long enough'))
    expect(faults).toEqual([])
    await database.close()
  })
})
