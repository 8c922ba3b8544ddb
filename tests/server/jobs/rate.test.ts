import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { createLanes } from '#server/jobs/lanes.ts'

const inTurn = (lanes: ReturnType<typeof createLanes>, count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await lanes.depart(() => true))()))
const timed = async (work: Promise<unknown>) => {
  const from = performance.now()
  await work
  return performance.now() - from
}

describe('creates per second', () => {
  test('rows leave no faster than that', async () => {
    const lanes = createLanes(() => 0)
    lanes.set({ jobLanes: 8, jobRate: 20 })
    expect(await timed(inTurn(lanes, 11))).toBeGreaterThan(10 * 50 - 5)
  })

  test('a new rate is heard by the rows that wait already', async () => {
    const lanes = createLanes(() => 0)
    lanes.set({ jobLanes: 8, jobRate: 1 })
    const all = inTurn(lanes, 12)
    lanes.set({ jobLanes: 8, jobRate: 0 })
    expect(await timed(all)).toBeLessThan(8_000)
  })
})

describe('a service that asks to be left alone', () => {
  test('is, but not by who is not wanted any more', async () => {
    const lanes = createLanes(() => 0)
    lanes.slowDown('upstream-busy', 2)
    expect(await timed(lanes.look(() => true))).toBeGreaterThan(1_900)
    lanes.slowDown('upstream-busy', 3_600)
    let wanted = true
    setTimeout(() => (wanted = false), 100)
    expect(await timed(lanes.look(() => wanted))).toBeLessThan(60_000)
  })
})
