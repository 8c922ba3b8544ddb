import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { memoryTokenStore } from '#upstream/memory-token-store.ts'
import { createTokenKeeper } from '#upstream/token-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000

/** A keeper whose service gives out numbered tokens of one hour. */
function keeperOf(
  store = memoryTokenStore(),
  request?: () => Promise<{ token: string; expiresIn: unknown; unitMs: number }>,
) {
  let issued = 0
  const give = () => Promise.resolve({ token: `token-number-${++issued}`, expiresIn: '3600', unitMs: 1000 })
  const keeper = createTokenKeeper({ key: 'k', store, request: request ?? give, renewAtShare: 0.8 })
  return { keeper, issued: () => issued }
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

test('renews early in the background: nobody waits, nobody gets an expired token', async () => {
  const { keeper, issued } = keeperOf()
  expect((await keeper.obtain()).token).toBe('token-number-1')
  vi.advanceTimersByTime(40 * minute)
  expect((await keeper.obtain()).token).toBe('token-number-1')
  await settle()
  expect(issued()).toBe(1)
  vi.advanceTimersByTime(9 * minute)
  expect((await keeper.obtain()).token).toBe('token-number-1')
  await settle()
  expect(issued()).toBe(2)
  expect((await keeper.obtain()).token).toBe('token-number-2')
})

test('after a long sleep an expired token is never handed out', async () => {
  const { keeper } = keeperOf()
  await keeper.obtain()
  vi.advanceTimersByTime(61 * minute)
  expect((await keeper.obtain()).token).toBe('token-number-2')
})

test('an early renewal that fails does no harm while the token lives', async () => {
  let calls = 0
  const { keeper } = keeperOf(memoryTokenStore(), () =>
    ++calls === 1
      ? Promise.resolve({ token: 'token-number-1', expiresIn: '3600', unitMs: 1000 })
      : Promise.reject(
          new UpstreamError({ kind: 'timeout', operation: 'get_token', certainlyNotDone: true }),
        ),
  )
  await keeper.obtain()
  vi.advanceTimersByTime(50 * minute)
  for (let i = 0; i < 10; i++) {
    expect((await keeper.obtain()).token).toBe('token-number-1')
    await settle()
  }
  expect(calls).toBe(2)
})

test('a holder of the lease that died is waited out, then its place is taken', async () => {
  vi.useRealTimers()
  const store = memoryTokenStore()
  await store.lease('k', 0, 'a process that is gone', 200)
  const { keeper } = keeperOf(store)
  const start = performance.now()
  expect((await keeper.obtain()).token).toBe('token-number-1')
  expect(performance.now() - start).toBeGreaterThanOrEqual(190)
})

test('what another replica renewed is taken over without asking the service', async () => {
  const store = memoryTokenStore()
  const one = keeperOf(store)
  const other = keeperOf(store)
  const { generation } = await one.keeper.obtain()
  await other.keeper.obtain()
  await other.keeper.obtain(generation)
  expect((await one.keeper.obtain(generation)).generation).toBe(generation + 1)
  expect([one.issued(), other.issued()]).toEqual([1, 1])
})

test('while another system keeps taking the token, renewals stop at twelve an hour and say why', async () => {
  const { keeper, issued } = keeperOf()
  let held = await keeper.obtain()
  const refused = async () => {
    for (;;) held = await keeper.obtain(held.generation)
  }
  await expect(refused()).rejects.toMatchObject({
    kind: 'token',
    serviceMessage: 'another system uses this app id',
  })
  expect(issued()).toBe(12)
  await expect(keeper.obtain(held.generation)).rejects.toMatchObject({
    kind: 'token',
    retryAfter: expect.any(Number),
  })
  expect((await keeper.state()).state.lastError).toContain('another system')
  vi.advanceTimersByTime(61 * minute)
  expect((await keeper.obtain(held.generation)).token).toBe('token-number-13')
})
