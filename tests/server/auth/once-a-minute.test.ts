import { afterEach, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { createRefusals } from '#server/auth/refusals.ts'
import { andMore, createOnceAMinute } from '#server/platform/once-a-minute.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { openBff, type Bff } from '../bff.ts'
import { appCode, visitor } from '../visitor.ts'

afterEach(() => void vi.useRealTimers())

test('writes the first row of a minute, and counts later rows into the next one', async () => {
  let now = 0
  const written: number[] = []
  const onceAMinute = createOnceAMinute(() => now)
  const write = (leftOut: number) => {
    written.push(leftOut)
    return Promise.resolve()
  }
  for (now = 0; now < 60_000; now += 10_000) await onceAMinute(['here'], write)
  await onceAMinute(['elsewhere'], write)
  expect(written).toEqual([0, 0])
  now = 60_000
  await onceAMinute(['here'], write)
  expect(written).toEqual([0, 0, 5])
  expect([andMore(5), andMore(0)]).toEqual(['and 5 more like it since the last one on record', null])
  // With two keys at once, a row is due only when neither was written in the last minute.
  await onceAMinute(['here', 'a third'], write)
  expect(written).toHaveLength(3)
  for (let n = 0; n < 3; n++) await onceAMinute([], write)
  expect(written).toEqual([0, 0, 5, 0, 0, 0])
})

test('R50: writes once a minute again after the clock was put back by a day', async () => {
  let now = 24 * 3_600_000
  let written = 0
  const onceAMinute = createOnceAMinute(() => now, { most: 1, writeExcess: () => Promise.resolve() })
  const cause = () => onceAMinute(['here'], () => Promise.resolve(void written++))
  await cause()
  now = 0
  await cause()
  await cause()
  expect(written).toBe(2)
})

test('writes a row again after a failed write', async () => {
  const onceAMinute = createOnceAMinute(() => 0)
  await expect(onceAMinute(['here'], () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  let written = 0
  await onceAMinute(['here'], () => Promise.resolve(void written++))
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
  const onceAMinute = createOnceAMinute(() => 0)
  const written: string[] = []
  const write = (key: string) => onceAMinute([key], () => Promise.resolve(void written.push(key)))
  for (let n = 0; n < 10_001; n++) await write(`key ${n}`)
  await write('key 9000')
  expect(written).toHaveLength(10_001)
  await write('key 0')
  expect(written).toHaveLength(10_002)
})

test('exceeds its budget by one row, which counts the rest once the minute is over', async () => {
  let now = 0
  const rows: string[] = []
  let isFull = false
  const add = (row: string) =>
    isFull ? Promise.reject(new Error('full')) : Promise.resolve(void rows.push(row))
  const onceAMinute = createOnceAMinute(() => now, { most: 3, writeExcess: (count) => add(`${count} more`) })
  const cause = (key: string) => onceAMinute([key], () => add(key))
  for (let n = 0; n < 10; n++) await cause(`key ${n}`)
  expect(rows).toEqual(['key 0', 'key 1', 'key 2'])
  now = 60_000
  isFull = true
  await expect(cause('later')).rejects.toThrow('full')
  isFull = false
  await cause('later')
  expect(rows.slice(3)).toEqual(['7 more', 'later'])
  now = 120_000
  await cause('later')
  expect(rows.slice(3)).toEqual(['7 more', 'later', 'later'])
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

test('adds 60 rows a minute for strangers of all networks, and one that counts the rest', async () => {
  const bff = await openBff()
  await bff.cookieOf('admin')
  const guess = (n: number) => visitor(bff).signIn(`eve${n}@example.com`, 'a wrong password')
  for (let n = 0; n < 75; n++) expect((await guess(n)).body['code']).toBe('sign-in-failed')
  expect(await refusedIn(bff)).toHaveLength(60)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await guess(75)
  const [last, count, ...before] = await refusedIn(bff)
  expect(last).toMatchObject({ object: 'eve75@example.com' })
  expect(count).toMatchObject({
    actor: '-',
    actorId: '-',
    reason: '15 more of strangers: at most 60 a minute have a row of their own',
  })
  expect(before).toHaveLength(60)
  await bff.close()
})

test('adds 60 lines a minute to the log for refused strangers, and one that counts the rest', async () => {
  let now = 0
  const log = { ...createLog('silent'), refusal: vi.fn<Log['refusal']>(), event: vi.fn<Log['event']>() }
  const audit = { write: () => Promise.reject(new Error('not of strangers')) }
  const { record } = createRefusals({ audit, log, now: () => now })
  const facts = (n: number) => ({
    requestId: 'r',
    address: `2001:db8:${n}::1`,
    caller: null,
    route: '-',
    callsUnderWay: 0,
  })
  for (let n = 1; n <= 100; n++) await record('cross-site', facts(n), 'POST')
  expect(log.refusal).toHaveBeenCalledTimes(60)
  now = 60_000
  await record('cross-site', facts(1), 'POST')
  expect(log.refusal).toHaveBeenCalledTimes(61)
  expect(log.event.mock.calls).toEqual([['refused 40 more requests of strangers']])
})

test('adds one row a minute for each source and kind of a stolen password, with a count', async () => {
  const bff = await openBff()
  const account = { email: 'owner@example.com', password: 'a long enough password' }
  await bff.console.auth.createUser({ ...account, name: 'Owner', role: 'supervisor' })
  const owner = visitor(bff)
  await owner.signIn(account.email, account.password)
  const { body } = await owner.request('POST', '/api/account/second-factor', { password: account.password })
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
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await steal()
  const [last] = await rows('session.ask-code', 'done')
  expect(last?.reason).toBe('and 3 more like it since the last one on record')
  await bff.close()
})

test('records the lockout of a known account no matter how many strangers were refused before', async () => {
  const bff = await openBff()
  const email = 'supervisor@example.com'
  const isLockOut = (row: { object: string; result: string | null }) => row.result === 'too-many-requests'
  for (let n = 0; n < 61; n++) await visitor(bff).signIn(`eve${n}@example.com`, 'a wrong password')
  for (const account of [email, 'unknown@example.com'])
    for (let n = 0; n < 14; n++) await visitor(bff).signIn(account, 'a wrong password')
  const lockOuts = (await refusedIn(bff)).filter(isLockOut)
  expect(lockOuts.map(({ object }) => object)).toEqual([email])
  await bff.close()
})
