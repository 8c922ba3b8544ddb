import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createServiceRequests } from '#contract/service-requests.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

const never = 60 * 60_000

eachStore(({ copyStore }) => {
  const directory = mkdtempSync(join(tmpdir(), 'console-sandbox-'))
  const file = join(directory, 'sandbox.db')
  let bff: BffAndStore
  let free: string[]
  beforeAll(async () => {
    bff = await openBffAndStore({
      store: await copyStore(),
      sandbox: { file },
      // The console's own reads would show the service's name again after the roster's.
      timings: {
        numbersWriteMs: 10,
        idlePagesEveryMs: never,
        lookUpsEveryMs: never,
        agentRecordsEveryMs: never,
      },
    })
    const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=1000')
    free = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
  })
  afterAll(async () => {
    await bff.close()
    rmSync(directory, { recursive: true })
  })

  const next = () => free.pop() ?? ''
  const read = async (path: string) => {
    const { status, text } = await bff.requestAs('admin', path)
    expect([path, status]).toEqual([path, 200])
    return text
  }
  const send = async (path: string, body: object, role: 'admin' | 'supervisor' = 'supervisor') => {
    const { status, body: answer } = await bff.requestAs(role, path, body, {
      'idempotency-key': randomUUID(),
    })
    expect([path, status]).toEqual([path, 200])
    return answer
  }
  const rename = (row: object) => send('/api/people/import', { rows: [row] }, 'admin')

  test('shows the new name of a person everywhere once the service or a roster has it', async () => {
    const { uuid } = person(homeCompany.id, 140)
    const [reserved, bound, left] = [next(), next(), next()]
    await send('/api/reservations', {
      items: [{ ext: reserved, agentUuid: uuid, agentName: 'Typed Before' }],
    })
    const rebind = { kind: 'rebind', reason: 'moves', items: [{ ext: bound, rebindTo: { agentUuid: uuid } }] }
    await send('/api/service-requests', rebind)
    for (const ext of [bound, left]) bff.sandbox.store.desk.bind(homeCompany.id, ext, uuid)
    for (const ext of [bound, left]) await read(`/api/extensions/${ext}`)
    const unbind = { kind: 'unbind', reason: 'leaves', items: [{ ext: left }], keepBack: true }
    await vi.waitFor(
      async () =>
        expect(createServiceRequests.answer.parse(await send('/api/service-requests', unbind))).toMatchObject(
          {
            items: [{ request: { boundTo: { agentUuid: uuid } } }],
          },
        ),
      60_000,
    )
    bff.sandbox.store.desk.unbind(homeCompany.id, bound)
    await read(`/api/extensions/${bound}`)

    const pages = [
      `/api/reservations?ext=${reserved}`,
      `/api/reservations?ext=${left}`,
      '/api/reservations/open',
      '/api/reservations/export.csv',
      `/api/service-requests?ext=${bound}`,
      `/api/service-requests?ext=${left}`,
      '/api/service-requests/export.csv',
      `/api/extensions/${reserved}/history`,
      `/api/extensions/${bound}/history`,
      `/api/extensions/${left}/history`,
      `/api/people/${uuid}/history`,
      `/api/people/${uuid}`,
      `/api/people/by-id?ids=${uuid}`,
      `/api/numbers?pageSize=50&search=${left}`,
      '/api/numbers/export.csv',
      `/api/people/export.csv`,
    ]
    const shows = async (now: string, before: string) => {
      for (const path of pages) {
        const text = await read(path)
        expect([path, text.includes(now), text.includes(before)]).toEqual([path, true, false])
      }
    }
    await rename({ agentUuid: uuid, name: 'Named By Roster' })
    await shows('Named By Roster', 'Typed Before')

    const service = new DatabaseSync(file)
    service.prepare('UPDATE agent SET agent_name = ? WHERE uuid = ?').run('Named By Service', uuid)
    service.close()
    await vi.waitFor(async () => {
      await read(`/api/extensions/${left}`)
      expect(await read(`/api/people/${uuid}`)).toContain('Named By Service')
    }, 60_000)
    await shows('Named By Service', 'Named By Roster')
  })

  test('shows the present name of a user at what the user made, sent, closed and ended before', async () => {
    const { uuid } = person(homeCompany.id, 142)
    const [reserved, sent, withdrawn] = [next(), next(), next()]
    const renameUser = async (name: string) =>
      expect(await bff.requestAs('supervisor', '/api/account', { name }, {}, 'PATCH')).toMatchObject({
        status: 200,
      })
    await renameUser('Sam Before')
    const reservation = await send('/api/reservations', { items: [{ ext: reserved, agentUuid: uuid }] })
    const [, id = ''] = /"reservation":\{"id":"([^"]+)"/.exec(JSON.stringify(reservation)) ?? []
    await bff.requestAs('supervisor', `/api/reservations/${id}`, {}, {}, 'DELETE')
    const request = async (ext: string) => {
      const asked = { kind: 'rebind', reason: 'moves', items: [{ ext, rebindTo: { agentUuid: uuid } }] }
      const answer = createServiceRequests.answer.parse(await send('/api/service-requests', asked))
      return answer.items[0]?.request?.id ?? ''
    }
    const change = async (ext: string, state: 'sent' | 'withdrawn') =>
      expect(
        await bff.requestAs(
          'supervisor',
          '/api/service-requests',
          { ids: [await request(ext)], state, note: 'by phone' },
          {},
          'PATCH',
        ),
      ).toMatchObject({ status: 200 })
    await change(sent, 'sent')
    await change(withdrawn, 'withdrawn')
    await renameUser('Sam Now')
    for (const path of [
      `/api/reservations?ext=${reserved}`,
      '/api/reservations/export.csv',
      `/api/service-requests?ext=${sent}`,
      `/api/service-requests?ext=${withdrawn}`,
      '/api/service-requests/export.csv',
      `/api/extensions/${reserved}/history`,
      `/api/extensions/${sent}/history`,
      `/api/extensions/${withdrawn}/history`,
      `/api/people/${uuid}/history`,
    ]) {
      const text = await read(path)
      expect([path, text.includes('Sam Now'), text.includes('Sam Before')]).toEqual([path, true, false])
    }
    // What an earlier version ended has the name alone.
    await bff.database.db
      .updateTable('reservation')
      .set({ ended_by: 'Sam Once', ended_by_id: null })
      .where('id', '=', id)
      .execute()
    await bff.database.db
      .updateTable('history')
      .set({ entry: JSON.stringify({ actor_id: null, actor_name: 'Sam Once' }) })
      .where('subject', '=', `number ${reserved}`)
      .execute()
    for (const path of [`/api/reservations?ext=${reserved}`, `/api/extensions/${reserved}/history`])
      expect(await read(path)).toContain('Sam Once')
  })

  test('finds the name of a new colleague who turned out to be an agent, in a reservation that has ended', async () => {
    const { uuid, agentID: workNumber } = person(homeCompany.id, 141)
    const ext = next()
    const reservation = await send('/api/reservations', {
      items: [{ ext, colleague: { name: 'Nora New', workNumber } }],
    })
    const [, id = ''] = /"reservation":\{"id":"([^"]+)"/.exec(JSON.stringify(reservation)) ?? []
    await bff.requestAs('supervisor', `/api/reservations/${id}`, {}, {}, 'DELETE')
    expect(await read(`/api/reservations?ext=${ext}`)).toContain('Nora New')
    await rename({ agentUuid: uuid, name: 'Nora Newman' })
    const [, colleagueId = ''] = /"colleagueId":"([^"]+)"/.exec(JSON.stringify(reservation)) ?? []
    await send(`/api/people/${colleagueId}/join`, { agentUuid: uuid, same: true })
    for (const path of [`/api/reservations?ext=${ext}`, `/api/extensions/${ext}/history`])
      expect(await read(path)).toContain('Nora Newman')
    // The row that led to the person, of the time before they were one.
    await bff.database.db
      .updateTable('reservation')
      .set({ agent_uuid: null })
      .where('ext', '=', ext)
      .execute()
    expect(await read(`/api/reservations?ext=${ext}`)).toContain('Nora Newman')
  })
})
