import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { firstScan, stateCounts } from './number-states.ts'
import { extPrefix } from './text.ts'

/** The scope that covers all numbers. */
export const allNumbers = ''
const poolScope = /^pool:([0-9a-f-]{36})$/
export const scopeOfPool = (id: string): string => `pool:${id}`
/** The pool id in a scope; null for a prefix. */
export const poolOfScope = (scope: string): string | null => poolScope.exec(scope)?.[1] ?? null
/** A set of numbers: all of them, a prefix, or a pool. */
const scope = z.union([z.literal(allNumbers), extPrefix, z.string().check(z.regex(poolScope))])

/** How long the free numbers last at the pace of the last 28 days. Null with less than 7 days of counts, or with old counts. */
export const forecast = z.nullable(
  z.union([
    z.object({ kind: z.literal('empty') }),
    /** The count of free numbers is not falling. */
    z.object({ kind: z.literal('steady') }),
    /** Without refills. `until` is epoch milliseconds. */
    z.object({ kind: z.literal('runs-out'), perWeek: z.number(), until: z.number() }),
  ]),
)
export type Forecast = z.infer<typeof forecast>

/** The counts of one scope. */
const range = z.object({
  scope: z.string(),
  /** The pool's name; null for a prefix. */
  pool: z.nullable(z.string()),
  ...stateCounts,
  forecast,
})
export type NumberRangeCapacity = z.infer<typeof range>

/** Alerts when fewer than `leastFree` numbers are free, or when they run out within `leastDays` days. */
const threshold = z.object({
  ...range.shape,
  leastFree: z.nullable(z.number()),
  leastDays: z.nullable(z.number()),
  version: z.number(),
  changedBy: z.string(),
  changedAt: z.number(),
  /** The limits that are not met. */
  broken: z.array(z.enum(['free', 'days'])),
  /** Who snoozed the alert, and until when; null while the limits are met. */
  snoozed: z.nullable(z.object({ by: z.string(), until: z.number() })),
})
export type Threshold = z.infer<typeof threshold>
/** True when the threshold has a limit in days but no forecast to compare it with. */
export const lacksForecast = ({ leastDays, forecast }: Threshold): boolean =>
  leastDays !== null && forecast === null

/** What the numbers are grouped by. */
const groupedBy = z.enum(['prefix', 'pool'])

const capacity = z.object({
  now: z.number(),
  /** When all idle extensions were last read from the first to the last page; null before the first full crawl. */
  crawledAt: z.nullable(z.number()),
  firstScan,
  boundScan: firstScan,
  whole: range,
  by: groupedBy,
  /** One entry per prefix, of a length that gives few enough and large enough ranges, or per pool. */
  ranges: z.array(range),
  /** All pools, sorted by name, as further scopes for a threshold. */
  pools: z.array(z.object({ id: z.string(), name: z.string() })),
  thresholds: z.array(threshold),
  snapshots: z.object({ count: z.number(), since: z.nullable(z.number()), latest: z.nullable(z.number()) }),
  /** Setup progress of a new console, for users who may invite others; null for other users. */
  firstSteps: z.nullable(z.object({ hasColleague: z.boolean(), hasAgents: z.boolean() })),
})
export type Capacity = z.infer<typeof capacity>

/** Counts by state. Without `by`, by pool once there are pools. */
export const readCapacity = endpoint({
  method: 'GET',
  path: '/api/capacity',
  access: 'extension.read',
  query: z.object({ by: z.optional(groupedBy) }),
  answer: capacity,
})

export const trendSpans = ['week', 'month', 'year'] as const
export type TrendSpan = (typeof trendSpans)[number]

/** The console's own snapshots, oldest first: hourly for a week, the last of each day for longer spans. */
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

export const maxThresholds = 100
export const maxFreeThreshold = 1_000_000
const level = (most: number) => z.nullable(z.number().check(z.int(), z.gte(1), z.lte(most)))
export const newThreshold = z
  .object({
    scope,
    leastFree: level(maxFreeThreshold),
    leastDays: level(365),
    /** The version shown, 0 for a new threshold. Refused as `edit-conflict` when another user has changed the threshold since. */
    version: z.number().check(z.int(), z.gte(0)),
  })
  .check(
    z.refine(({ leastFree, leastDays, version }) => version > 0 || leastFree !== null || leastDays !== null, {
      path: ['leastFree'],
      error: 'give a level',
    }),
  )
export type NewThreshold = z.infer<typeof newThreshold>

/** Sets a threshold, or removes it when no limit is given. Refused as `not-found` when the pool does not exist. */
export const changeThreshold = endpoint({
  method: 'POST',
  path: '/api/capacity/thresholds',
  access: 'settings.manage',
  problems: ['edit-conflict', 'not-found'],
  body: newThreshold,
  answer: nothing,
})

/** Mutes an alert for a week. Refused as `not-found` when the threshold does not exist. */
export const snoozeAlert = endpoint({
  method: 'POST',
  path: '/api/capacity/alerts/snooze',
  access: 'settings.manage',
  problems: ['not-found'],
  body: z.object({ scope }),
  answer: nothing,
})

/** The service's health as this process sees it, without the service's address and our account. */
const health = z.object({
  /** `paused`: no calls, because the service keeps failing; `failing`: the last call of an operation failed on the service's side. */
  state: z.enum(['good', 'failing', 'paused', 'uncalled']),
  parts: z.array(
    z.object({
      family: z.enum(['v5', 'extensions']),
      state: z.enum(['closed', 'open', 'half-open']),
      since: z.nullable(z.number()),
    }),
  ),
  /** Median of each operation's latest call, in milliseconds. */
  latencyMs: z.nullable(z.number()),
  /** Null for users without access to the connection page. */
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
