import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  listDepartments,
  peopleById,
  importRoster,
  listPeople,
  lookUpAgents,
  readPerson,
  similarPeople,
} from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { person } from '#sandbox/people.ts'
import { openBff, type Bff } from '../bff.ts'

let bff: Bff
const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
const list = async (query = '') => listPeople.answer.parse(await get(`/api/people${query}`))
const search = async (q: string) =>
  listPeople.answer.parse(await get(`/api/people?sort=best&pageSize=10&q=${encodeURIComponent(q)}`))
const agentOf = (n: number) => person(homeCompany.id, n)

beforeAll(async () => {
  bff = await openBff({
    sandbox: { extensions: 60 },
    timings: { agentRecordsEveryMs: 100, numbersWriteMs: 20, backgroundYieldMs: 20 },
  })
  await bff.requestAs('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
})
afterAll(() => bff.close())

test('finds an agent by name, work number and department once the record is read', async () => {
  const { uuid, agentName, agentID, depart } = agentOf(40)
  await get(`/api/extensions/idle/first?agentId=${uuid}`)
  await vi.waitFor(async () => expect((await search(agentID)).items).toHaveLength(1), 60_000)
  for (const q of [agentName, agentName.slice(0, 1), uuid, `${agentName} ${depart}`])
    expect((await search(q)).items).toContainEqual(
      expect.objectContaining({ agentUuid: uuid, name: agentName, workNumber: agentID, department: depart }),
    )
  const one = readPerson.answer.parse(await get(`/api/people/${uuid}`))
  expect(one.facts.workNumber).toMatchObject({ value: agentID, source: 'agent-record' })
  expect(listDepartments.answer.parse(await get('/api/people/departments')).items).toContainEqual({
    department: depart,
    count: 1,
  })
})

test('completes the agent of a number from the record in the background', async () => {
  const ext = Array.from({ length: 60 }, (_, n) => String(1000 + n)).find(
    (number) => bff.sandbox.store.extension(homeCompany.id, number)?.bind_status === 1,
  )
  const body = await get(`/api/extensions/${ext}`)
  const { agentUuid } = JSON.parse(JSON.stringify(body['extension']))
  await vi.waitFor(
    async () => {
      const [agent] = (await search(ext ?? '')).items
      expect(agent).toMatchObject({ agentUuid, ext, state: 'number', workNumber: expect.any(String) })
    },
    { timeout: 20_000, interval: 100 },
  )
})

test('shows a reservation in the directory and keeps the known name over the typed one', async () => {
  const { uuid, agentName } = agentOf(41)
  await get(`/api/extensions/idle/first?agentId=${uuid}`)
  await vi.waitFor(async () => expect((await search(uuid)).items).toHaveLength(1), 60_000)
  const idle = await get('/api/extensions/idle?pageSize=20')
  const [{ ext }] = JSON.parse(JSON.stringify(idle['items']))
  const held = await bff.requestAs(
    'supervisor',
    '/api/reservations',
    { items: [{ ext, agentUuid: uuid, agentName: 'Someone Else' }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect(held.status).toBe(200)
  const [agent] = (await search(uuid)).items
  expect(agent).toMatchObject({ name: agentName, state: 'reserved', reserved: [{ ext }] })
  expect((await list('?state=reserved')).items.map(({ agentUuid }) => agentUuid)).toEqual([uuid])
  expect((await list('?state=none')).items.map(({ agentUuid }) => agentUuid)).not.toContain(uuid)
})

test('imports a roster for administrators, with an outcome per line and an audit entry', async () => {
  const rows = [
    {
      workNumber: '77001',
      name: '欧阳娜娜',
      department: '新人组',
      email: 'nana@example.com',
      phoneModel: 'T46U',
    },
    { agentUuid: agentOf(50).uuid, name: agentOf(50).agentName },
  ]
  const answer = await bff.requestAs('admin', '/api/people/import', { rows })
  expect(importRoster.answer.parse(answer.body).outcomes[0]).toBe('colleague')
  const [newColleague] = (await search('ouyang')).items
  expect(newColleague).toMatchObject({ agentUuid: null, workNumber: '77001', state: 'none' })
  const one = readPerson.answer.parse(await get(`/api/people/${newColleague?.id}`))
  expect(one.facts.phoneModel).toMatchObject({ value: 'T46U', source: 'roster' })
  const { items } = listAudit.answer.parse(
    (await bff.requestAs('admin', '/api/audit?action=agent.import')).body,
  )
  expect(items).toMatchObject([{ phase: 'outcome', begunAt: expect.any(Number) }])
  expect((await bff.requestAs('supervisor', '/api/people/import', { rows })).status).toBe(403)
})

test('offers the agents who may be meant by a misspelled name, the closest first', async () => {
  const names = [
    'Ingrid Patel',
    'Ingrid Pattel-Meyer',
    'Jörg Müller',
    '王芳',
    '王方方',
    'Bo Li',
    'Astrid Patel',
  ]
  const rows = names.map((name, index) => ({ workNumber: `7710${index}`, name }))
  await bff.requestAs('admin', '/api/people/import', { rows })
  const similar = async (name: string) =>
    similarPeople.answer
      .parse(await get(`/api/people/similar?name=${encodeURIComponent(name)}`))
      .items.map((agent) => agent.name)
  const meant: [string, string[]][] = [
    ['Ingrd Patel', ['Ingrid Patel', 'Ingrid Pattel-Meyer']],
    ['Patel Ingrid', ['Ingrid Patel', 'Ingrid Pattel-Meyer']],
    // Without a slip of the pen, everyone of the last name.
    ['Jonas Muller', ['Jörg Müller']],
    ['ingrid m. patel', ['Ingrid Patel']],
    ['Jorg Muler', ['Jörg Müller']],
    ['王方', ['王芳']],
    ['Wang Fang', ['王芳']],
    ['Ingrd', ['Ingrid Patel', 'Ingrid Pattel-Meyer']],
    ['Rob Li', []],
    ['张伟强', []],
    ['- -', []],
  ]
  for (const [typed, expected] of meant) expect.soft(await similar(typed), typed).toEqual(expected)
})

test('reads many agents by UUID and new colleagues by ID', async () => {
  const [newColleague] = (await search('ouyang')).items
  const { uuid } = agentOf(41)
  const known = async (ids: readonly string[]) =>
    bff.requestAs('supervisor', `/api/people/by-id?ids=${ids.join()}`)
  const { items } = peopleById.answer.parse(
    (await known([uuid, newColleague?.id ?? '', '00000000-aaaa'])).body,
  )
  expect(new Set(items.map(({ agentUuid, id }) => agentUuid ?? id))).toEqual(
    new Set([uuid, newColleague?.id]),
  )
  const refused = await known(Array.from({ length: 121 }, (_, n) => `agent-${1000 + n}`))
  expect(refused.status).toBe(400)
  expect(refused.body['errors']).toEqual([
    { path: 'ids', message: 'give 1 to 120 agent uuids with commas between' },
  ])
})

test('refuses a roster line without a UUID and work number, and names the line', async () => {
  const { status, body } = await bff.requestAs('admin', '/api/people/import', {
    rows: [{ workNumber: '1' }, { name: 'Ada' }],
  })
  expect(status).toBe(400)
  expect(body['errors']).toEqual([
    { path: 'rows.1.workNumber', message: 'give a work number or an agent uuid' },
  ])
})

test('refuses a note with a password, names the line and imports no line', async () => {
  const rows = [
    { workNumber: '77900', name: 'Ada' },
    { workNumber: '77901', note: 'SIP password=k8Zq2LmP' },
  ]
  const { status, body } = await bff.requestAs('admin', '/api/people/import', { rows })
  expect([status, body['code']]).toEqual([400, 'names-secret'])
  expect(body['errors']).toMatchObject([{ path: 'rows.1.note' }])
  const found = await bff.requestAs('supervisor', '/api/people/export.csv?q=77900')
  expect(found.text).not.toContain('77900')
})

test('exports the filtered agents in the format of the roster import', async () => {
  const { text, status, headers } = await bff.requestAs('supervisor', '/api/people/export.csv?q=77001')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('people.csv')
  const [head, line, ...rest] = text.trim().split('\r\n')
  expect(head).toBe(
    'agentUuid,workNumber,name,department,email,phoneModel,note,ext,state,reserved,labels,startsOn,consoleNote,kind',
  )
  expect(line).toBe(',77001,欧阳娜娜,新人组,nana@example.com,T46U,,,none,,,,,person')
  expect(rest).toEqual(['# may be incomplete: not all bound numbers have been looked up'])
})

test('answers 404 for an unknown agent', async () => {
  expect((await bff.requestAs('supervisor', '/api/people/00000000-aaaa')).status).toBe(404)
})

test('looks agents up at the service before numbers are created for them', async () => {
  const store = bff.sandbox.store
  const free = store.agentWithoutExtension(homeCompany.id)
  const bound = store.findAgent(homeCompany.id, agentOf(0).uuid)
  const lookUp = async (agents: readonly { agentID: string; agentType: '0' | '1' }[]) =>
    lookUpAgents.answer.parse((await bff.requestAs('admin', '/api/people/look-up', { agents })).body).items
  const found = await lookUp([
    { agentID: bound?.uuid ?? '', agentType: '1' },
    { agentID: bound?.agent_id ?? '', agentType: '0' },
    { agentID: free?.uuid ?? '', agentType: '1' },
    { agentID: free?.agent_id ?? '', agentType: '0' },
    { agentID: '999999', agentType: '0' },
    { agentID: '9348ee74c2cefd4740db23a3b5bf4a0e', agentType: '1' },
    { agentID: '990002', agentType: '0' },
  ])
  const seen = { agentUuid: bound?.uuid, state: 'number', ext: bound?.ext, code: null }
  const none = { agentUuid: free?.uuid, state: 'none', ext: null }
  expect(found).toMatchObject([
    seen,
    seen,
    none,
    none,
    { agentID: '999999', state: 'absent' },
    { state: 'absent' },
    { agentID: '990002', state: 'unknown', code: 'upstream-not-json' },
  ])
  // A roster's word is not the service's: the person may not exist there.
  await bff.requestAs('admin', '/api/people/import', {
    rows: [{ agentUuid: 'only-on-the-roster', name: 'Kim' }],
  })
  expect(await lookUp([{ agentID: 'only-on-the-roster', agentType: '1' }])).toMatchObject([
    { state: 'absent' },
  ])
  expect((await bff.requestAs('supervisor', '/api/people/look-up', { agents: found })).status).toBe(403)
})

test('does not take an agent for free while the binding of their number is unclear', async () => {
  const { store } = bff.sandbox
  const bound = store.findAgent(homeCompany.id, agentOf(0).uuid)
  const row = store.extension(homeCompany.id, bound?.ext ?? '')
  const reading = vi
    .spyOn(store, 'extension')
    .mockImplementation(() => (row === null ? null : { ...row, bind_status: 7 }))
  const agents = [{ agentID: bound?.uuid ?? '', agentType: '1' }]
  const { body } = await bff.requestAs('admin', '/api/people/look-up', { agents })
  reading.mockRestore()
  expect(body['items']).toMatchObject([{ agentID: bound?.uuid, state: 'unknown', ext: null, code: null }])
})

test('does not take another agent’s record for the requested one', async () => {
  const store = bff.sandbox.store
  const other = store.agentWithoutExtension(homeCompany.id)
  const finding = vi.spyOn(store, 'findAgent').mockImplementation(() => other)
  const agents = [{ agentID: '999998', agentType: '0' }]
  const { body } = await bff.requestAs('admin', '/api/people/look-up', { agents })
  finding.mockRestore()
  expect(body['items']).toMatchObject([{ agentID: '999998', state: 'unknown', code: null }])
})
