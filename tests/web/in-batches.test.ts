import { expect, test, vi } from 'vitest'
import { inBatches } from '#web/api/in-batches.ts'

const sum = (some: readonly number[]) => Promise.resolve(some.reduce((total, one) => total + one, 0))

test('calls with a few items at a time, in order, and reports how many are done', async () => {
  const done: [number, number][] = []
  const onProgress = (count: number, answers: readonly number[]) => done.push([count, answers.length])
  expect(await inBatches([1, 2, 3, 4, 5], 2, sum, { onProgress })).toEqual([3, 7, 5])
  expect(done).toEqual([
    [0, 0],
    [2, 1],
    [4, 2],
    [5, 3],
  ])
  expect(await inBatches([], 2, sum)).toEqual([])
})

test('stops at the first failure, and with the answers so far when it is aborted', async () => {
  const calls: number[][] = []
  const failing = (some: number[]) => {
    calls.push(some)
    return calls.length === 2 ? Promise.reject(new Error('refused')) : sum(some)
  }
  await expect(inBatches([1, 2, 3], 1, failing)).rejects.toThrow('refused')
  expect(calls).toEqual([[1], [2]])
  const leave = new AbortController()
  const aborted = (some: number[]) => {
    if (some[0] !== 2) return sum(some)
    leave.abort()
    return Promise.reject(new Error('aborted'))
  }
  expect(await inBatches([1, 2, 3], 1, aborted, { signal: leave.signal })).toEqual([1])
})

test('calls twice at once where it may, and keeps the order of the answers', async () => {
  const waiting: (() => void)[] = []
  const held = (some: number[]) =>
    new Promise<number>((resolve) => {
      waiting.push(() => resolve(some[0] ?? 0))
    })
  const all = inBatches([1, 2, 3], 1, held, { atOnce: 2 })
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.()
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  waiting[2]?.()
  waiting[0]?.()
  expect(await all).toEqual([1, 2, 3])
})

test('sends nothing more after one of two calls at once has failed, and ends once the other has answered', async () => {
  const calls: number[] = []
  const answered: number[] = []
  const failing = async ([one = 0]: number[]) => {
    calls.push(one)
    if (one === 1) throw new Error('refused')
    await new Promise((resolve) => setTimeout(resolve, 5))
    answered.push(one)
    return one
  }
  await expect(inBatches([1, 2, 3, 4], 1, failing, { atOnce: 2 })).rejects.toThrow('refused')
  expect(answered).toEqual([2])
  expect(calls).toEqual([1, 2])
})
