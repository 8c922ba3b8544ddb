import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackground } from '#server/background.ts'
import type { Database } from '#server/store/database.ts'
import { createTaskLeases } from '#server/store/task-lease.ts'
import { eachStore } from '../stores/each-store.ts'

const faults: string[] = []
const log = { fault: (line: { name: string }) => void faults.push(line.name) }

const start = (database: Database, rate = 1_000, waitedFor = () => 0) =>
  createBackground({ database, log, waitedFor, readsPerSecond: () => Promise.resolve(rate) })

eachStore(({ engine, open, place }) => {
  test('one replica at a time, once in a period', async () => {
    const where = await place()
    const first = await open(where)
    // The embedded store is one process's own.
    const second = engine === 'postgres' ? await open(where) : first
    let inside = 0
    let most = 0
    const turns: number[] = []
    const work = async () => {
      most = Math.max(most, ++inside)
      turns.push(Date.now())
      await sleep(30)
      inside--
    }
    const replicas = [start(first), start(second), start(second)]
    for (const replica of replicas) replica.every('together', 100, work)
    await expect.poll(() => turns.length, { timeout: 10_000 }).toBeGreaterThan(4)
    await Promise.all(replicas.map((replica) => replica.close()))
    expect(most).toBe(1)
    const gaps = turns.slice(1).map((at, i) => at - (turns[i] ?? 0))
    // A turn of 30 ms and a period of 100 ms.
    expect(Math.min(...gaps)).toBeGreaterThan(110)
  })

  test('a dead holder keeps the work only until its lease ends', async () => {
    const leases = createTaskLeases(await open())
    await leases.add('work', 0)
    expect(await leases.take('work', 'dead', 60)).toBe(true)
    expect(await leases.take('work', 'alive', 60)).toBe(false)
    await sleep(90)
    expect(await leases.take('work', 'alive', 5_000)).toBe(true)
    expect(await leases.renew('work', 'dead', 5_000)).toBe(false)
    await leases.release('work', 'dead', 0)
    expect(await leases.take('work', 'third', 60)).toBe(false)
  })

  test('what a turn throws is logged and the next turn comes', async () => {
    const background = start(await open())
    let turns = 0
    background.every('failing', 20, () => {
      turns++
      return Promise.reject(new RangeError('once more'))
    })
    await expect.poll(() => turns, { timeout: 5_000 }).toBeGreaterThan(1)
    await background.close()
    expect(faults).toContain('RangeError')
  })

  test('reads share the budget in the order they came, and end with the console', async () => {
    const background = start(await open(), 20)
    const reads: [name: string, at: number][] = []
    for (const name of ['a', 'b'])
      background.every(name, 20, async ({ read, signal }) => {
        while (!signal.aborted) await read(async () => void reads.push([name, performance.now()]))
      })
    await expect.poll(() => reads.length, { timeout: 10_000 }).toBeGreaterThan(9)
    await background.close()
    const took = (reads.at(-1)?.[1] ?? 0) - (reads[0]?.[1] ?? 0)
    expect(took).toBeGreaterThan((reads.length - 1) * 50 - 20)
    const names = reads.slice(-6).map(([name]) => name)
    expect(names).toContain('a')
    expect(names).toContain('b')
    const after = reads.length
    await sleep(120)
    expect(reads.length).toBe(after)
  })

  test('people go first, though not for ever; a budget of nothing is none', async () => {
    const database = await open()
    const busy = start(database, 1_000, () => 1)
    const asked = performance.now()
    let read = 0
    busy.every('behind people', 20, async (turn) => {
      await turn.read(async () => void (read = performance.now()))
    })
    await expect.poll(() => read, { timeout: 5_000 }).toBeGreaterThan(0)
    expect(read - asked).toBeGreaterThan(900)
    await busy.close()
    const off = start(database, 0)
    let called = false
    off.every('off', 20, async (turn) => {
      await turn.read(async () => void (called = true))
    })
    await sleep(300)
    await off.close()
    expect(called).toBe(false)
  })
})
