import { skipToken, useQuery } from '@tanstack/react-query'
import { listNumbers, listRuns } from '#contract/numbers.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import type { FirstScan } from '#contract/number-states.ts'
import { read } from '../../api/endpoint-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { idlePage } from '../extension/queries.ts'
import { isFree } from '../extension/is-free.ts'
import { nextNumbersQuery, usePoolName } from '../pool/queries.ts'
import { useLimit } from '../session/limit.tsx'
import { useReservations } from './open-reservations.ts'

/** A free number, and why it is offered. */
interface SuggestedNumber {
  ext: string
  why: string
}

const nextCount = 4
const matchCount = 8
/** Digits of the work number that a number may end in. */
const endingDigits = 2

/** The free numbers that the console knows, of the search and the pool if given. */
export const freeOf = (search: string, pool: string | undefined, pageSize: number) =>
  read(
    listNumbers,
    { query: { search: search === '' ? undefined : search, pool, state: 'free', pageSize } },
    {
      staleTime: 5_000,
      retry: false,
      // A search that would take too long without a start only offers less.
      meta: { quiet: true },
    },
  )

const runsOf = (search: string, pool: string | undefined) =>
  read(
    listRuns,
    { query: { search, pool, limit: matchCount } },
    { staleTime: 5_000, retry: false, meta: { quiet: true } },
  )

/** Most free numbers of a kind that are read, to find the one after the lost one. */
const maxLike = 100

/** What makes a number like another: the same pair of digits at the end, else all digits but the last two. */
function kindOf(ext: string): string {
  const [pair] = /(\d)\1$/.exec(ext) ?? []
  return pair === undefined ? `${ext.slice(0, -2)}??` : `*${pair}`
}

/** Returns the next free number of the same kind where the user may act; undefined while it is unknown, and without any. */
export function useNumberLike(ext: string): string | undefined {
  const reserved = useReservations()
  const { includesNumber } = useLimit()
  const ofKind = useQuery(freeOf(kindOf(ext), undefined, maxLike)).data?.items ?? []
  const free = ofKind
    .map((number) => number.ext)
    .filter(
      (number) =>
        number.length === ext.length &&
        !reserved.has(number) &&
        includesNumber({ ext: number, isBound: false, department: null }),
    )
  return free.find((number) => number > ext) ?? free[0]
}

export interface SuggestedNumbers {
  numbers: readonly SuggestedNumber[]
  isPending: boolean
  error: Error | null
  firstScan: FirstScan
}

interface SuggestionInput {
  /** The number that the user started with; first, also among those of a search. */
  given: string | undefined
  pool: string | undefined
  /** False for the team's pool: with no free number in it, others are offered. */
  isPoolChosen: boolean
  workNumber: string | null
  /** A typed search: a start, an ending, a pattern, a run or a label. */
  search: string
}

/** Returns the numbers to offer, the likeliest first. With a search, only what it finds. */
export function useSuggestedNumbers({
  given,
  pool,
  isPoolChosen,
  workNumber,
  search,
}: SuggestionInput): SuggestedNumbers {
  const t = useT()
  const reserved = useReservations()
  const text = search.trim()
  const parsed = text === '' ? null : parseNumberSearch(text)
  const ofPool = useQuery({
    ...nextNumbersQuery(pool ?? '', { of: 'free', count: nextCount }),
    enabled: pool !== undefined,
  })
  const freeInPool = (ofPool.data?.items ?? []).filter(({ ext }) => !reserved.has(ext))
  const isPoolEmpty = !isPoolChosen && ofPool.data !== undefined && freeInPool.length === 0
  const isFromPool = pool !== undefined && !isPoolEmpty
  const poolSearched = isFromPool ? pool : undefined
  const idle = useQuery({
    ...idlePage({ page: 1, pageSize: 20 }),
    ...(isFromPool ? { queryFn: skipToken } : {}),
  })
  const ending = /\d+$/.exec(workNumber ?? '')?.[0].slice(-endingDigits) ?? ''
  const sameEnding = useQuery({
    ...freeOf(`*${ending}`, poolSearched, 1),
    enabled: ending.length === endingDigits,
  })
  const matches = useQuery({
    ...freeOf(text, poolSearched, matchCount),
    enabled: parsed !== null && parsed.kind !== 'run',
  })
  const runs = useQuery({ ...runsOf(text, poolSearched), enabled: parsed?.kind === 'run' })
  const poolName = usePoolName(pool)
  if (parsed !== null) {
    const numbers =
      parsed.kind === 'run'
        ? (runs.data?.items ?? []).map(({ from, to, length }) => ({
            ext: from,
            why: t('reserve.why.run', { count: length, from, to }),
          }))
        : (matches.data?.items ?? []).map(({ ext }) => ({ ext, why: t('reserve.why.found') }))
    const query = parsed.kind === 'run' ? runs : matches
    const first = given === undefined ? [] : [{ ext: given, why: t('reserve.why.given') }]
    return {
      numbers: [...first, ...numbers.filter(({ ext }) => ext !== given && !reserved.has(ext))],
      isPending: query.isFetching,
      error: query.error,
      firstScan: null,
    }
  }
  const inIdleList = (idle.data?.items ?? []).filter((row) => isFree(row, reserved))
  const listed = isFromPool ? freeInPool : inIdleList
  const why =
    poolName === undefined
      ? t('reserve.why.next')
      : t(isPoolEmpty ? 'reserve.why.next.other' : 'reserve.why.next.pool', { pool: poolName })
  const next = listed.slice(0, nextCount).map(({ ext }) => ({ ext, why }))
  const withEnding = (sameEnding.data?.items ?? [])
    .filter(({ ext }) => !reserved.has(ext))
    .map(({ ext }) => ({ ext, why: t('reserve.why.ending', { workNumber: workNumber ?? '' }) }))
  const candidates = [
    ...(given === undefined ? [] : [{ ext: given, why: t('reserve.why.given') }]),
    ...next.slice(0, 1),
    ...withEnding,
    ...next.slice(1),
  ]
  const query = isFromPool ? ofPool : idle
  return {
    numbers: candidates.filter(
      ({ ext }, index) => candidates.findIndex((earlier) => earlier.ext === ext) === index,
    ),
    isPending: query.data === undefined && query.isFetching,
    error: query.data === undefined ? query.error : null,
    firstScan: ofPool.data?.firstScan ?? null,
  }
}
