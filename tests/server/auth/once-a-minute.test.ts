import { expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { Refusals } from '#server/auth/refusals.ts'
import { createLog } from '#server/platform/log.ts'
import { openBff, type Bff } from '../bff.ts'
import { appCode, visitor } from '../visitor.ts'

const limited = (now: () => number) =>
  new Refusals({ audit: { write: () => Promise.resolve() }, log: createLog('silent'), now })

test('writes the first row of a minute, and counts later rows into the next one', async () => {
  let now = 1
  const written: number[] = []
  const refusals = limited(() => now)
  const write = (leftOut: number) => {
    written.push(leftOut)
    return Promise.resolve()
  }
  for (; now < 60_000; now += 10_000) await refusals.onceAMinute('here', write)
  await refusals.onceAMinute('elsewhere', write)
  expect(written).toEqual([0, 0])
  now = 60_002
  await refusals.onceAMinute('here', write)
  expect(written).toEqual([0, 0, 5])
})

test('writes a row again after a failed write', async () => {
  const refusals = limited(() => 1)
  await expect(refusals.onceAMinute('here', () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  let written = 0
  await refusals.onceAMinute('here', () => Promise.resolve(void written++))
  expect(written).toBe(1)
})

test('adds one row for a stranger who enters codes without a sign-in in progress', async () => {
  const bff = await openBff()
  const stranger = visitor(bff)
  for (let n = 0; n < 30; n++)
    expect((await stranger.giveCode(String(100_000 + n))).body['code']).toBe('code-expired')
  const { text } = await bff.requestAs('admin', '/api/audit?action=session.refused')
  expect(text.split('"result":"code-expired"')).toHaveLength(2)
  await bff.close()
})

test('forgets only the oldest keys when there are too many', async () => {
  const refusals = limited(() => 1)
  const written: string[] = []
  const write = (key: string) => refusals.onceAMinute(key, () => Promise.resolve(void written.push(key)))
  for (let n = 0; n < 10_001; n++) await write(`key ${n}`)
  await write('key 9000')
  expect(written).toHaveLength(10_001)
  await write('key 0')
  expect(written).toHaveLength(10_002)
})

const refusedIn = async (bff: Bff) => {
  const { body } = await bff.requestAs('admin', '/api/audit?action=session.refused&pageSize=1000')
  return listAudit.answer.parse(body).items
}

test('adds one row a minute for each kind and IPv6 /48', async () => {
  const bff = await openBff()
  for (let n = 0; n < 20; n++)
    expect((await visitor(bff, `2001:db8:7:${n}::1`).giveCode('123456')).body['code']).toBe('code-expired')
  expect(await refusedIn(bff)).toHaveLength(1)
  await visitor(bff, '2001:db8:8::1').giveCode('123456')
  expect(await refusedIn(bff)).toHaveLength(2)
  await bff.close()
})

test('adds one row a minute for each source and kind of a stolen password', async () => {
  const bff = await openBff()
  const account = { email: 'owner@example.com', password: 'a long enough password' }
  await bff.console.auth.users.create({ ...account, name: 'Owner', role: 'supervisor' })
  const owner = visitor(bff)
  await owner.signIn(account.email, account.password)
  const { body } = await owner.request('POST', '/api/account/second-factor')
  await owner.request('POST', '/api/account/second-factor/confirm', { code: appCode(String(body['uri'])) })
  const thief = visitor(bff)
  const steal = async (from = thief) => {
    expect((await from.signIn(account.email, account.password)).body).toEqual({ codeNeeded: true })
    expect((await from.giveCode('000000')).body['code']).toBe('code-wrong')
  }
  const rows = async (action: string, result: string) => {
    const { body } = await bff.requestAs('admin', `/api/audit?action=${action}&pageSize=1000`)
    return listAudit.answer.parse(body).items.filter((row) => row.result === result)
  }
  for (let n = 0; n < 4; n++) await steal()
  await steal(visitor(bff))
  for (const [action, result] of [
    ['session.ask-code', 'done'],
    ['session.refused', 'code-wrong'],
  ] as const) {
    const found = await rows(action, result)
    expect(found).toHaveLength(2)
    expect(found.map(({ object }) => object)).toEqual([account.email, account.email])
  }
  await bff.close()
})

test('records refused sign-ins once a minute for each account and network, and a lockout as such', async () => {
  const bff = await openBff()
  const stranger = visitor(bff)
  for (let n = 0; n < 14; n++) await stranger.signIn('supervisor@example.com', 'a wrong password')
  await visitor(bff).signIn('supervisor@example.com', 'a wrong password')
  const rows = (await refusedIn(bff)).map(({ object, result }) => [object, result])
  expect(rows).toEqual([
    ['supervisor@example.com', 'sign-in-failed'],
    ['supervisor@example.com', 'too-many-requests'],
    ['supervisor@example.com', 'sign-in-failed'],
  ])
  await bff.close()
})
