import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { wholeNumber } from './page.ts'
import { extPrefix } from './text.ts'

/** Most prefixes that are counted, drawn and kept in snapshots side by side. */
export const mostPrefixes = 250
/** Scope of all numbers. */
export const allNumbers = ''
const poolScope = /^pool:([0-9a-f-]{36})$/
export const scopeOfPool = (id: string): string => `pool:${id}`
/** The id of the pool that a scope names; null for a prefix. */
export const poolOfScope = (scope: string): string | null => poolScope.exec(scope)?.[1] ?? null
/** Which numbers: all of them, those with a prefix, or those of a pool. */
const scope = z.union([z.literal(allNumbers), extPrefix, z.string().check(z.regex(poolScope))])

/** When free numbers run out at the current pace. Times are epoch milliseconds; `perDay` is how many are used a day. */
export const forecast = z.union([
  /** Snapshots of fewer days than a forecast needs. */
  z.object({ kind: z.literal('short'), days: z.number(), needed: z.number() }),
  /** The counts are too old. */
  z.object({ kind: z.literal('stale') }),
  z.object({ kind: z.literal('empty') }),
  /** They do not become fewer. */
  z.object({ kind: z.literal('steady') }),
  /** Not before then; the few days known do not reach further. */
  z.object({ kind: z.literal('far'), notBefore: z.number(), perDay: z.number() }),
  /** `latest` null: it may not happen. */
  z.object({
    kind: z.literal('runs-out'),
    earliest: z.number(),
    latest: z.nullable(z.number()),
    perDay: z.number(),
  }),
])
export type Forecast = z.infer<typeof forecast>

/** Counts by state, as the inventory has them. */
const stateCounts = {
  free: z.number(),
  /** Last seen free, with an open reservation; not among the free ones. */
  reserved: z.number(),
  bound: z.number(),
  /** Seen before; their current state is not known. */
  unknown: z.number(),
}
/** The states that are counted, in the order shown. */
export const countedStates = ['free', 'reserved', 'bound', 'unknown'] as const
export type StateCounts = Record<(typeof countedStates)[number], number>
export const totalOf = (counts: StateCounts): number =>
  countedStates.reduce((sum, state) => sum + counts[state], 0)

/** Numbers of one scope. */
const range = z.object({
  scope: z.string(),
  /** The pool's name; null for a prefix. */
  pool: z.nullable(z.string()),
  ...stateCounts,
  forecast,
})
export type NumberRangeCapacity = z.infer<typeof range>

/** Alerts when fewer numbers are free, or when they may run out within so many days. */
const threshold = z.object({
  ...range.shape,
  leastFree: z.nullable(z.number()),
  leastDays: z.nullable(z.number()),
  version: z.number(),
  changedBy: z.string(),
  changedAt: z.number(),
  /** Which of the two is not kept. */
  broken: z.array(z.enum(['free', 'days'])),
  /** Ends at `until`, when it gets worse, and when the threshold is kept again. */
  acknowledged: z.nullable(z.object({ by: z.string(), at: z.number(), until: z.number() })),
})
export type Threshold = z.infer<typeof threshold>
/** True while there is no forecast to compare the days with. */
export const lacksForecast = ({ leastDays, forecast: { kind } }: Threshold): boolean =>
  leastDays !== null && (kind === 'stale' || kind === 'short')

export const capacity = z.object({
  now: z.number(),
  /** When all idle extensions were last read from first to last page; null before that. */
  crawledAt: z.nullable(z.number()),
  whole: range,
  /** Digits of the prefixes in `ranges`. */
  length: z.number(),
  /** Lengths to choose from: each gives more ranges than the one before. */
  lengths: z.array(z.number()),
  /** By prefixes of that length, or by pools where those were asked for. */
  ranges: z.array(range),
  /** All pools by name: what else a threshold can be set for. */
  pools: z.array(z.object({ id: z.string(), name: z.string() })),
  thresholds: z.array(threshold),
  snapshots: z.object({ count: z.number(), since: z.nullable(z.number()), latest: z.nullable(z.number()) }),
  /** What tells how far a new console is, for users who may invite others; null for those who may not. */
  firstSteps: z.nullable(z.object({ hasColleague: z.boolean(), hasAgents: z.boolean() })),
})
export type Capacity = z.infer<typeof capacity>

/** Free, reserved and bound by the start of the number, or by pool. Without `length` the console chooses one. */
export const readCapacity = endpoint({
  method: 'GET',
  path: '/api/capacity',
  access: 'extension.read',
  query: z.object({
    by: z._default(z.enum(['prefix', 'pool']), 'prefix'),
    length: z.optional(wholeNumber(1, 14)),
  }),
  answer: capacity,
})

export const trendSpans = ['week', 'month', 'year'] as const
export type TrendSpan = (typeof trendSpans)[number]

/** From the console's own snapshots, oldest first: hourly for a week, the last of each day for longer. */
export const readTrend = endpoint({
  method: 'GET',
  path: '/api/capacity/trend',
  access: 'extension.read',
  query: z.object({
    scope: z._default(scope, allNumbers),
    span: z._default(z.enum(trendSpans), 'month'),
  }),
  answer: z.object({
    items: z.array(z.object({ at: z.number(), ...stateCounts })),
  }),
})
export type TrendPoint = z.infer<typeof readTrend.answer>['items'][number]

/** How many alerts are not acknowledged. */
export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/capacity/alerts',
  access: 'extension.read',
  answer: z.object({ count: z.number() }),
})

export const mostThresholds = 100
export const mostLeastFree = 1_000_000
const level = (most: number) => z.nullable(z.number().check(z.int(), z.gte(1), z.lte(most)))
export const newThreshold = z
  .object({
    scope,
    leastFree: level(mostLeastFree),
    leastDays: level(365),
    /** The version shown, 0 where there was none: refused as `edit-conflict` when another user has changed it since. */
    version: z.number().check(z.int(), z.gte(0)),
  })
  .check(
    z.refine(({ leastFree, leastDays, version }) => version > 0 || leastFree !== null || leastDays !== null, {
      path: ['leastFree'],
      error: 'give a level',
    }),
  )
export type NewThreshold = z.infer<typeof newThreshold>

/** Sets a threshold; without any level it is removed. Refused as `not-found` when there is no such pool. */
export const changeThreshold = endpoint({
  method: 'POST',
  path: '/api/capacity/thresholds',
  access: 'settings.manage',
  body: newThreshold,
  answer: nothing,
})

/** Hours that an alert may be quiet for. */
export const quietHours = [24, 72, 168, 720] as const
/** Acknowledges an alert. Refused as `not-found` when there is no such threshold. */
export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/api/capacity/alerts/acknowledge',
  access: 'settings.manage',
  body: z.object({ scope, hours: z.literal(quietHours) }),
  answer: nothing,
})

/** The service as this process sees it, without its address and our account. */
export const health = z.object({
  /** `paused`: not asked, because it keeps failing; `failing`: the last call of an operation failed on the service's side. */
  state: z.enum(['good', 'failing', 'paused', 'unasked']),
  parts: z.array(
    z.object({
      family: z.enum(['v5', 'extensions', 'get_token']),
      state: z.enum(['closed', 'open', 'half-open']),
      since: z.nullable(z.number()),
    }),
  ),
  lastSuccessAt: z.nullable(z.number()),
  /** Median of the latest calls, ms. */
  latencyMs: z.nullable(z.number()),
  /** Null for users who may not see the connection. */
  token: z.nullable(
    z.object({
      state: z.enum(['valid', 'renewing', 'contention', 'cooldown', 'none']),
      issuedAt: z.nullable(z.number()),
      expiresAt: z.nullable(z.number()),
    }),
  ),
})
export type Health = z.infer<typeof health>

export const readHealth = endpoint({
  method: 'GET',
  path: '/api/capacity/health',
  access: 'extension.read',
  answer: health,
})
