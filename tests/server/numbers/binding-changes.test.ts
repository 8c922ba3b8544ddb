import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Observation } from '#upstream/client.ts'
import { bindingRetentionMs } from '#contract/history.ts'
import { BindingChanges } from '#server/numbers/binding-changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ExtensionRecord } from '#upstream/records.ts'
import { eachStore } from '../../stores/each-store.ts'
import { numberStore, seenExtension } from './number-store.ts'

const account = 'a'
const minute = 60_000
const start = 1_800_000_000_000
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }
const newest = { from: 0, before: { at: Number.MAX_SAFE_INTEGER, id: '' } }

/** The record of an observed number; `null` when the service does not know the number. */
type Shown = Partial<ExtensionRecord> | null
const anna = { bindStatus: 1, agentUuid: 'agent-01', agentName: 'Anna' }
const bo = { bindStatus: 1, agentUuid: 'agent-02', agentName: 'Bo' }
const free = { bindStatus: 0 }
const unclear = { bindStatus: 7 }

const partsOf = (database: Database) => {
  const store = numberStore(database, account)
  return {
    store,
    changes: new BindingChanges(database, account),
    see: (ext: string, shown: Shown, at: number, source: Observation['source'] = 'detail') =>
      store.recordSeen([
        shown === null
          ? { records: [], absent: [ext], source, at }
          : { records: [seenExtension(ext, shown)], absent: [], source, at },
      ]),
  }
}

eachStore(({ open }) => {
  test('records a binding only when it differs from the last known one', async () => {
    const { store, changes, see } = partsOf(await open())
    await see('8001', {}, start, 'created')
    await see('8001', free, start + minute)
    await see('8001', free, start + 2 * minute, 'idle')
    await store.markUnlisted(['8001'], 'unavailable', start + 10 * minute)
    await see('8001', anna, start + 11 * minute)
    await see('8001', { ...anna, agentName: 'Anna Berg' }, start + 12 * minute)
    await see('8001', bo, start + 13 * minute)
    await see('8001', null, start + 14 * minute)
    await see('8001', null, start + 15 * minute)
    await see('8001', free, start + 16 * minute)
    const listed = await changes.list({ ext: '8001' }, newest, 100)
    expect(listed.map(({ at, before, after }) => [(at - start) / minute, before, after])).toEqual([
      [16, { state: 'gone', agent: null }, { state: 'free', agent: null }],
      [14, { state: 'bound', agent: { agentUuid: 'agent-02', name: null } }, { state: 'gone', agent: null }],
      [
        13,
        { state: 'bound', agent: { agentUuid: 'agent-01', name: null } },
        { state: 'bound', agent: { agentUuid: 'agent-02', name: null } },
      ],
      [11, { state: 'free', agent: null }, { state: 'bound', agent: { agentUuid: 'agent-01', name: null } }],
    ])
    expect((await changes.list({ agentUuid: 'agent-02' }, newest, 100)).map(({ at }) => at)).toEqual([
      start + 14 * minute,
      start + 13 * minute,
    ])
    expect(await changes.observedSince('8001')).toBe(start)
    expect(await changes.observedSince('8002')).toBeNull()
  })

  test('keeps the name only of an agent whom the service shows without a UUID', async () => {
    const { changes, see } = partsOf(await open())
    await see('8001', { bindStatus: 1, agentName: 'Front desk' }, start)
    await see('8001', anna, start + minute)
    await see('8001', { bindStatus: 1, agentName: 'Back office' }, start + 2 * minute)
    expect(
      (await changes.list({ ext: '8001' }, newest, 10)).map(({ before, after }) => [
        before.agent,
        after.agent,
      ]),
    ).toEqual([
      [
        { agentUuid: 'agent-01', name: null },
        { agentUuid: null, name: 'Back office' },
      ],
      [
        { agentUuid: null, name: 'Front desk' },
        { agentUuid: 'agent-01', name: null },
      ],
    ])
  })

  test('keeps the service’s time of a binding when it is earlier than the observation', async () => {
    const { changes, see } = partsOf(await open())
    await see('8001', { ...anna, bindTime: start - 90 * minute }, start)
    await see('8001', { ...bo, bindTime: start + 99 * minute }, start + minute)
    const spans = await changes.spans({ ext: '8001' }, always, 10)
    expect(spans.map(({ boundAt }) => boundAt)).toEqual([null, start - 90 * minute])
    const during = { from: start - 60 * minute, to: start - 30 * minute }
    expect(await changes.spans({ ext: '8001' }, during, 10)).toMatchObject([
      { agent: { agentUuid: 'agent-01' } },
    ])
  })

  test('joins spans without gaps for any sequence of observations', async () => {
    const { changes, see } = partsOf(await open())
    let numbers = 80_000
    const shown = fc.constantFrom<Shown>(anna, bo, free, unclear, null)
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), shown), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(60), fc.nat(60), async (sequence, a, b) => {
        const ext = String(++numbers)
        const expected: { shown: Shown; from: number; to: number | null }[] = []
        let at = start
        for (const [wait, next] of sequence) {
          at += wait * minute
          await see(ext, next, at)
          const last = expected.at(-1)
          // A number that was never seen cannot be gone.
          if (last === undefined ? next === null : last.shown === next) continue
          if (last !== undefined) last.to = at
          expected.push({ shown: next, from: at, to: null })
        }
        const [from, to] = [start + Math.min(a, b) * minute, start + Math.max(a, b) * minute]
        const within = expected.filter((span) => span.from < to && (span.to === null || span.to > from))
        for (const [time, spans] of [
          [always, expected],
          [{ from, to }, within],
        ] as const)
          expect(
            (await changes.spans({ ext }, time, 100)).map((span) => [
              span.state,
              span.agent?.agentUuid ?? null,
              span.from,
              span.to,
            ]),
          ).toEqual(
            spans
              .toReversed()
              .map((span) => [
                span.shown === null ? 'gone' : (['free', 'bound'][span.shown.bindStatus ?? 7] ?? 'unknown'),
                span.shown?.agentUuid ?? null,
                span.from,
                span.to,
              ]),
          )
      }),
      { numRuns: 15 },
    )
  })

  test('lists the spans of all numbers of an agent', async () => {
    const { changes, see } = partsOf(await open())
    await see('8001', anna, start)
    await see('8001', bo, start + minute)
    await see('8002', anna, start + 2 * minute)
    const spans = await changes.spans({ agentUuid: 'agent-01' }, always, 10)
    expect(spans.map(({ ext, from, to }) => [ext, from, to])).toEqual([
      ['8002', start + 2 * minute, null],
      ['8001', start, start + minute],
    ])
  })

  test('expires changes by age and by count, oldest first', async () => {
    const { changes, see } = partsOf(await open())
    for (let step = 0; step <= 6; step++)
      await see('8001', step % 2 === 0 ? free : anna, start + step * minute)
    const times = async () =>
      (await changes.list({ ext: '8001' }, newest, 100)).map(({ at }) => (at - start) / minute)
    expect(await times()).toEqual([6, 5, 4, 3, 2, 1])
    await changes.removeExpired(start + bindingRetentionMs + 3 * minute)
    expect(await times()).toEqual([6, 5, 4, 3])
    await changes.removeExpired(start, 2)
    expect(await times()).toEqual([6, 5])
  })
})
