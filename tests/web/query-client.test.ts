import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { createQueryClient } from '#web/api/query-client.ts'

beforeAll(() => vi.useFakeTimers())
afterAll(() => vi.useRealTimers())

/** Returns when a failing read is retried, in seconds after the first attempt. */
async function retriesAfter(code: ErrorCode, status: number): Promise<number[]> {
  const begun = Date.now()
  const tries: number[] = []
  const queryFn = (): never => {
    tries.push((Date.now() - begun) / 1000)
    throw new ApiError(code, status)
  }
  const read = createQueryClient().fetchQuery({ queryKey: ['read'], queryFn })
  await Promise.all([expect(read).rejects.toThrow(code), vi.runAllTimersAsync()])
  return tries.slice(1)
}

test.for([
  ['forbidden', 403, []],
  ['network', 0, [1]],
  ['upstream-unreachable', 502, [1]],
  // The console has just started, or sheds load.
  ['unavailable', 503, [1, 3, 7]],
] as const)(
  'retries a read that fails as %s at growing intervals, and then stops',
  async ([code, status, retries]) => {
    expect(await retriesAfter(code, status)).toEqual(retries)
  },
)

test('drops the input and the result of a finished mutation, which may be secrets', async () => {
  const client = createQueryClient()
  const mutations = client.getMutationCache()
  const mutationFn = (secret: string) => Promise.resolve(`${secret} answered`)
  await mutations.build(client, { mutationFn }).execute('secret')
  await vi.advanceTimersByTimeAsync(0)
  expect(mutations.getAll()).toEqual([])
})
