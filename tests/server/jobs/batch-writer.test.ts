import { expect, test } from 'vitest'
import { createBatchWriter } from '#server/jobs/batch-writer.ts'
import type { Step } from '#server/jobs/ledger.ts'

const lease = { jobId: 'a job', fencingToken: 1, leaseMs: 10_000 }
const claim = (position: number): Step => ({ kind: 'claim', position })

test('writes steps that arrive during a transaction in the next one, and claims only pending rows', async () => {
  const written: number[][] = []
  const wants: string[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<undefined>()
  const batchWriter = createBatchWriter(
    {
      async write(_lease, steps) {
        written.push(steps.map(({ position }) => position))
        if (written.length === 1) await first
        return { claimed: new Set([1, 3]), desiredState: 'pause' }
      },
    },
    lease,
    (desiredState) => wants.push(desiredState),
  )
  const claims = [batchWriter.write(claim(1)), batchWriter.write(claim(2))]
  await expect.poll(() => written).toEqual([[1, 2]])
  const later = [batchWriter.write(claim(3)), batchWriter.write({ kind: 'sent', position: 4 })]
  endFirst(undefined)
  expect(await Promise.all([...claims, ...later])).toEqual([true, false, true, true])
  expect([written, wants]).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    ['pause', 'pause'],
  ])
})

test('rejects every step of a failed write, and still writes later steps', async () => {
  let isAway = true
  const batchWriter = createBatchWriter(
    {
      write: () =>
        isAway
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ claimed: new Set([3]), desiredState: 'run' }),
    },
    lease,
    () => undefined,
  )
  const outcomes = await Promise.allSettled([batchWriter.write(claim(1)), batchWriter.write(claim(2))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await batchWriter.write(claim(3))).toBe(true)
})
