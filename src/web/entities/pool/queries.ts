import { queryOptions, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listNextNumbers, listPools } from '#contract/pools.ts'
import { call } from '../../api/call.ts'

/** All pools, by name. */
export const poolsQuery = () =>
  queryOptions({
    queryKey: ['pools', 'list'] as const,
    queryFn: ({ signal }) => call(listPools, { signal }),
    staleTime: 30_000,
  })

/** The next numbers of a pool that are free or can be created. */
export const nextNumbersQuery = (id: string, query: z.input<(typeof listNextNumbers)['query']>) =>
  queryOptions({
    queryKey: ['pools', 'numbers', id, query] as const,
    queryFn: ({ signal }) => call(listNextNumbers, { params: { id }, query, signal }),
    staleTime: 5_000,
  })

/** Returns the name of a pool; undefined while it loads, and without a pool. */
export const usePoolName = (id: string | null | undefined): string | undefined =>
  useQuery({ ...poolsQuery(), enabled: id != null, meta: { quiet: true } }).data?.items.find(
    (pool) => pool.id === id,
  )?.name
