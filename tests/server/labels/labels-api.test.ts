import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRoster, listPeople } from '#contract/people.ts'
import { knownLabels, labelNumbers, maxNoteLength, maxLabels, readLabels } from '#contract/labels.ts'
import { listNumbers } from '#contract/numbers.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { valuesIn } from '#server/audit/audit-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'

describe.each(['sqlite', 'postgres'] as const)('labels and notes on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: BffAndStore
  let agentId = ''
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyPreparedStore(engine, cleanUps) })
    const records = Array.from({ length: 1_200 }, (_, n) =>
      seenExtension(String(70_000 + n), { bindStatus: 0 }),
    )
    const account = 'sandbox'
    await numberStore(bff.database, account).recordSeen([
      { records, absent: [], source: 'idle', at: Date.now() },
    ])
    const rows = [{ workNumber: '77001', name: '欧阳娜娜' }]
    importRoster.answer.parse((await bff.requestAs('admin', '/api/people/import', { rows })).body)
    agentId = (await agents('?q=77001')).items[0]?.id ?? ''
  })
  afterAll(async () => {
    await bff.close()
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
  const agents = async (query: string) => listPeople.answer.parse(await get(`/api/people${query}`))
  const listed = async (query: string) => listNumbers.answer.parse(await get(`/api/numbers${query}`))
  const read = async (place: string) => readLabels.answer.parse(await get(`/api/labels/${place}`))
  const change = (place: string, body: object, who: 'admin' | 'supervisor' = 'supervisor') =>
    bff.requestAs(who, `/api/labels/${place}`, body, {}, 'PATCH')
  /** Returns the entries of a request, outcome first. */
  const onRecord = (requestId: string | null) =>
    bff.database.db
      .selectFrom('audit')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('seq', 'desc')
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, values: valuesIn(row) })))

  test('sorts a number’s labels by name, ignores case, and shows them to all users', async () => {
    const { body } = await change('extension/70001', { add: ['VIP', 'floor 2', 'vip', '备用'] })
    expect(body).toEqual({ labels: ['floor 2', 'VIP', '备用'], note: null })
    await change('extension/70001', { add: ['Vip'], remove: ['FLOOR 2'] }, 'admin')
    expect((await read('extension/70001')).labels).toEqual(['VIP', '备用'])
  })

  test('audits each change with the old and new values', async () => {
    const added = await change('extension/70002', { add: ['blue'], note: { text: 'Desk 4', version: 0 } })
    expect(await onRecord(added.headers.get('x-request-id'))).toMatchObject([
      {
        action: 'extension.label',
        object: '70002',
        phase: 'outcome',
        result: 'done',
        values: { labels: { before: [], after: ['blue'] }, note: { before: '', after: 'Desk 4' } },
      },
      { phase: 'intent', values: { add: ['blue'], note: 'Desk 4' } },
    ])
    const note = (await read('extension/70002')).note
    const changed = await change('extension/70002', {
      remove: ['Blue'],
      note: { text: 'Desk 5', version: note?.version },
    })
    expect((await onRecord(changed.headers.get('x-request-id')))[0]?.values).toEqual({
      labels: { before: ['blue'], after: [] },
      note: { before: 'Desk 4', after: 'Desk 5' },
    })
  })

  test('refuses all changes with an outdated version of a note, also of a removed note', async () => {
    const set = (text: string, version: number, add: string[] = []) =>
      change('extension/70003', { add, note: { text, version } })
    await set('one', 0)
    const first = (await read('extension/70003')).note
    expect(first).toMatchObject({ text: 'one', changedBy: 'supervisor@example.com' })
    expect((await set('two', 0, ['late'])).body['code']).toBe('edit-conflict')
    await set('two\nlines', first?.version ?? 0)
    const second = (await read('extension/70003')).note
    expect(second?.text).toBe('two\nlines')
    expect((await set('', first?.version ?? 0)).body['code']).toBe('edit-conflict')
    await set('', second?.version ?? 0)
    expect(await read('extension/70003')).toEqual({ labels: [], note: null })
    await set('three', 0)
    expect((await set('four', second?.version ?? 0)).body['code']).toBe('edit-conflict')
  })

  test('limits the number, length and characters of labels and notes, and refuses secrets', async () => {
    const many = Array.from({ length: maxLabels }, (_, n) => `label ${n}`)
    expect((await change('extension/70004', { add: many })).status).toBe(200)
    expect((await change('extension/70004', { add: ['one more'] })).body['code']).toBe('too-many-labels')
    expect((await change('extension/70004', { add: ['one more'], remove: ['label 0'] })).status).toBe(200)
    for (const [body, path] of [
      [{ add: ['x'.repeat(41)] }, 'add.0'],
      [{ add: ['a,b'] }, 'add.0'],
      [{ add: ['a\u200bb'] }, 'add.0'],
      [{ add: ['–'] }, 'add.0'],
      [{ note: { text: 'x'.repeat(maxNoteLength + 1), version: 0 } }, 'note.text'],
      [{ note: { text: 'bell\u0007', version: 0 } }, 'note.text'],
      [{ note: { text: 'SIP password: k8Zq2LmP', version: 0 } }, 'note.text'],
      [{ note: { text: '密码：k8Zq2LmP', version: 0 } }, 'note.text'],
      [{}, 'add'],
    ] as const)
      expect(await change('extension/70005', body)).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      })
    expect((await change('extension/12a', { add: ['x'] })).status).toBe(400)
  })

  test('labels a new colleague, and refuses an agent that is not in the directory', async () => {
    const changed = await change(`agent/${agentId}`, {
      add: ['night'],
      note: { text: 'starts May', version: 0 },
    })
    expect(changed.body).toMatchObject({ labels: ['night'], note: { text: 'starts May' } })
    expect((await onRecord(changed.headers.get('x-request-id')))[0]).toMatchObject({ action: 'agent.label' })
    expect((await agents('?label=NIGHT')).items).toMatchObject([{ id: agentId, labels: ['night'] }])
    expect((await agents('?label=day')).total).toBe(0)
    const { text } = await bff.requestAs('supervisor', '/api/people/export.csv?label=night')
    expect(text.trim().split('\r\n')).toEqual([
      expect.stringMatching(/,labels,startsOn,consoleNote,kind$/),
      expect.stringMatching(/^,77001,.*,night,,starts May,person$/),
      // Nothing has read the numbers here.
      expect.stringMatching(/^# may be incomplete/),
    ])
    const unknown = await change('agent/00000000-0000-4000-8000-000000000000', { add: ['x'] })
    expect(unknown.status).toBe(404)
  })

  test('sorts numbers by the first of their labels, in pages, numbers without labels last in both orders', async () => {
    await change('extension/70081', { add: ['zoo', 'beta'] })
    await change('extension/70082', { add: ['Alpha'] })
    await change('extension/70083', { add: ['beta'] })
    const sorted = async (query: string) =>
      (await listed(`?search=7008*&sort=labels&${query}`)).items.map(({ ext }) => ext)
    const others = ['70080', '70084', '70085', '70086', '70087', '70088', '70089']
    expect(await sorted('order=asc')).toEqual(['70082', '70081', '70083', ...others])
    expect(await sorted('order=desc')).toEqual(['70083', '70081', '70082', ...others.toReversed()])
    expect(await sorted('order=asc&pageSize=2&page=2')).toEqual(['70083', '70080'])
    expect(await sorted('order=asc&label=beta')).toEqual(['70081', '70083'])
  })

  test('labels a selection in one request, skips full numbers, and shows the labels in list, filter and export', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, n) => String(70_100 + n))
    const many = Array.from({ length: maxLabels }, (_, n) => `own ${n}`)
    await change('extension/70100', { add: many })
    const answer = await bff.requestAs('supervisor', '/api/labels', { numbers, add: ['=sum', 'old'] })
    expect(labelNumbers.answer.parse(answer.body)).toEqual({ changed: 999, full: ['70100'] })
    const entries = await onRecord(answer.headers.get('x-request-id'))
    expect(entries.length).toBeGreaterThan(40)
    const { total, items } = await listed('?label=OLD&search=701&pageSize=20')
    expect(total).toBe(99)
    expect(items[0]).toMatchObject({ ext: '70101', labels: ['=sum', 'old'] })
    const removed = await bff.requestAs('admin', '/api/labels', {
      numbers: numbers.slice(0, 3),
      remove: ['old'],
    })
    expect(labelNumbers.answer.parse(removed.body)).toEqual({ changed: 2, full: [] })
    expect((await listed('?label=old')).total).toBe(997)
    await change('extension/70103', { note: { text: 'desk 4', version: 0 } })
    const { text } = await bff.requestAs('supervisor', '/api/numbers/export.csv?label=old&search=70103&bom=0')
    expect(text.trim().split('\r\n')[1]).toMatch(/,"'=sum, old",desk 4$/)
    const known = knownLabels.answer.parse(await get('/api/labels?kind=extension')).items
    expect(known.slice(0, 2)).toEqual([
      { label: '=sum', count: 999 },
      { label: 'old', count: 997 },
    ])
    expect((await bff.requestAs('admin', '/api/labels', { numbers: ['70001'] })).status).toBe(400)
  })

  test('accepts parallel changes up to the limit of labels', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => change('extension/70006', { add: [`at once ${n}`] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxLabels)
    expect((await read('extension/70006')).labels).toHaveLength(maxLabels)
  })
})
