import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectionCut } from '#sandbox/failing.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany, maxExtensions, numberAt } from '#sandbox/seed.ts'
import { failureOnCreate, sentinelTable } from '#sandbox/sentinels.ts'
import { openSandbox } from './service.ts'

/** Every operation that takes a typed number, called over a socket. */
const typedInto: [
  operation: string,
  ask: (url: string, input: string, init: RequestInit) => Promise<Response>,
][] = [
  ['5 create', (url, n, init) => fetch(`${url}/api/exts/_add?ext=${n}`, { ...init, method: 'POST' })],
  ['6 first idle', (url, n, init) => post(`${url}/exts/idle/search`, { agentID: n }, init)],
  ['7 detail', (url, n, init) => post(`${url}/exts/detail`, { ext: n }, init)],
  ['7 detail, agent', (url, n, init) => post(`${url}/exts/detail`, { ext: '1000', agentUuid: n }, init)],
  [
    '8 idle page',
    (url, n, init) => post(`${url}/exts/idle/page/search`, { ext: n, currPage: 1, pageSize: 1 }, init),
  ],
  ['9 unbound page', (url, n, init) => fetch(`${url}/exts/unbind/page/${n}?currPage=1&pageSize=1`, init)],
  ['10 deprecated create', (url, n, init) => fetch(`${url}/exts?ext=${n}`, { ...init, method: 'POST' })],
  ['11 language', (url, n, init) => fetch(`${url}/exts/${n}/language`, init)],
  ['12 suggestions', (url, n, init) => fetch(`${url}/api/5/user/query_suggest?keyword=${n}`, init)],
]
const post = (url: string, body: object, init: RequestInit) =>
  fetch(url, { ...init, method: 'POST', body: JSON.stringify(body) })

const service = openSandbox({ slowMs: 400 })
const { sandbox, exts } = service
let listening = { url: '', close: () => Promise.resolve() }
beforeAll(async () => {
  listening = await sandbox.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await listening.close()
  sandbox.close()
})

describe.each(typedInto)('%s', (_operation, ask) => {
  const over = async (input: string, signal?: AbortSignal) =>
    ask(listening.url, input, {
      headers: { authorization: `Bearer ${await service.token()}` },
      ...(signal === undefined ? {} : { signal }),
    })

  test('fails as each sentinel defines', async () => {
    expect((await over('990001')).status).toBe(500)
    expect((await over('990002')).headers.get('content-type')).toContain('text/html')
    await expect(over('990003', AbortSignal.timeout(200))).rejects.toThrow('timeout')
    await expect(over('9900041')).rejects.toThrow('fetch failed')
    expect(await (await over('990005')).text()).toContain('330007')
    expect(await (await over('990006')).text()).toContain('330144')
    expect(await (await over('99000712')).text()).toContain('888888')
    expect(await (await over('990008')).text()).toContain('900002')
  })
})

test('revokes the token in use for the sentinel 990009', async () => {
  const token = await service.token()
  expect(await exts('/exts/detail', token, { ext: '990009' })).toMatchObject({
    status: 200,
    body: { retCode: '310121' },
  })
  expect(await exts('/exts/detail', token, { ext: '990009' })).toMatchObject({ status: 401 })
})

describe('creations', () => {
  const add = async (ext: string) => {
    const headers = { authorization: `Bearer ${await service.token()}` }
    return fetch(`${listening.url}/api/exts/_add?ext=${ext}`, { method: 'POST', headers })
  }
  const there = (ext: string) => sandbox.store.extension(homeCompany.id, ext) !== null

  test.each(['990101', '99010150'])('creates %s although its response is lost', async (ext) => {
    await expect(add(ext)).rejects.toThrow('fetch failed')
    expect(there(ext)).toBe(true)
    expect(await (await add(ext)).text()).toContain('310004')
  })

  test.each(['990104', '990105', '990106', '990107', '990108'])('%s leaves nothing behind', async (ext) => {
    const answer = await add(ext).then(
      (response) => response.text(),
      (error: unknown) => String(error),
    )
    expect(answer).not.toContain('000000')
    expect(there(ext)).toBe(false)
  })
})

test('shows a late creation after its delay, even across a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  let time = 1_800_000_000_000
  const open = () =>
    openSandbox({ file: join(directory, 'sandbox.db'), lateMs: 5_000, now: () => time, extensions: 50 })
  const before = open()
  const token = await before.token()
  const add = (ext: string) => before.exts(`/api/exts/_add?ext=${ext}`, token, undefined, 'POST')
  expect((await add('990102')).body).toMatchObject({ retCode: '000000' })
  await expect(add('990103')).rejects.toThrow(ConnectionCut)
  for (const ext of ['990102', '990103']) expect((await add(ext)).body).toMatchObject({ retCode: '310004' })
  time += 4_999
  expect((await before.exts('/exts/detail', token, { ext: '990102' })).body).toMatchObject({
    retCode: '310121',
  })
  before.sandbox.close()

  time += 1
  const after = open()
  for (const ext of ['990102', '990103'])
    expect((await after.exts('/exts/detail', token, { ext })).body).toMatchObject({
      retCode: '000000',
      data: { ext, creationTime: time },
    })
  after.sandbox.close()
  rmSync(directory, { recursive: true })
})

test('treats no ordinary number, agent or department as a sentinel', () => {
  const numbers = Array.from({ length: maxExtensions / 1000 }, (_, n) => numberAt(n * 1000))
  const people = Array.from({ length: 20_000 }, (_, n) => person(homeCompany.id, n))
  const texts = people.flatMap(({ uuid, agentID, agentName, depart }) => [uuid, agentID, agentName, depart])
  expect([...numbers, ...texts].filter((input) => failureOnCreate(input) !== undefined)).toEqual([])
})

test('lists every sentinel and counts calls on the front page, without a secret', async () => {
  const { url } = listening
  const page = await (await fetch(url)).text()
  for (const { number } of sentinelTable.flatMap(({ sentinels }) => sentinels)) {
    expect(failureOnCreate(number)).toBeDefined()
    expect(page).toContain(`${number}…`)
  }
  expect(page).toMatch(/POST \/api\/exts\/_add: [1-9]/)
  expect(page).not.toContain(await service.token())
  await expect(sandbox.listen(0, '0.0.0.0')).rejects.toThrow('loopback')
})
