import {
  acknowledgeAlert,
  allNumbers,
  changeThreshold,
  countAlerts,
  readCapacity,
  readTrend,
  type TrendSpan,
} from '#contract/capacity.ts'
import { needsCare, readThresholds } from './alerts.ts'
import { audited } from '../audit/audited.ts'
import { blocksByLength, chosenLength, withForecast } from './blocks.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { CapacityParts } from './open.ts'
import { lastOfDays } from './retention.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const spanDays: Record<TrendSpan, number> = { week: 7, month: 31, year: 366 }

/** As the audit names a prefix. */
const objectOf = (prefix: string): string => (prefix === allNumbers ? 'all numbers' : prefix)

export function mountCapacity({ mount }: Mount, capacity: CapacityParts): void {
  const { pool, snapshots, thresholds, audit, now } = capacity

  mount(readCapacity, async ({ query }) => {
    const at = now()
    const crawledAt = await pool.crawledAt()
    const lengths = await blocksByLength(pool)
    const shown = lengths.find(({ length }) => length === query.length) ?? chosenLength(lengths)
    const times = await snapshots.times()
    const [whole, ...blocks] = await withForecast([await pool.whole(), ...(shown?.counts ?? [])], {
      snapshots,
      crawledAt,
      now: at,
    })
    if (whole === undefined) throw new TypeError('every figure comes with a forecast')
    return {
      now: at,
      crawledAt,
      whole,
      length: shown?.length ?? 1,
      lengths: lengths.map(({ length }) => length),
      blocks,
      thresholds: await readThresholds(capacity, at),
      snapshots: { count: times.length, since: times[0] ?? null, latest: times.at(-1) ?? null },
    }
  })

  mount(readTrend, async ({ query: { prefix, span } }) => {
    const since = now() - spanDays[span] * dayMs
    const times = (await snapshots.times()).filter((at) => at >= since)
    const counts = await snapshots.counts([prefix], span === 'week' ? times : lastOfDays(times))
    return { items: counts.map(({ prefix: _prefix, ...counted }) => counted) }
  })

  mount(countAlerts, async () => ({
    count: (await readThresholds(capacity, now())).filter(needsCare).length,
  }))

  mount(changeThreshold, (call) => {
    const { prefix, leastFree, leastDays } = call.body
    const levels = [
      leastFree === null ? '' : `free ${leastFree}`,
      leastDays === null ? '' : `days ${leastDays}`,
    ]
    const reason = levels.filter((level) => level !== '').join(', ') || 'none'
    return audited(
      audit,
      { actor: actorOf(call), action: 'threshold.change', object: objectOf(prefix), reason },
      async () => {
        await thresholds.change(call.body, call.caller.user.email, now())
        return {}
      },
    )
  })

  mount(acknowledgeAlert, (call) => {
    const { prefix, hours } = call.body
    return audited(
      audit,
      {
        actor: actorOf(call),
        action: 'threshold.acknowledge',
        object: objectOf(prefix),
        reason: `${hours} hours`,
      },
      async () => {
        const at = now()
        const { free } = await pool.ofPrefix(prefix)
        await thresholds.acknowledge(prefix, call.caller.user.email, { at, until: at + hours * hourMs, free })
        return {}
      },
    )
  })
}
