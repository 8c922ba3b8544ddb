import { expect, test } from 'vitest'
import { createJournal } from '#server/jobs/journal.ts'
import type { Step } from '#server/jobs/job-ledger.ts'

const lease = { jobId: 'a job', fence: 1, leaseMs: 10_000 }
const claim = (position: number): Step => ({ kind: 'claim', position })

test('what is written while a transaction is on its way goes into the next one; only what was pending is claimed', async () => {
  const written: number[][] = []
  const wants: string[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<undefined>()
  const journal = createJournal(
    {
      async write(_lease, steps) {
        written.push(steps.map(({ position }) => position))
        if (written.length === 1) await first
        return { claimed: new Set([1, 3]), wanted: 'pause' }
      },
    },
    lease,
    (wanted) => wants.push(wanted),
  )
  const claims = [journal.write(claim(1)), journal.write(claim(2))]
  await expect.poll(() => written).toEqual([[1, 2]])
  const later = [journal.write(claim(3)), journal.write({ kind: 'sent', position: 4 })]
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

test('what the store throws reaches every row that it was about, and the next ones are written all the same', async () => {
  let isAway = true
  const journal = createJournal(
    {
      write: () =>
        isAway
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ claimed: new Set([3]), wanted: 'run' }),
    },
    lease,
    () => undefined,
  )
  const outcomes = await Promise.allSettled([journal.write(claim(1)), journal.write(claim(2))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await journal.write(claim(3))).toBe(true)
})
