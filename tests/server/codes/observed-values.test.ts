import { describe, expect, test } from 'vitest'
import { ObservedValues, maxValues } from '#server/codes/observed-values.ts'
import { ObservedValueStore } from '#server/codes/store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { CallReport } from '#upstream/client.ts'
import { agentRecord, extensionRecord } from '#upstream/records.ts'
import { eachStore } from '../../stores/each-store.ts'

const dayMs = 86_400_000
const record = (fields: object) => extensionRecord.parse({ ext: '1000', ...fields })
const call = (changes: Partial<CallReport>): CallReport => ({
  operation: 'search_idle_page',
  startedAt: 0,
  milliseconds: 1,
  error: null,
  unknownFields: [],
  extensions: null,
  agent: null,
  ...changes,
})
/** A call that showed these extension records. */
const extensionsSeen = (fields: readonly object[], startedAt = 0): CallReport =>
  call({
    startedAt,
    extensions: {
      records: fields.map((each) => ({ ...record(each), ext: '1000' })),
      absent: [],
      source: 'idle',
      at: 0,
    },
  })
const refusal = (code: string) =>
  new UpstreamError({ kind: 'refused', operation: 'search_idle_page', code, definitelyNotApplied: true })

eachStore(({ open, copyStore, engine }) => {
  function watchOn(database: Database) {
    const faults: unknown[] = []
    const observedValues = new ObservedValueStore(database, 'account')
    const watch = new ObservedValues(observedValues, {
      onFault: (error) => faults.push(error),
      codeWriteMs: 60_000,
    })
    return { faults, observedValues, watch }
  }

  test('records the values of coded fields, return codes and names of unknown fields', async () => {
    const { observedValues, watch } = watchOn(await open())
    watch.observe(
      extensionsSeen([
        { status: 0, enabled: 1 },
        { status: 1, enabled: 1 },
      ]),
    )
    watch.observe(call({ agent: agentRecord.parse({ agentStatus: 1 }) }))
    watch.observe(call({ unknownFields: ['serverScheme'] }))
    watch.observe(call({ error: refusal('888888') }))
    watch.observe(call({ error: refusal('HTTP 503') }))
    await watch.flush()
    expect((await observedValues.read()).map(({ field, value }) => `${field} ${value}`)).toEqual([
      'agent.agentStatus 1',
      'extension.enabled 1',
      'extension.status 0',
      'extension.status 1',
      'extensions.retCode 888888',
      'search_idle_page serverScheme',
    ])
    await watch.close()
  })

  test('counts each value once across replicas and keeps the last time', async () => {
    const where = await copyStore()
    const [one, two] =
      engine === 'postgres'
        ? await Promise.all([open(where), open(where)])
        : await open(where).then((database) => [database, database] as const)
    const [first, second] = [watchOn(one), watchOn(two)]
    const met = Array.from({ length: 500 }, () => ({ extType: 1 }))
    first.watch.observe(extensionsSeen(met, 10 * dayMs))
    second.watch.observe(extensionsSeen(met, 11 * dayMs))
    await Promise.all([first.watch.flush(), second.watch.flush()])
    first.watch.observe(extensionsSeen(met, 10 * dayMs))
    await first.watch.flush()
    const seen = (await first.observedValues.read()).filter(({ field }) => field === 'extension.extType')
    expect(seen).toMatchObject([{ value: '1', count: 1500, lastSeenAt: 11 * dayMs }])
    expect([...first.faults, ...second.faults]).toEqual([])
  })

  describe('limits', () => {
    test(`keeps at most ${maxValues} values per field and reports which fields had more`, async () => {
      const { observedValues, watch } = watchOn(await open())
      for (const from of [0, 50_000])
        watch.observe(
          extensionsSeen(Array.from({ length: 400 }, (_, n) => ({ status: from + n, enabled: 1 }))),
        )
      await watch.flush()
      watch.observe(extensionsSeen(Array.from({ length: 400 }, (_, n) => ({ status: 90_000 + n }))))
      await watch.flush()
      const fields = (await observedValues.read()).map(({ field }) => field)
      expect(fields.filter((field) => field === 'extension.status')).toHaveLength(maxValues)
      expect(watch.full()).toEqual(['extension.status'])
    })

    test('stores no name, number or secret, only integers of coded fields and names of fields', async () => {
      const { observedValues, watch } = watchOn(await open())
      const secrets = {
        agentName: '王伟',
        password: 'S3cret-2226',
        ha1: 'f'.repeat(32),
        creationTime: 17,
        bindTime: 18,
      }
      watch.observe(extensionsSeen([{ ...secrets, status: 3, extType: Number.MAX_VALUE }]))
      watch.observe(
        call({
          agent: agentRecord.parse({ ...secrets, phone: '13800138000', wrapUpTime: 45, wrapUpType: 2 }),
        }),
      )
      watch.observe(
        call({ unknownFields: ['13800138000', '张三', 'a b', '•••', 'x'.repeat(65), 'good_one'] }),
      )
      await watch.flush()
      expect((await observedValues.read()).map(({ field, value }) => `${field} ${value}`)).toEqual([
        'agent.wrapUpType 2',
        'extension.status 3',
        'search_idle_page good_one',
      ])
    })
  })

  test('writes once for a thousand pages, and not at all without new values', async () => {
    const { observedValues } = watchOn(await open())
    const writes: number[] = []
    const watch = new ObservedValues(
      {
        read: () => observedValues.read(),
        add: (seen) => (writes.push(seen.length), observedValues.add(seen)),
      },
      { onFault: () => undefined, codeWriteMs: 60_000 },
    )
    const page = Array.from({ length: 100 }, (_, n) => ({ status: n % 3, enabled: 1 }))
    for (let i = 0; i < 1_000; i++) watch.observe(extensionsSeen(page))
    await watch.close()
    await watch.flush()
    expect(writes).toEqual([4])
    expect((await observedValues.read()).find(({ field }) => field === 'extension.enabled')?.count).toBe(
      100_000,
    )
  })

  test('loses only counts while the store is unavailable, and records the value again', async () => {
    const { observedValues } = watchOn(await open())
    let away = true
    const watch = new ObservedValues(
      {
        read: () => observedValues.read(),
        add: (seen) => (away ? Promise.reject(new Error('away')) : observedValues.add(seen)),
      },
      { onFault: () => undefined, codeWriteMs: 60_000 },
    )
    watch.observe(extensionsSeen([{ status: 5 }]))
    await expect(watch.flush()).rejects.toThrow('away')
    away = false
    watch.observe(extensionsSeen([{ status: 5 }]))
    await watch.flush()
    expect((await observedValues.read()).map(({ value, count }) => [value, count])).toEqual([['5', 1]])
  })
})
