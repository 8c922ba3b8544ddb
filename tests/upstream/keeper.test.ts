import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { memoryTokenStore } from './memory-token-store.ts'
import { contentionAt, TokenKeeper, tokenLifeMs } from '#upstream/token.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000

/** Creates a token keeper. Without `request`, its service issues numbered tokens that live one hour. */
function keeperOf(store = memoryTokenStore(), request?: () => Promise<{ token: string; lifeMs: number }>) {
  let issued = 0
  const give = () => Promise.resolve({ token: `token-with-number-${++issued}`, lifeMs: 3_600_000 })
  const keeper = new TokenKeeper({ key: 'k', store, request: request ?? give, renewAtShare: 0.8 })
  return { keeper, issued: () => issued }
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

test('renews early in the background while callers keep the current token', async () => {
  const { keeper, issued } = keeperOf()
  expect((await keeper.obtain()).token).toBe('token-with-number-1')
  vi.advanceTimersByTime(40 * minute)
  expect((await keeper.obtain()).token).toBe('token-with-number-1')
  await settle()
  expect(issued()).toBe(1)
  vi.advanceTimersByTime(9 * minute)
  expect((await keeper.obtain()).token).toBe('token-with-number-1')
  await settle()
  expect(issued()).toBe(2)
  expect((await keeper.obtain()).token).toBe('token-with-number-2')
})

test('replaces an expired token after a long sleep', async () => {
  const { keeper } = keeperOf()
  await keeper.obtain()
  vi.advanceTimersByTime(61 * minute)
  expect((await keeper.obtain()).token).toBe('token-with-number-2')
})

test('keeps a valid token when its early renewal fails', async () => {
  let calls = 0
  const { keeper } = keeperOf(memoryTokenStore(), () =>
    ++calls === 1
      ? Promise.resolve({ token: 'token-with-number-1', lifeMs: 3_600_000 })
      : Promise.reject(
          new UpstreamError({ kind: 'timeout', operation: 'get_token', definitelyNotApplied: true }),
        ),
  )
  await keeper.obtain()
  vi.advanceTimersByTime(50 * minute)
  for (let i = 0; i < 10; i++) {
    expect((await keeper.obtain()).token).toBe('token-with-number-1')
    await settle()
  }
  expect(calls).toBe(2)
})

test('takes over the lease of a dead process once the lease expires', async () => {
  const store = memoryTokenStore()
  await store.lease('k', 0, 5_000)
  const read = vi.spyOn(store, 'read')
  const { keeper, issued } = keeperOf(store)
  const obtained = keeper.obtain()
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2)
  expect(issued()).toBe(0)
  vi.advanceTimersByTime(5_001)
  expect((await obtained).token).toBe('token-with-number-1')
})

test('uses a token that another replica renewed without asking the service', async () => {
  const store = memoryTokenStore()
  const one = keeperOf(store)
  const other = keeperOf(store)
  const { generation } = await one.keeper.obtain()
  await other.keeper.obtain()
  await other.keeper.obtain(generation)
  expect((await one.keeper.obtain(generation)).generation).toBe(generation + 1)
  expect([one.issued(), other.issued()]).toEqual([1, 1])
})

test('does not renew again on an idle replica after another replica renewed early', async () => {
  const store = memoryTokenStore()
  const busy = keeperOf(store)
  const idle = keeperOf(store)
  await busy.keeper.obtain()
  await idle.keeper.obtain()
  vi.advanceTimersByTime(49 * minute)
  await busy.keeper.obtain()
  await settle()
  vi.advanceTimersByTime(minute)
  await idle.keeper.obtain()
  await settle()
  expect([busy.issued(), idle.issued()]).toEqual([2, 0])
  expect((await idle.keeper.obtain()).token).toBe('token-with-number-2')
})

test.each([1, -1])(
  'R50: renews at most once and never loses the token when the clock steps by %i h',
  async (hours) => {
    const { keeper, issued } = keeperOf()
    await keeper.obtain()
    vi.advanceTimersByTime(minute)
    vi.setSystemTime(Date.now() + hours * 60 * minute)
    for (let passed = 0; passed < 40; passed++) {
      await keeper.obtain()
      await settle()
      vi.advanceTimersByTime(minute)
    }
    // The first token and one renewal. The next renewal is due only after four fifths of an hour.
    expect(issued()).toBeLessThanOrEqual(2)
  },
)

test('R50: renews at most once on a replica that starts on the same store after the clock step', async () => {
  for (const hours of [1, -1]) {
    const store = memoryTokenStore()
    await keeperOf(store).keeper.obtain()
    vi.setSystemTime(Date.now() + hours * 60 * minute)
    const late = keeperOf(store)
    for (let passed = 0; passed < 30; passed++) {
      await late.keeper.obtain()
      await settle()
      vi.advanceTimersByTime(minute)
    }
    expect(late.issued()).toBeLessThanOrEqual(1)
  }
})

test('R50: requests a token again once a clock that was ahead is set back', async () => {
  const refusal = new UpstreamError({ kind: 'clock', operation: 'get_token', definitelyNotApplied: true })
  let isAhead = true
  const { keeper } = keeperOf(memoryTokenStore(), () =>
    isAhead ? Promise.reject(refusal) : Promise.resolve({ token: 'token-with-number-1', lifeMs: 3_600_000 }),
  )
  await expect(keeper.obtain()).rejects.toMatchObject({ kind: 'clock' })
  isAhead = false
  vi.setSystemTime(Date.now() - 60 * minute)
  expect((await keeper.obtain()).token).toBe('token-with-number-1')
})

test('R50: does not count renewals dated in the future as contention', () => {
  const now = 1_700_000_000_000
  const refusedAt = (at: number) => [1, 2, 3].map((n) => ({ at: at + n, because: 'refused' as const }))
  expect(contentionAt(refusedAt(now - minute), now)).toHaveLength(3)
  expect(contentionAt(refusedAt(now + 60 * minute), now)).toEqual([])
})

test('R16: renews refused young tokens at most once a minute during contention, and at once for a person', async () => {
  const store = memoryTokenStore()
  const { keeper, issued } = keeperOf(store)
  const contentions = async () => {
    const { state, now } = await store.read('k')
    return contentionAt(state.renewals, now).length
  }
  let held = await keeper.obtain()
  const refused: unknown[] = []
  const started = performance.now()
  while (performance.now() - started < 10 * minute) {
    // The service refuses each token a second after issuing it.
    vi.advanceTimersByTime(1_000)
    await keeper.obtain(held.generation).then(
      (next) => {
        held = next
      },
      (error: unknown) => refused.push(error),
    )
  }
  expect(issued()).toBeLessThanOrEqual(13)
  expect(issued()).toBeGreaterThan(8)
  expect(await contentions()).toBeGreaterThan(8)
  expect(refused[0]).toMatchObject({ kind: 'token', code: 'refused again', retryAfter: expect.any(Number) })
  const before = issued()
  await keeper.renew()
  expect(issued()).toBe(before + 1)
  vi.advanceTimersByTime(61 * minute)
  expect(await contentions()).toBe(0)
})

test.each(['120', '0'])('R14: does not treat expires_in %s as contention', async (expiresIn) => {
  let issuedAt = -Infinity
  const gaps: number[] = []
  let oldest = 0
  const { keeper } = keeperOf(memoryTokenStore(), () => {
    gaps.push(performance.now() - issuedAt)
    issuedAt = performance.now()
    return Promise.resolve({
      token: `token-${gaps.length}-of-very-many`,
      lifeMs: tokenLifeMs(expiresIn, 1000),
    })
  })
  for (let second = 0; second < 3_600; second++) {
    vi.advanceTimersByTime(1_000)
    await keeper.obtain()
    await settle()
    oldest = Math.max(oldest, performance.now() - issuedAt)
  }
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000)
  expect(oldest).toBeLessThan(Math.max(Number(expiresIn) * 1000, 60_001))
  expect(gaps.length).toBeGreaterThan(30)
})

test('R13: tries once per cooldown while get_token fails, without making callers wait', async () => {
  let broken = true
  const attempts: number[] = []
  let end: () => void = () => undefined
  const { keeper } = keeperOf(memoryTokenStore(), async () => {
    attempts.push(performance.now())
    if (!broken) return { token: 'token-with-number-1', lifeMs: 3_600_000 }
    await new Promise<void>((resolve) => {
      end = resolve
    })
    throw new UpstreamError({ kind: 'timeout', operation: 'get_token', definitelyNotApplied: true })
  })
  const first = keeper.obtain().catch((error: unknown) => error)
  await settle()
  end()
  expect(await first).toMatchObject({ kind: 'timeout' })
  for (let second = 0; second < 300; second++) {
    vi.advanceTimersByTime(1_000)
    const attempt = keeper.obtain().catch((error: unknown) => error)
    await settle()
    // A second call fails at once while the attempt is running.
    expect(await keeper.obtain().catch((error: unknown) => error)).toMatchObject({ kind: 'timeout' })
    end()
    expect(await attempt).toMatchObject({ kind: 'timeout' })
  }
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000)
  broken = false
  vi.advanceTimersByTime(6_000)
  expect((await keeper.obtain()).token).toBe('token-with-number-1')
})

test('repeats a failure unchanged during the cooldown and forgets it with the next token', async () => {
  const store = memoryTokenStore()
  let calls = 0
  let give: (token: string) => void = () => undefined
  const { keeper } = keeperOf(store, async () => {
    if (++calls === 1)
      throw new UpstreamError({ kind: 'unreachable', operation: 'get_token', definitelyNotApplied: true })
    const token = await new Promise<string>((resolve) => {
      give = resolve
    })
    return { token, lifeMs: 3_600_000 }
  })
  await expect(keeper.obtain()).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(keeper.obtain()).rejects.toMatchObject({
    kind: 'unreachable',
    code: null,
    serviceMessage: null,
    retryAfter: 5,
  })
  expect(calls).toBe(1)
  vi.advanceTimersByTime(6_000)
  const second = keeper.obtain()
  await settle()
  give('token-with-number-1')
  const held = await second
  // The service refuses the token a moment later. Callers wait for the next token instead of getting the earlier failure.
  const [third, fourth] = [keeper.obtain(held.generation), keeper.obtain(held.generation)]
  await settle()
  give('token-with-number-2')
  expect([(await third).token, (await fourth).token]).toEqual(['token-with-number-2', 'token-with-number-2'])
})
