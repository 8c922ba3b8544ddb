import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { JobPace } from '#server/jobs/pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Starts `rows` departures one after the other. Returns a function with the number of rows that have departed. */
function departing(pace: JobPace, rows: number, stillNeeded = () => true) {
  let departed = 0
  for (let row = 0; row < rows; row++) void pace.claims(() => pace.turn(stillNeeded)).then(() => departed++)
  return () => departed
}

describe('creates per second', () => {
  test('let rows depart at the set rate and no faster', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.set({ jobConcurrency: 8, jobRate: 20 })
    const departed = departing(pace, 11)
    await vi.advanceTimersByTimeAsync(0)
    expect(departed()).toBe(1)
    for (let slot = 1; slot <= 10; slot++) {
      await vi.advanceTimersByTimeAsync(49)
      expect(departed()).toBe(slot)
      await vi.advanceTimersByTimeAsync(1)
      expect(departed()).toBe(slot + 1)
    }
  })

  test('let rows depart in the order in which they came', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.set({ jobConcurrency: 8, jobRate: 3 })
    const departed: string[] = []
    // A row looks again every 100 ms: the later ones before the earlier ones.
    for (const [row, ms] of [
      ['first', 0],
      ['second', 10],
      ['third', 50],
      ['fourth', 340],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms)
      void pace.turn(() => true).then(() => departed.push(row))
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(departed).toEqual(['first', 'second', 'third', 'fourth'])
  })

  test('apply a new rate to waiting rows', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.set({ jobConcurrency: 8, jobRate: 1 })
    const departed = departing(pace, 12)
    await vi.advanceTimersByTimeAsync(500)
    expect(departed()).toBe(1)
    pace.set({ jobConcurrency: 8, jobRate: 0 })
    await vi.advanceTimersByTimeAsync(200)
    expect(departed()).toBe(12)
  })

  test('let rows of a paused job leave the queue without using a turn', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.set({ jobConcurrency: 8, jobRate: 1 })
    let running = true
    const paused = departing(pace, 12, () => running)
    await vi.advanceTimersByTimeAsync(500)
    expect(paused()).toBe(1)
    running = false
    await vi.advanceTimersByTimeAsync(100)
    expect(paused()).toBe(12)
    const others = departing(pace, 1)
    await vi.advanceTimersByTimeAsync(400)
    expect(others()).toBe(1)
  })

  test('let rows of a paused job leave the queue behind those of another job', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.set({ jobConcurrency: 8, jobRate: 1 })
    let running = true
    const others = departing(pace, 3)
    const paused = departing(pace, 3, () => running)
    await vi.advanceTimersByTimeAsync(500)
    running = false
    await vi.advanceTimersByTimeAsync(100)
    expect([others(), paused()]).toEqual([1, 3])
    await vi.advanceTimersByTimeAsync(1_400)
    expect(others()).toBe(3)
  })
})

describe('a service that asks for fewer calls', () => {
  /** Returns whether a look-up has left by now. */
  function looking(pace: JobPace, stillNeeded: () => boolean) {
    let left = false
    void pace.request(stillNeeded).then(() => (left = true))
    return () => left
  }

  test('gets no calls for as long as it asks', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.slowDown('upstream-busy', 2)
    const left = looking(pace, () => true)
    await vi.advanceTimersByTimeAsync(1_999)
    expect([left(), pace.waitingFor]).toEqual([false, 'upstream-busy'])
    await vi.advanceTimersByTimeAsync(1)
    expect(left()).toBe(true)
  })

  test.each([
    [0, 500],
    [0.5, 750],
  ])('gets no calls for a random part of the backoff: %d waits %d ms', async (random, wait) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const pace = new JobPace({ waitedFor: () => 0 }, { jobBackoffMs: 1_000, jobLongestBackoffMs: 60_000 })
    pace.slowDown('upstream-busy', null)
    const left = looking(pace, () => true)
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(left()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(left()).toBe(true)
  })

  test('gets no calls for at most five minutes', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.slowDown('upstream-busy', 3_600)
    const left = looking(pace, () => true)
    await vi.advanceTimersByTimeAsync(299_999)
    expect(left()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(left()).toBe(true)
  })

  test('does not hold a row that is no longer needed', async () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.slowDown('upstream-busy', 3_600)
    let stillNeeded = true
    const left = looking(pace, () => stillNeeded)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(left()).toBe(false)
    stillNeeded = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(left()).toBe(true)
  })

  test('gets calls again after a usable response ends the reason to wait', () => {
    const pace = new JobPace({ waitedFor: () => 0 })
    pace.slowDown('upstream-busy', null)
    pace.succeeded()
    expect(pace.waitingFor).toBeNull()
  })
})
