import { expect, test } from 'vitest'
import { Background, type Turn } from '#server/platform/background.ts'
import type { Database } from '#server/platform/database/database.ts'
import { defaultTimings, type Timings } from '#server/platform/timings.ts'
import { eachStore } from '../../stores/each-store.ts'

const faults: string[] = []
const log = { fault: (line: { name: string }) => void faults.push(line.name), event: () => undefined }

const hour = 3_600_000
const often = { ...defaultTimings, backgroundAskMs: 1, backgroundOffMs: 1 }

interface Options {
  rate?: () => number
  waitedFor?: () => number
  timings?: Timings
  first?: ConstructorParameters<typeof Background>[0]['first']
}
const readOnce = { mostPerSecond: 0, isOver: () => Promise.resolve(true) }
const start = (
  database: Database,
  { rate = () => 1_000, waitedFor = () => 0, timings = often, first = readOnce }: Options = {},
) =>
  new Background({ database, log, waitedFor, readsPerSecond: () => Promise.resolve(rate()), first, timings })

/** Returns a function that waits for `more` turns of other work, to show that something does not happen in the meantime. */
function countTurns(background: ReturnType<typeof start>) {
  let turns = 0
  background.every('snapshots', 1, () => Promise.resolve(void turns++))
  return async (more: number) => {
    const from = turns
    await expect.poll(() => turns).toBeGreaterThan(from + more)
  }
}

eachStore(({ engine, open, copyStore }) => {
  test('runs work on one replica at a time, once per period', async () => {
    const where = await copyStore()
    const first = await open(where)
    // Only one process can open the embedded store.
    const second = engine === 'postgres' ? await open(where) : first
    let inside = 0
    let most = 0
    let turns = 0
    const replicas = [start(first), start(second), start(second)]
    const [one] = replicas
    if (one === undefined) throw new Error('no replica')
    const otherTurns = countTurns(one)
    const work = async () => {
      most = Math.max(most, ++inside)
      await otherTurns(3)
      turns++
      inside--
    }
    for (const replica of replicas) replica.every('agent-records', hour, work)
    await otherTurns(3)
    expect(turns).toBe(0)
    for (const period of [1, 2, 3]) {
      // Ends the period.
      const pass = () =>
        first.db
          .updateTable('task')
          .set({ next_at: 0 })
          .where('name', '=', 'agent-records')
          .where('lease_until', 'is', null)
          .executeTakeFirst()
      await expect.poll(async () => (await pass()).numUpdatedRows).toBe(1n)
      await expect.poll(() => turns).toBe(period)
      await otherTurns(3)
      expect(turns).toBe(period)
    }
    await Promise.all(replicas.map((replica) => replica.close()))
    expect(most).toBe(1)
  })

  test('frees the work of a frozen holder when its lease expires, and ignores the end of its run', async () => {
    const database = await open()
    const frozen = start(database, { timings: { ...often, backgroundRenewMs: hour } })
    const alive = start(database)
    const otherTurns = countTurns(alive)
    const [thawed, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun: string[] = []
    const work = (name: string, until: Promise<void>) => () => {
      begun.push(name)
      return until
    }
    const task = database.db.updateTable('task').where('name', '=', 'look-ups')
    frozen.every('look-ups', 1, work('frozen', thawed.promise))
    await expect.poll(() => begun).toEqual(['frozen'])
    alive.every('look-ups', 1, work('alive', finished.promise))
    await otherTurns(5)
    expect(begun).toEqual(['frozen'])
    await task.set(({ eb }) => ({ lease_until: eb('lease_until', '-', 60_001) })).execute()
    await expect.poll(() => begun).toEqual(['frozen', 'alive'])
    thawed.resolve()
    await otherTurns(5)
    expect(begun).toEqual(['frozen', 'alive'])
    expect(await frozen.states()).toEqual([{ name: 'look-ups', ranAt: null, nextAt: null, failure: null }])
    finished.resolve()
    await Promise.all([frozen.close(), alive.close()])
  })

  test('R50: runs work whose times were set before the clock was set back by a day', async () => {
    const database = await open()
    const values = { name: 'look-ups', next_at: Date.now() + 24 * hour, lease_until: Date.now() + 24 * hour }
    await database.db.insertInto('task').values(values).execute()
    const background = start(database)
    let turns = 0
    background.every('look-ups', 60_000, () => Promise.resolve(void turns++))
    await expect.poll(() => turns).toBe(1)
    await countTurns(background)(5)
    expect(turns).toBe(1)
    await background.close()
  })

  test('logs the error of a turn and runs the next turn', async () => {
    const background = start(await open())
    let turns = 0
    background.every('gaps', 1, () => {
      turns++
      return Promise.reject(new RangeError('once more'))
    })
    await expect.poll(() => turns).toBeGreaterThan(1)
    expect(await background.states()).toMatchObject([{ name: 'gaps', failure: 'internal' }])
    await background.close()
    expect(faults).toContain('RangeError')
  })

  test('shares the budget between reads in their order, and rejects reads after closing', async () => {
    let rate = 1_000
    const background = start(await open(), { rate: () => rate })
    const otherTurns = countTurns(background)
    const reads: string[] = []
    const kept: Turn[] = []
    for (const name of ['agent-records', 'look-ups'] as const)
      background.every(name, 1, async (turn) => {
        kept.push(turn)
        while (!turn.signal.aborted) await turn.read(async () => void reads.push(name.charAt(0)))
      })
    await expect.poll(() => reads.slice(-4).join('')).toMatch(/alal|lala/)
    // One read in a thousand seconds over all tasks.
    rate = 0.001
    await otherTurns(3)
    const from = reads.length
    await otherTurns(20)
    expect(reads.length - from).toBeLessThanOrEqual(2)
    await background.close()
    for (const turn of kept) await expect(turn.read(() => Promise.resolve())).rejects.toThrow('abort')
  })

  test('reads as fast as the service answers until everything was read once', async () => {
    let isOver = false
    const background = start(await open(), {
      rate: () => 0.001,
      first: { mostPerSecond: 1_000, isOver: () => Promise.resolve(isOver) },
    })
    const otherTurns = countTurns(background)
    let reads = 0
    background.every('gaps', 1, async (turn) => {
      while (!turn.signal.aborted) await turn.read(async () => void reads++)
    })
    await expect.poll(() => reads).toBeGreaterThan(20)
    isOver = true
    await otherTurns(3)
    const from = reads
    await otherTurns(20)
    expect(reads - from).toBeLessThanOrEqual(2)
    await background.close()
  })

  test('lets users’ reads go first for a limited time, and reads nothing with a budget of 0', async () => {
    const database = await open()
    let people = 1
    let rate = 1_000
    let asked = 0
    let reads = 0
    const read = (turn: Turn) => turn.read(async () => void reads++)
    const waitedFor = () => {
      asked++
      return people
    }
    const patient = start(database, { waitedFor, timings: { ...often, backgroundYieldMs: hour } })
    patient.every('look-ups', 1, read)
    await expect.poll(() => asked).toBeGreaterThan(5)
    expect(reads).toBe(0)
    people = 0
    await expect.poll(() => reads).toBeGreaterThan(0)
    await patient.close()

    people = 1
    reads = 0
    const off = start(database, {
      waitedFor,
      rate: () => {
        asked++
        return rate
      },
      timings: { ...often, backgroundYieldMs: 20 },
    })
    rate = 0
    asked = 0
    off.every('look-ups', 1, read)
    await expect.poll(() => asked).toBeGreaterThan(5)
    expect(reads).toBe(0)
    // Users are still waiting, but the read has waited long enough.
    rate = 1_000
    await expect.poll(() => reads).toBeGreaterThan(0)
    await off.close()
  })

  test('stops waiting reads when the budget becomes 0', async () => {
    let people = 1
    let rate = 1_000
    let asked = 0
    let reads = 0
    const background = start(await open(), {
      waitedFor: () => {
        asked++
        return people
      },
      rate: () => {
        asked++
        return rate
      },
      timings: { ...often, backgroundYieldMs: hour },
    })
    for (const name of ['agent-records', 'look-ups', 'gaps'] as const)
      background.every(name, 1, (turn) => turn.read(async () => void reads++))
    // The first read waits for users, the other reads wait for the first.
    await expect.poll(() => asked).toBeGreaterThan(5)
    rate = 0
    people = 0
    asked = 0
    await expect.poll(() => asked).toBeGreaterThan(10)
    expect(reads).toBe(0)
    rate = 1_000
    await expect.poll(() => reads).toBeGreaterThan(2)
    await background.close()
  })
})
