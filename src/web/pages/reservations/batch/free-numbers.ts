import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { FirstScan } from '#contract/number-states.ts'
import { listNumbers } from '#contract/numbers.ts'
import type { Reservation } from '#contract/reservations.ts'
import { isFree } from '../../../entities/extension/is-free.ts'
import { idlePage } from '../../../entities/extension/queries.ts'
import { nextNumbersQuery } from '../../../entities/pool/queries.ts'

export interface NumbersWanted {
  /** The pool to take from; without one, every free number with the first digits `start`. */
  pool: string | undefined
  start: string
  count: number
}

export interface FreeNumbers {
  numbers: string[]
  firstScan: FirstScan
}

/** The first free numbers, in order. */
export async function freeNumbers(
  client: QueryClient,
  reserved: ReadonlyMap<string, Reservation>,
  { pool, start: ext, count }: NumbersWanted,
): Promise<FreeNumbers> {
  if (pool !== undefined) {
    const ofPool = nextNumbersQuery(pool, { of: 'free', count })
    const answer = await client.fetchQuery({ ...ofPool, staleTime: 0 })
    return { numbers: answer.items.map((item) => item.ext), firstScan: answer.firstScan }
  }
  const query = { pageSize: 1000, ...(ext === '' ? {} : { ext }) }
  const { items } = await client.fetchQuery({ ...idlePage(query), staleTime: 0 })
  const free = items.flatMap((item) => (isFree(item, reserved) ? [item.ext] : []))
  return { numbers: free.slice(0, count), firstScan: null }
}

/** The same as a query, which is read again when numbers change. The numbers before stay while others are read. */
export const freeNumbersQuery = (reserved: ReadonlyMap<string, Reservation>, wanted: NumbersWanted) =>
  queryOptions({
    queryKey: [listNumbers.path, 'next-free', wanted] as const,
    queryFn: ({ client }) => freeNumbers(client, reserved, wanted),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
