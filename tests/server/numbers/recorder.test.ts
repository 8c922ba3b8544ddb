import { afterEach, expect, test } from 'vitest'
import { agentRecord } from '#upstream/records.ts'
import { settleEach } from '#server/follow/settle.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { Numbers } from '#server/numbers/numbers.ts'
import { observe } from '#server/numbers/observe.ts'
import { Recorder } from '#server/numbers/recorder.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { testAudit } from '../test-audit.ts'
import { numberStore, seenExtension } from './number-store.ts'

const start = 1_800_000_000_000
const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })

const agentUuid = 'a'.repeat(32)

/** A recorder's parts at this store. */
const partsOn = (database: Database) => ({
  database,
  audit: testAudit(database),
  account: 'a',
  reads: new Numbers(database, 'a'),
  writeMs: 3_600_000,
})

const reserve = (database: Database, ext: string) =>
  database.db
    .insertInto('reservation')
    .values({
      id: ext,
      account: 'a',
      ext,
      agent_uuid: agentUuid,
      user_id: 'u',
      idempotency_key: ext,
      body_mac: '',
      state: 'reserved',
      reserved_at: 0,
      expires_at: 2 ** 52,
      checked_at: 0,
    })
    .execute()

/** Errors of PostgreSQL that end one transaction. */
const ofTransaction = [
  ['a deadlock', '40P01'],
  ['a statement that took too long', '57014'],
].map(([name, code]) => [name, Object.assign(new Error(name), { severity: 'ERROR', code })] as const)

eachStore(({ open }) => {
  let recorder: Recorder
  afterEach(() => recorder.close())

  test('keeps what the store did not take, and writes it later, unless a later answer says more', async () => {
    const database = await open()
    const store = numberStore(database, 'a')
    let isFull = true
    const faults: unknown[] = []
    const withLock: Database['withLock'] = (...call) =>
      isFull ? Promise.reject(full) : database.withLock(...call)
    recorder = new Recorder({
      ...partsOn(database),
      database: { ...database, withLock },
      onFault: (error) => void faults.push(error),
    })
    const see = (exts: readonly string[], bindStatus: number, at: number) =>
      recorder.collect({
        extensions: {
          records: exts.map((ext) => seenExtension(ext, { bindStatus })),
          absent: [],
          source: 'idle',
          at,
        },
        agent: null,
        startedAt: at,
      })
    see(['8001', '8002'], 0, start)
    expect(await recorder.flush()).toEqual(new Set(['8001', '8002']))
    expect(faults).toEqual([full])
    see(['8002'], 1, start + 1)
    isFull = false
    expect(await recorder.flush()).toEqual(new Set())
    expect(await store.byNumber('8001')).toMatchObject({ state: 'free' })
    expect(await store.byNumber('8002')).toMatchObject({ state: 'bound' })
  })

  test('logs each refused number, and keeps only what an unreachable store did not take', async () => {
    const database = await open()
    // Something follows from what is shown of a reserved number, so each is written in its own transaction.
    for (const ext of ['8001', '8002', '8003']) await reserve(database, ext)
    const refused = new Error('a row that breaks a rule')
    const faults: unknown[] = []
    const failures: Error[] = [refused, full]
    const parts = partsOn(database)
    const transaction: typeof parts.audit.transaction = (...call) => {
      const failure = failures.shift()
      return failure === undefined ? parts.audit.transaction(...call) : Promise.reject(failure)
    }
    recorder = new Recorder({
      ...parts,
      audit: { transaction },
      onFault: (error) => void faults.push(error),
    })
    const records = ['8001', '8002', '8003', '8004'].map((ext) =>
      seenExtension(ext, { bindStatus: 1, agentUuid }),
    )
    const written = async () =>
      (await parts.reads.byNumbers(records.map(({ ext }) => ext))).map(({ ext }) => ext).toSorted()
    const extensions = { records, absent: [], source: 'detail', at: start } as const
    recorder.collect({ extensions, agent: null, startedAt: start })
    expect(await recorder.flush()).toEqual(new Set(['8001', '8002', '8003']))
    expect(faults).toEqual([refused, full])
    expect(await written()).toEqual(['8004'])
    // The refused number is not in the store, until a later answer is.
    expect(await recorder.flush()).toEqual(new Set(['8001']))
    expect(await written()).toEqual(['8002', '8003', '8004'])
    recorder.collect({ extensions: { ...extensions, at: start + 1 }, agent: null, startedAt: start + 1 })
    expect(await recorder.flush()).toEqual(new Set())
    expect(await written()).toEqual(['8001', '8002', '8003', '8004'])
  })

  test('asks a store that is away once, however many numbers and agents wait', async () => {
    const database = await open()
    let [asked, isAway] = [0, true]
    const away: Pick<Database, 'db' | 'withLock' | 'engine' | 'now'> = {
      ...database,
      get db() {
        if (isAway) asked++
        return database.db
      },
      withLock(...call) {
        if (!isAway) return database.withLock(...call)
        asked++
        return Promise.reject(full)
      },
    }
    recorder = new Recorder({ ...partsOn(database), database: away, onFault: () => undefined })
    const numbers = Array.from({ length: 1_200 }, (_, n) => String(10_000 + n))
    const records = numbers.map((ext) => seenExtension(ext, { bindStatus: 0 }))
    const agent = { id: agentUuid, agentID: '1', agentName: 'Ada', depart: null, agentEmail: null }
    recorder.collect({
      extensions: { records, absent: [], source: 'idle', at: start },
      agent: { ...agentRecord.parse({}), ...agent },
      startedAt: start,
    })
    expect((await recorder.flush()).size).toBe(1_200)
    expect(asked).toBe(1)
    isAway = false
    expect(await recorder.flush()).toEqual(new Set())
    const people = await database.db.selectFrom('person').select('name').execute()
    expect(people).toEqual([{ name: 'Ada' }])
  })

  test.each(ofTransaction)('writes and settles the other numbers after %s', async (_name, error) => {
    const database = await open()
    let calls = 0
    const failFirst = <Result>(work: () => Promise<Result>): Promise<Result> =>
      calls++ === 0 ? Promise.reject(error) : work()
    const exts = Array.from({ length: 501 }, (_, n) => String(10_000 + n))
    const observed = exts.map((ext) => ({
      ext,
      record: seenExtension(ext, { bindStatus: 0 }),
      source: 'idle' as const,
      at: start,
    }))
    const store = { database, audit: testAudit(database), account: 'a' }
    const withLock: typeof database.withLock = (...call) => failFirst(() => database.withLock(...call))
    const unwritten = await observe({ ...store, database: { ...database, withLock } }, observed)
    expect(unwritten).toEqual([{ numbers: exts.slice(0, 500), error }])
    expect(await numberStore(database, 'a').byNumber('10500')).toMatchObject({ state: 'free' })
    calls = 0
    const transaction: typeof store.audit.transaction = (...call) =>
      failFirst(() => store.audit.transaction(...call))
    const unsettled = await settleEach({ ...store, audit: { transaction } }, ['8001', '8002'], () =>
      Promise.resolve([]),
    )
    expect(unsettled).toEqual([{ numbers: ['8001'], error }])
  })

  test('settles no further number once the store is away', async () => {
    const database = await open()
    let asked = 0
    const audit = {
      transaction: () => {
        asked++
        return Promise.reject(new ProblemError('unavailable', {}, { cause: full }))
      },
    }
    const failures = await settleEach({ database, account: 'a', audit }, ['8001', '8002', '8003'], () =>
      Promise.resolve([]),
    )
    expect([asked, failures.flatMap(({ numbers }) => numbers)]).toEqual([1, ['8001', '8002', '8003']])
  })
})
