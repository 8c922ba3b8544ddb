import {
  allNumbers,
  changeThreshold,
  poolOfScope,
  readCapacity,
  readTrend,
  scopeOfPool,
  snoozeAlert,
  type TrendSpan,
} from '#contract/capacity.ts'
import { canHaveFree } from '#contract/pools.ts'
import type { Console } from '../features.ts'
import { readThresholds } from './alerts.ts'
import { audited, auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { readFirstScans } from '../numbers/scan.ts'
import { readFigures } from './ranges.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { lastOfDays } from './snapshots.ts'

const dayMs = 86_400_000
const spanDays: Record<TrendSpan, number> = { week: 7, month: 31, year: 366 }

export function mountCapacity({ mount }: Mount, console: Console): void {
  const { capacity, times, audit, now, auth, people, database, account } = console
  const { pools, crawledAt, snapshots, thresholds } = capacity
  /**
   * The scope's name for the audit, `-` for all numbers. Throws `not-found` for a missing pool, and `bad-request` when the level is above the size of
   * the pool.
   */
  async function objectOf(scope: string, leastFree: number | null = null): Promise<string> {
    if (poolOfScope(scope) === null) return scope === allNumbers ? '-' : scope
    const pool = (await pools()).find(({ id }) => scopeOfPool(id) === scope)
    if (pool === undefined) throw new ProblemError('not-found')
    if (canHaveFree(pool, leastFree)) return pool.name
    throw fieldRefused('leastFree', 'the pool has fewer numbers')
  }

  async function progressOf(userId: string) {
    const [hasColleague, hasAgents] = await Promise.all([
      auth.users.hasColleague(userId),
      people.reads.hasAny(),
    ])
    return { hasColleague, hasAgents }
  }

  mount(readCapacity, async ({ query, caller }) => {
    const at = now()
    const scans = await readFirstScans(database.db, account)
    const figures = await readFigures(capacity)
    const snapshotTimes = await snapshots.times()
    const by = query.by ?? (figures.pools.length > 0 ? 'pool' : 'prefix')
    const counts =
      by === 'pool'
        ? (await Promise.all(figures.pools.map(({ id }) => figures.of(scopeOfPool(id))))).filter(
            (each) => each !== null,
          )
        : await figures.byPrefix()
    const [whole, ...ranges] = await capacity.withForecast([figures.whole, ...counts])
    const levels = await readThresholds(capacity, at)
    if (whole === undefined) throw new TypeError('every figure comes with a forecast')
    return {
      now: at,
      crawledAt: await crawledAt(),
      ...scans,
      whole,
      by,
      ranges,
      pools: figures.pools.map(({ id, name }) => ({ id, name })),
      thresholds: levels,
      snapshots: {
        count: snapshotTimes.length,
        since: snapshotTimes[0] ?? null,
        latest: snapshotTimes.at(-1) ?? null,
      },
      firstSteps: caller.permissions.includes('user.manage') ? await progressOf(caller.user.id) : null,
    }
  })

  mount(readTrend, async ({ query: { scope, span } }) => {
    const since = now() - spanDays[span] * dayMs
    const all = (await snapshots.times()).filter((at) => at >= since)
    return { items: await snapshots.counts([scope], span === 'week' ? all : lastOfDays(all, times.date)) }
  })

  mount(changeThreshold, async (call) => {
    const object = await objectOf(call.body.scope, call.body.leastFree)
    const { leastFree, leastDays } = call.body
    const removed = leastFree === null && leastDays === null ? { removed: true } : {}
    const event = {
      actor: actorOf(call),
      action: 'threshold.change',
      object,
      values: { leastFree, leastDays, ...removed },
    }
    await auditedChange(
      audit,
      event,
      (transaction) => thresholds.change(transaction, call.body, call.caller.user.email, now()),
      (before) => ({ ...changesOf(before, call.body, ['leastFree', 'leastDays']), ...removed }),
    )
    return {}
  })

  mount(snoozeAlert, async (call) => {
    const { scope } = call.body
    const object = await objectOf(scope)
    return audited(audit, { actor: actorOf(call), action: 'threshold.snooze', object }, async () => {
      await thresholds.snooze(scope, call.caller.user.email, now() + 7 * dayMs)
      return {}
    })
  })
}
