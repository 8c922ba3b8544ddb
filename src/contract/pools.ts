import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { forecast, maxFreeThreshold } from './capacity.ts'
import { firstScan, stateCounts } from './number-states.ts'
import { isEmptySet, overlappingPart, prefixes, ranges, sizeOf, type NumberSet } from './number-set.ts'
import { wholeNumber } from './page.ts'
import { letterOrDigit, typedLine } from './text.ts'

export const maxPools = 100

export const maxPoolNameLength = 60
const poolName = typedLine(maxPoolNameLength).check(
  z.minLength(1, 'give a name'),
  z.regex(letterOrDigit, 'use at least one letter or digit'),
)

/** One check per field, so that the error names the field. */
const isWithoutOverlap =
  (path: 'ranges' | 'prefixes') =>
  (numbers: NumberSet): boolean =>
    overlappingPart(numbers)?.path !== path
const overlapError = 'overlaps another range or prefix of this pool; keep one'
/** The `rule` of an error whose `values` are the name of the pool that has some of the numbers, and these numbers. */
export const inOtherPool = 'in-other-pool'

/** True unless the pool has fewer numbers. A prefix has no fixed count, and text that is no number (NaN) is not too many. */
export const canHaveFree = (numbers: NumberSet, leastFree: number | null): boolean =>
  leastFree === null || Number.isNaN(leastFree) || leastFree <= (sizeOf(numbers) ?? Infinity)

/** A pool as users enter it. */
export const newPool = z
  .object({
    name: poolName,
    /** A number is in at most one pool. */
    ranges,
    prefixes,
    /** The ID of a user; null without an owner. */
    ownerId: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
    purpose: z._default(typedLine(300), ''),
    /** Alerts when fewer numbers are free; null for no alert. Stored as the pool's threshold in `capacity`. */
    leastFree: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(maxFreeThreshold))), null),
  })
  .check(
    z.refine((pool) => !isEmptySet(pool), { path: ['ranges'], error: 'give a range or a prefix' }),
    z.refine(isWithoutOverlap('ranges'), { path: ['ranges'], error: overlapError }),
    z.refine(isWithoutOverlap('prefixes'), { path: ['prefixes'], error: overlapError }),
    z.refine((pool) => canHaveFree(pool, pool.leastFree), {
      path: ['leastFree'],
      error: 'the pool has fewer numbers',
    }),
  )
export type NewPool = z.input<typeof newPool>

const pool = z.object({
  id: z.string(),
  name: z.string(),
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  prefixes: z.array(z.string()),
  ownerId: z.nullable(z.string()),
  /** The owner's name. */
  owner: z.string(),
  purpose: z.string(),
  leastFree: z.nullable(z.number()),
  /** A change names the version that it is based on. */
  version: z.number(),
  changedBy: z.string(),
  /** Epoch milliseconds. */
  changedAt: z.number(),
})
export type Pool = z.infer<typeof pool>

/** Returns all pools, sorted by name. */
export const listPools = endpoint({
  method: 'GET',
  path: '/api/pools',
  access: 'extension.read',
  answer: z.object({ items: z.array(pool) }),
})

/** The counts of a pool's numbers, and when its free numbers run out. */
const counts = z.object({ id: z.string(), ...stateCounts, forecast })

/** The counts of one moment: those of the pools and of `none` add up to those of `all`. */
export const readPoolCounts = endpoint({
  method: 'GET',
  path: '/api/pools/counts',
  access: 'extension.read',
  answer: z.object({
    items: z.array(counts),
    /** Numbers in no pool. There is no forecast of them, because the snapshots have no counts of them. */
    none: z.object(stateCounts),
    all: z.object({ ...stateCounts, forecast }),
    firstScan,
    boundScan: firstScan,
    /** Epoch milliseconds. */
    now: z.number(),
  }),
})

/**
 * Saves a pool. Refused as `pool-exists` when a pool has the same name in any case, and as `bad-request` with the rule
 * `inOtherPool` when another pool has some of the numbers. Audited.
 */
export const addPool = endpoint({
  method: 'POST',
  path: '/api/pools',
  access: 'pool.manage',
  problems: ['names-secret', 'pool-exists', 'too-many-pools'],
  body: newPool,
  answer: pool,
})

const poolParams = z.object({ id: z.uuid() })

/** Replaces a pool. Refused like `addPool`, and as `edit-conflict` when another user has changed it since. Audited. */
export const changePool = endpoint({
  method: 'PATCH',
  path: '/api/pools/:id',
  access: 'pool.manage',
  problems: ['edit-conflict', 'names-secret', 'pool-exists'],
  params: poolParams,
  body: z.object({ pool: newPool, version: z.number().check(z.int(), z.gte(1)) }),
  answer: pool,
})

/** Removes a pool, its threshold and its snapshots; the numbers stay unchanged. Audited. */
export const removePool = endpoint({
  method: 'DELETE',
  path: '/api/pools/:id',
  access: 'pool.manage',
  params: poolParams,
  answer: nothing,
})

/** Most numbers in one answer. */
export const maxPoolNumbers = 1_000
/**
 * Returns the next numbers of a pool, in the pool's order, without the numbers of open jobs.
 * `free`: in state `free`. `absent`: never seen at the service, or gone,
 * so they can be created; for a prefix, numbers as long as its first known number. `findNumbers` returns all numbers of a pool.
 */
export const listNextNumbers = endpoint({
  method: 'GET',
  path: '/api/pools/:id/numbers',
  access: 'extension.read',
  params: poolParams,
  query: z.object({
    of: z.enum(['free', 'absent']),
    count: z._default(wholeNumber(1, maxPoolNumbers), 50),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        ext: z.string(),
        langCodeTxt: z.nullable(z.string()),
        /** Epoch milliseconds. */
        creationTime: z.nullable(z.number()),
      }),
    ),
    firstScan,
  }),
})
export type NextNumber = z.infer<typeof listNextNumbers.answer>['items'][number]
