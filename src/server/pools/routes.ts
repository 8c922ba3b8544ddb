import { setsOverlap, type NumberSet } from '#contract/number-set.ts'
import { totalOf, type StateCounts } from '#contract/number-states.ts'
import {
  addPool,
  changePool,
  listPoolNumbers,
  listPools,
  readPoolCounts,
  removePool,
  type NewPool,
  type Pool,
  type PoolCounts,
} from '#contract/pools.ts'
import { audited } from '../audit/audited.ts'
import { actorOf } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { PoolParts } from './open.ts'
import type { PoolFields, PoolRow } from './store.ts'

type Written = PoolFields & { leastFree: number | null }

const numbersText = ({ ranges, prefixes }: NumberSet): string =>
  [...ranges.map(({ from, to }) => `${from}–${to}`), ...prefixes.map((prefix) => `${prefix}…`)].join(', ')
/** A pool's fields as text for the audit. */
const textsOf = ({ name, numbers, owner, purpose, leastFree }: Written): [field: string, text: string][] => [
  ['name', name],
  ['numbers', numbersText(numbers)],
  ['owner', owner],
  ['purpose', purpose],
  ['alert below', leastFree === null ? '' : String(leastFree)],
]
const createdText = (pool: Written): string =>
  textsOf(pool)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => `${field}: ${text}`)
    .join('; ')
/** The change as text: old and new value of each changed field. */
function changedText(before: Written, after: Written): string {
  const old = new Map(textsOf(before))
  return textsOf(after)
    .filter(([field, text]) => old.get(field) !== text)
    .map(([field, text]) => `${field}: ${old.get(field) || '–'} → ${text || '–'}`)
    .join('; ')
}

const isSame = (one: NumberSet, other: NumberSet): boolean => numbersText(one) === numbersText(other)

export function mountPools({ mount }: Mount, pools: PoolParts): void {
  const { reads, writes, numbers, thresholds, inTransaction, audit, now } = pools

  function shown(pool: PoolRow, all: readonly PoolRow[], leastFree: number | null): Pool {
    const { numbers: own, ...rest } = pool
    return {
      ...rest,
      ranges: own.ranges.map((range) => ({ ...range })),
      prefixes: [...own.prefixes],
      leastFree,
      overlaps: all.flatMap(({ id, name, numbers: other }) =>
        id !== pool.id && setsOverlap(own, other) ? [name] : [],
      ),
    }
  }
  async function list(): Promise<Pool[]> {
    const [all, levels] = [await reads.all(), await thresholds.leastFree()]
    return all.map((pool) => shown(pool, all, levels.get(pool.id) ?? null))
  }
  /** Throws `not-found`. */
  async function found(id: string): Promise<PoolRow> {
    const pool = await reads.byId(id)
    if (pool === null) throw new ProblemError('not-found')
    return pool
  }
  async function listed(id: string): Promise<Pool> {
    const pool = (await list()).find((each) => each.id === id)
    if (pool === undefined) throw new ProblemError('not-found')
    return pool
  }
  /** Throws `bad-request` when a text contains a secret. */
  function fieldsOf(
    { name, ranges = [], prefixes = [], owner = '', purpose = '', leastFree = null }: NewPool,
    path = '',
  ): Written {
    refuseSecrets({ [`${path}name`]: name, [`${path}owner`]: owner, [`${path}purpose`]: purpose })
    return { name, numbers: { ranges, prefixes }, owner, purpose, leastFree }
  }

  mount(listPools, async () => ({ items: await list() }))

  mount(readPoolCounts, async () => {
    const items: PoolCounts[] = []
    for (const { id, numbers: own } of await reads.all()) {
      const found = new Map((await numbers.count(own)).map(({ state, count }) => [state, count]))
      const counts: StateCounts = {
        free: found.get('free') ?? 0,
        reserved: found.get('reserved') ?? 0,
        bound: found.get('bound') ?? 0,
        unavailable: found.get('unavailable') ?? 0,
        unknown: found.get('unknown') ?? 0,
      }
      const size = totalOf(counts)
      items.push({ id, size, ...counts, seenAt: await numbers.lastSeen(own, size) })
    }
    return { items, firstScan: await numbers.firstScan() }
  })

  mount(addPool, (call) => {
    const pool = fieldsOf(call.body)
    const by = call.caller.user.email
    return audited(
      audit,
      { actor: actorOf(call), action: 'pool.add', object: pool.name, reason: createdText(pool) },
      async () => {
        const id = await inTransaction(async (transaction) => {
          const at = now()
          const added = await writes.add(transaction, pool, by, at)
          await thresholds.setLeastFree(transaction, added, { leastFree: pool.leastFree, by, at })
          return added
        })
        return listed(id)
      },
    )
  })

  mount(changePool, async (call) => {
    const pool = fieldsOf(call.body.pool, 'pool.')
    const before = await listed(call.params.id)
    const old = { ...before, numbers: { ranges: before.ranges, prefixes: before.prefixes } }
    const by = call.caller.user.email
    return audited(
      audit,
      { actor: actorOf(call), action: 'pool.change', object: before.name, reason: changedText(old, pool) },
      async () => {
        await inTransaction(async (transaction) => {
          const at = now()
          await writes.change(transaction, { id: before.id, version: call.body.version }, pool, by, at)
          await thresholds.setLeastFree(transaction, before.id, { leastFree: pool.leastFree, by, at })
          if (!isSame(old.numbers, pool.numbers)) await thresholds.removeSnapshots(transaction, before.id)
        })
        return listed(before.id)
      },
    )
  })

  mount(removePool, async (call) => {
    const before = await listed(call.params.id)
    const old = { ...before, numbers: { ranges: before.ranges, prefixes: before.prefixes } }
    return audited(
      audit,
      { actor: actorOf(call), action: 'pool.remove', object: before.name, reason: createdText(old) },
      async () => {
        await inTransaction(async (transaction) => {
          await writes.remove(transaction, before.id)
          await thresholds.removeAll(transaction, before.id)
        })
        return {}
      },
    )
  })

  mount(listPoolNumbers, async ({ params, query: { of, count } }) => {
    const { numbers: own } = await found(params.id)
    const items = of === 'absent' ? await numbers.absent(own, count) : await numbers.free(own, count)
    return { items, firstScan: await numbers.firstScan() }
  })
}
