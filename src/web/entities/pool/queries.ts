import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listNextNumbers, listPools } from '#contract/pools.ts'
import { read } from '../../api/endpoint-queries.ts'

/** All pools, by name. */
export const poolsQuery = () => read(listPools, {}, { staleTime: 30_000 })

/** The next numbers of a pool that are free or can be created. */
export const nextNumbersQuery = (id: string, query: z.input<(typeof listNextNumbers)['query']>) =>
  read(listNextNumbers, { params: { id }, query }, { staleTime: 5_000 })

/** Returns the name of a pool; undefined while it loads, and without a pool. */
export const usePoolName = (id: string | null | undefined): string | undefined =>
  useQuery({ ...poolsQuery(), enabled: id != null, meta: { quiet: true } }).data?.items.find(
    (pool) => pool.id === id,
  )?.name
