import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { profileSchema } from '#upstream/profile.ts'
import { extensionEnvelope } from '#upstream/envelope.ts'
import { pagedData } from '#upstream/records.ts'
import { openSandbox } from './service.ts'

const at = 1_800_000_000_000
const profile = profileSchema.parse({ records: { bindStatus: { free: ['N'], bound: ['Y'] } } })
const opened: ReturnType<typeof openSandbox>[] = []

/** Opens a sandbox with a visitor of its desk and a client of its API. */
async function open(changes = {}) {
  const service = openSandbox({ extensions: 100, now: () => at, ...changes })
  opened.push(service)
  const token = await service.token()
  const { sandbox } = service
  const look = async (path = '/', headers: Record<string, string> = {}) => {
    const answer = await sandbox.fetch(new Request(`http://127.0.0.1:8081${path}`, { headers }))
    return { status: answer.status, page: await answer.text() }
  }
  return {
    look,
    send: async (form: Record<string, string>, site = 'same-origin') => {
      const answer = await sandbox.fetch(
        new Request('http://127.0.0.1:8081/', {
          method: 'POST',
          headers: { 'sec-fetch-site': site },
          body: new URLSearchParams(form),
        }),
      )
      return { status: answer.status, to: answer.headers.get('location'), page: await answer.text() }
    },
    detail: async (ext: string) => (await service.exts('/exts/detail', token, { ext })).body,
    isIdle: async (ext: string) => {
      const body = { ext, currPage: 1, pageSize: 1 }
      const answer = await service.exts('/exts/idle/page/search', token, body)
      return pagedData.parse(extensionEnvelope.parse(answer.body).data).total === 1
    },
    unboundPage: async (agentUuid: string, ext: string) => {
      const path = `/exts/unbind/page/${agentUuid}?currPage=1&pageSize=1&ext=${ext}`
      return pagedData.parse(extensionEnvelope.parse((await service.exts(path, token)).body).data).total
    },
  }
}
afterAll(() => {
  for (const { sandbox } of opened) sandbox.close()
})

/** Bound to the first agent, who is signed in with it. */
const bound = '1000'
const free = '1004'
const owner = person(homeCompany.id, 0)
/** Has no number. */
const stranger = person(homeCompany.id, 47)

describe.each([
  ['the default profile', {}, [0, 1]],
  ['another profile', { profile }, ['N', 'Y']],
] as const)('changes at the desk, with %s', (_name, changes, [isFree, isBound]) => {
  let service: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    service = await open(changes)
  })

  test('unbinds a number and signs its agent out, which makes it idle', async () => {
    const { send, detail, isIdle, unboundPage } = service
    expect(await send({ ext: bound, action: 'unbind' })).toMatchObject({ status: 303, to: '/?ext=1000' })
    expect(await detail(bound)).toMatchObject({
      data: { bindStatus: isFree, bindTime: 0, agentUuid: null, currentUsingAgentUuid: owner.uuid },
    })
    expect([await isIdle(bound), await unboundPage(stranger.uuid, bound)]).toEqual([false, 1])
    await send({ ext: bound, action: 'sign-out' })
    expect(await isIdle(bound)).toBe(true)
  })

  test.each([
    ['work number', stranger.agentID],
    ['UUID', stranger.uuid],
    ['name', stranger.agentName],
  ])('binds a number to an agent found by %s', async (_by, agent) => {
    const { send, detail, isIdle, unboundPage } = service
    expect((await send({ ext: free, agent, action: 'bind' })).status).toBe(303)
    expect(await detail(free)).toMatchObject({
      data: {
        bindStatus: isBound,
        bindTime: at,
        agentUuid: stranger.uuid,
        agentName: stranger.agentName,
      },
    })
    expect([await isIdle(free), await unboundPage(stranger.uuid, free)]).toEqual([false, 1])
    expect(await unboundPage(owner.uuid, free)).toBe(0)
  })

  test('disables and enables a number', async () => {
    const { send, detail, isIdle } = service
    await send({ ext: free, action: 'disable' })
    expect([await detail(free), await isIdle(free)]).toMatchObject([{ data: { enabled: 0 } }, false])
    await send({ ext: free, action: 'enable' })
    expect([await detail(free), await isIdle(free)]).toMatchObject([{ data: { enabled: 1 } }, true])
  })

  test('deletes a number, which frees its agent', async () => {
    const { send, detail } = service
    expect(await send({ ext: bound, action: 'delete' })).toMatchObject({ status: 303, to: '/' })
    expect(await detail(bound)).toMatchObject({ retCode: '310121' })
    expect((await send({ ext: free, agent: owner.uuid })).status).toBe(303)
  })
})

describe('the desk’s page', () => {
  test('shows a number, the last changes and, in the browser’s language, every label', async () => {
    const { look, send } = await open()
    const { page } = await look('/?ext=1000', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })
    expect(page).toContain('<html lang="zh-CN">')
    expect(page).toContain('<title>1000: 已绑定 – 沙箱工作台</title>')
    expect(page).toContain(`${owner.agentName} (1001)`)
    await send({ ext: bound, action: 'delete' })
    await send({ ext: free, agent: stranger.agentID })
    const text = (await look()).page.replaceAll(/<[^>]*>|\s+/g, ' ')
    expect(text).toMatch(/1004 +bound to .+\(1048\).+1000 +deleted/)
  })

  test.each([
    ['/?ext=4999', 'There is no number 4999.'],
    ['/?ext=10-00', 'Enter a number of 2 to 15 digits.'],
    ['/?ext=%3Cb%3E', 'value="&lt;b&gt;"'],
  ])('keeps the number of %s and says what to fix', async (path, text) => {
    const { page } = await (await open()).look(path)
    expect(page).toContain(text)
    expect(page).toMatch(/id="ext-error"[\s\S]*aria-describedby="ext-hint ext-error"\s+aria-invalid="true"/)
  })

  test('refuses an agent who is unknown or has another number, keeps the form, and changes nothing', async () => {
    const { send, detail, look } = await open()
    const before = await detail(free)
    for (const [agent, text] of [
      ['Nobody', 'No agent matches “Nobody”.'],
      ['1001', `${owner.agentName} (1001) already has 1000.`],
    ] as const) {
      const { status, page } = await send({ ext: free, agent })
      expect([status, page]).toEqual([422, expect.stringContaining(text)])
      expect(page).toContain(`value="${agent}"`)
      expect(page).toMatch(/aria-describedby="agent-hint agent-error"\s+aria-invalid="true"/)
    }
    expect(await detail(free)).toEqual(before)
    expect((await look()).page).toContain('None since the start.')
  })

  test('offers the agents when a name matches several', async () => {
    const { send, detail } = await open()
    const { page } = await send({ ext: free, agent: 'ingrid' })
    expect(page).toContain('Several agents match')
    const [uuid = '', ...others] = [...page.matchAll(/name="uuid" value="(\w+)"/g)].map(([, id]) => id)
    expect(others.length).toBeGreaterThan(0)
    await send({ ext: free, agent: 'ingrid', uuid })
    expect(await detail(free)).toMatchObject({ data: { agentUuid: uuid } })
  })

  test('refuses a change of a number that no longer exists, and a form of another site', async () => {
    const { send, detail } = await open()
    expect(await send({ ext: '4999', action: 'unbind' })).toMatchObject({
      status: 422,
      page: expect.stringContaining('There is no number 4999.'),
    })
    expect((await send({ ext: bound, action: 'delete' }, 'cross-site')).status).toBe(403)
    expect(await detail(bound)).toMatchObject({ retCode: '000000' })
  })
})
