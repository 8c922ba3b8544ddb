import { expect, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { between, createGapWalk, widestGap } from '#server/inventory/inventory-gaps.ts'
import { createInventoryStore } from '#server/store/inventory-store.ts'
import { createWalkStore } from '#server/store/walk-store.ts'
import { eachStore } from '../stores/each-store.ts'
import { seenExtension } from './inventory-records.ts'

vi.setConfig({ testTimeout: 30_000 })

test('the numbers between two, with their leading zeros; none over the end of a block', () => {
  expect(between('0098', '0101')).toEqual(['0099', '0100'])
  expect(between('8001', '8002')).toEqual([])
  expect(between('99', '101')).toEqual([])
  expect(between('8000', String(8001 + widestGap))).toHaveLength(widestGap)
  expect(between('8000', String(8002 + widestGap))).toEqual([])
})

eachStore(({ open }) => {
  test('asks for each missing number once, goes on where another stopped, and waits for a whole idle walk', async () => {
    const database = await open()
    const inventory = createInventoryStore(database, 'a')
    const walks = createWalkStore(database, 'a')
    const numbers = ['0801', '0805', '0806', '0950', '0952']
    const records = numbers.map((ext) => seenExtension(ext, { bindStatus: 0 }))
    await inventory.saw([{ records, absent: [], source: 'idle', at: 1_000 }])
    const asked: string[] = []
    let broken = true
    const notFound = { operation: 'extension_detail', code: '310121', certainlyNotDone: true } as const
    const walk = createGapWalk({
      inventory,
      walks,
      now: () => 2_000,
      upstream: {
        getExtension: ({ ext }) => {
          if (ext === '0951' && broken)
            return Promise.reject(new UpstreamError({ ...notFound, kind: 'unreachable' }))
          asked.push(ext)
          return Promise.reject(new UpstreamError({ ...notFound, kind: 'refused' }))
        },
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await walk(turn)
    expect(asked).toEqual([])
    await walks.begin('idle', 1_000, 5)
    await walks.end('idle', 1_500)
    await expect(walk(turn)).rejects.toThrow(UpstreamError)
    broken = false
    await walk(turn)
    expect(new Set(asked)).toEqual(new Set(['0802', '0803', '0804', '0951']))
    expect(await walks.read('gaps')).toMatchObject({ ended_at: 2_000 })
    const before = asked.length
    await walk(turn)
    expect(asked).toHaveLength(before)
  })
  test('a missing number of which nothing ever comes is passed over the second time', async () => {
    const database = await open()
    const inventory = createInventoryStore(database, 'a')
    const walks = createWalkStore(database, 'a')
    const records = ['8001', '8004', '8006'].map((ext) => seenExtension(ext, { bindStatus: 0 }))
    await inventory.saw([{ records, absent: [], source: 'idle', at: 1_000 }])
    await walks.begin('idle', 1_000, 3)
    await walks.end('idle', 1_500)
    const asked: string[] = []
    const walk = createGapWalk({
      inventory,
      walks,
      now: () => 2_000,
      upstream: {
        getExtension: ({ ext }) => {
          asked.push(ext)
          const kind = ext === '8003' ? 'timeout' : 'refused'
          return Promise.reject(
            new UpstreamError({ kind, operation: 'extension_detail', certainlyNotDone: true }),
          )
        },
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await expect(walk(turn)).rejects.toThrow(UpstreamError)
    expect(asked).toEqual(['8002', '8003'])
    await walk(turn)
    expect(asked.slice(2)).toEqual(['8002', '8003', '8005'])
    expect(await walks.read('gaps')).toMatchObject({ ended_at: 2_000 })
  })
  test('numbers of another length in between hide no gap, nor does a stop in the middle', async () => {
    const database = await open()
    const inventory = createInventoryStore(database, 'a')
    const walks = createWalkStore(database, 'a')
    const records = ['8001', '80012', '80023', '8005', '8008'].map((ext) =>
      seenExtension(ext, { bindStatus: 0 }),
    )
    await inventory.saw([{ records, absent: [], source: 'idle', at: 1_000 }])
    await walks.begin('idle', 1_000, 5)
    await walks.end('idle', 1_500)
    const asked: string[] = []
    let broken = true
    const walk = createGapWalk({
      inventory,
      walks,
      now: () => 2_000,
      upstream: {
        getExtension: ({ ext }) => {
          const kind = ext === '8003' && broken ? 'unreachable' : 'refused'
          if (kind === 'refused') asked.push(ext)
          return Promise.reject(
            new UpstreamError({ kind, operation: 'extension_detail', certainlyNotDone: true }),
          )
        },
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    const long = between('80012', '80023')
    await expect(walk(turn)).rejects.toThrow(UpstreamError)
    expect(asked).toEqual([...long, '8002'])
    broken = false
    await walk(turn)
    expect(asked.slice(long.length + 1)).toEqual([...long, '8002', '8003', '8004', '8006', '8007'])
  })
})
