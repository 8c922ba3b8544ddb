import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listViews, saveView } from '#contract/views.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

describe.each(['sqlite', 'postgres'] as const)('saved views on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  beforeAll(async () => {
    bff = await openBff({ store: await copyPreparedStore(engine, cleanUps) })
  })
  afterAll(async () => {
    await bff.close()
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  type Who = 'admin' | 'supervisor'
  const save = (who: Who, name: string, shared = false, page = 'numbers') =>
    bff.requestAs(who, '/api/views', { page, name, query: 'state=free&ext=80', shared })
  const saved = async (who: Who, name: string, shared = false) =>
    saveView.answer.parse((await save(who, name, shared)).body)
  const change = (who: Who, id: string, body: object) =>
    bff.requestAs(who, `/api/views/${id}`, body, {}, 'PATCH')
  const remove = (who: Who, id: string) => bff.requestAs(who, `/api/views/${id}`, {}, {}, 'DELETE')
  const list = async (who: Who, page = 'numbers') =>
    listViews.answer.parse((await bff.requestAs(who, `/api/views?page=${page}`)).body).items

  test('lists own views and shared views with their owner', async () => {
    await saved('supervisor', 'Free 80')
    await saved('supervisor', 'For all', true)
    expect((await list('supervisor')).map(({ name, mine }) => [name, mine])).toEqual([
      ['For all', true],
      ['Free 80', true],
    ])
    expect(await list('admin')).toMatchObject([
      { name: 'For all', mine: false, owner: 'supervisor@example.com', query: 'state=free&ext=80' },
    ])
  })

  test('keeps names unique per owner, ignoring case', async () => {
    await saved('supervisor', 'Night shift')
    expect((await save('supervisor', 'NIGHT shift')).body['code']).toBe('view-exists')
    expect((await save('admin', 'Night shift')).status).toBe(200)
    const other = await saved('supervisor', 'Day shift')
    expect((await change('supervisor', other.id, { name: 'night Shift' })).body['code']).toBe('view-exists')
    expect((await change('supervisor', other.id, { name: 'day SHIFT' })).body['name']).toBe('day SHIFT')
  })

  test('keeps views and names separate per list', async () => {
    await saved('supervisor', 'Late')
    expect((await save('supervisor', 'Late', false, 'people')).status).toBe(200)
    expect((await list('supervisor', 'people')).map(({ name }) => name)).toEqual(['Late'])
    expect((await save('supervisor', 'Late', false, 'nowhere')).status).toBe(400)
  })

  test('lets only the owner change a view, and administrators remove a shared but never see a private one', async () => {
    const own = await saved('supervisor', 'Private')
    expect((await change('admin', own.id, { shared: true })).status).toBe(404)
    expect((await remove('admin', own.id)).status).toBe(404)
    await change('supervisor', own.id, { shared: true, query: 'state=gone' })
    expect((await change('admin', own.id, { name: 'Taken' })).status).toBe(403)
    expect((await remove('admin', own.id)).status).toBe(200)
    const admins = await saved('admin', 'Of an admin', true)
    expect((await remove('supervisor', admins.id)).status).toBe(403)
    expect((await list('supervisor')).some(({ name }) => name === 'Private')).toBe(false)
  })

  test('refuses a change of what another tab has changed since', async () => {
    const { id, version } = await saved('supervisor', 'Edited')
    const first = await change('supervisor', id, { query: 'state=bound', version })
    expect(await change('supervisor', id, { query: 'state=reserved', version })).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict' },
    })
    const now = (await list('supervisor')).find((view) => view.id === id)
    expect(now).toMatchObject({ query: 'state=bound', version: first.body['version'] })
    expect((await change('supervisor', id, { shared: true, version: now?.version })).status).toBe(200)
  })

  test('gives a name to one of several parallel saves', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => save('supervisor', 'At once')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })

  test('reports a view that is removed during its change as not found', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 10; n++) {
      const { id } = await saved('supervisor', `Removed ${n}`)
      const [, changed] = await Promise.all([
        remove('supervisor', id),
        change('supervisor', id, { name: `Renamed ${n}` }),
      ])
      statuses.push(changed.status)
    }
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
  })

  test('refuses a view beyond the limit of a user, also for several requests at once', async () => {
    const { length } = (await list('admin')).filter(({ mine }) => mine)
    for (let n = length; n < 98; n++) await saved('admin', `View ${n}`)
    const last = await Promise.all(Array.from({ length: 6 }, (_, n) => save('admin', `Last ${n}`)))
    expect(last.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 200, 409, 409, 409, 409])
    expect(await save('admin', 'One more')).toMatchObject({ status: 409, body: { code: 'too-many-views' } })
  })

  test('refuses a query with other content than a filter', async () => {
    for (const query of ['<script>', 'a b', 'x'.repeat(2_001), 'state=free#x', '//evil.example'])
      expect(
        (await bff.requestAs('admin', '/api/views', { page: 'numbers', name: 'bad', query, shared: false }))
          .status,
      ).toBe(400)
  })
})
