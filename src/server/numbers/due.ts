import { sql } from 'kysely'
import type { SeenState } from '#contract/number-states.ts'
import { awaitedRequests, openReservations } from '../follow/rows.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import type { Numbers } from './numbers.ts'
import { seenGrainMs } from './observe.ts'

/** How long after a look-up a number is due again: reserved, requested, or just created, ms. */
const reservedAgainMs = 60_000
const requestedAgainMs = 10 * 60_000
const createdAfterMs = 60_000
/** The same for numbers that no user waits for, in the order in which they are due. */
export const detailAfterMs = 24 * 60 * 60_000
const againAfterMs: readonly (readonly [SeenState, number])[] = [
  ['bound', detailAfterMs],
  ['unavailable', detailAfterMs],
  ['unknown', detailAfterMs],
  ['free', detailAfterMs],
  ['gone', 7 * detailAfterMs],
]
/** The same for one of these whose look-up got no answer that can be used, or looked for it in the idle list. */
export const triedAgainMs = 60 * 60_000
/** The same while it has been created, unlisted, or off the list for less than that, until a look-up answers. */
const newTriedAgainMs = 10 * 60_000
/** Numbers to look up per round, and those of them that a user waits for, so that neither kind waits for the other for good. */
const numbersPerRound = 50
const awaitedPerRound = 20

/** Why a number is looked up: a user waits for it, it may have left the idle list, be new to it, or what is known of it is old. */
export type DueKind = 'awaited' | 'left' | 'unlisted' | 'old'

interface DueDeps {
  database: Pick<Database, 'db' | 'now'>
  account: string
  reads: Pick<Numbers, 'created' | 'due' | 'left' | 'unlisted'>
  now: () => number
}

/**
 * Returns the numbers that are due by their rows, by priority: those that a user waits for first, and then the ones seen longest ago.
 * `scannedFrom`: the start of the last scan of the idle list, null before the first. `canSearch`: false when a search of the list for a
 * number does not answer about it.
 */
export async function readDue(
  deps: DueDeps,
  { scannedFrom, canSearch }: { scannedFrom: number | null; canSearch: boolean },
): Promise<[ext: string, kind: DueKind][]> {
  const { reads } = deps
  const at = deps.now()
  const untried = { limit: numbersPerRound, triedBefore: at - triedAgainMs }
  const untriedSoon = { ...untried, newTriedBefore: at - newTriedAgainMs }
  const due = new Map<string, DueKind>((await readAwaited(deps)).map((ext) => [ext, 'awaited']))
  const add = async (kind: DueKind, read: () => Promise<readonly string[]>) => {
    if (due.size < numbersPerRound) for (const ext of await read()) if (!due.has(ext)) due.set(ext, kind)
  }
  // The first scan lists them anyway.
  if (scannedFrom !== null) {
    await add('left', () => reads.left(scannedFrom - seenGrainMs, untriedSoon))
    // Asking such a service again soon would get the same answer.
    await add('unlisted', () => reads.unlisted(canSearch ? untriedSoon : untried))
  }
  await add('old', () =>
    reads.created(at - createdAfterMs, { ...untried, newTriedBefore: at - createdAfterMs }),
  )
  for (const [state, ms] of againAfterMs) await add('old', () => reads.due(state, at - ms, untried))
  return [...due].slice(0, numbersPerRound)
}

/** Reserved and requested numbers, the one not looked up for the longest time first, with or without an answer. */
async function readAwaited(deps: DueDeps): Promise<string[]> {
  const { database, now } = deps
  const { db } = database
  const before = (ms: number) => inMs(database.now)(-ms)
  const reserved = openReservations(db, deps).where((where) =>
    where.or([
      where('checked_at', '<', before(reservedAgainMs)),
      // Look first, expire then.
      where.and([where('expires_at', '<=', database.now), sql<boolean>`checked_at < expires_at`]),
    ]),
  )
  const requested = awaitedRequests(db, deps).where('checked_at', '<', before(requestedAgainMs))
  const awaited = reserved
    .select(['ext', 'checked_at', 'tried_at'])
    .unionAll(requested.select(['ext', 'checked_at', 'tried_at']))
    .unionAll(
      requested
        .where('with_ext', 'is not', null)
        .select([sql<string>`with_ext`.as('ext'), 'checked_at', 'tried_at']),
    )
  const rows = await db
    .selectFrom(awaited.as('awaited'))
    // One whose look-up gave nothing to store must not keep the others waiting.
    .where((where) =>
      where.or([where('tried_at', 'is', null), where('tried_at', '<=', now() - reservedAgainMs)]),
    )
    .select('ext')
    .groupBy('ext')
    .orderBy(sql`min(CASE WHEN tried_at > checked_at THEN tried_at ELSE checked_at END)`)
    .orderBy('ext')
    .limit(awaitedPerRound)
    .execute()
  return rows.map(({ ext }) => ext)
}
