import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addPool, changePool, readPoolCounts, removePool, type NewPool, type Pool } from '#contract/pools.ts'
import { call } from '../../../api/call.ts'
import { invalidating } from '../../../api/query-client.ts'

export const poolCountsQuery = () =>
  queryOptions({
    queryKey: ['pools', 'counts'] as const,
    queryFn: ({ signal }) => call(readPoolCounts, { signal }),
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) => (data?.firstScan == null ? 30_000 : 3_000),
    meta: { quiet: true },
  })

/** Everything that depends on pools: the pools, their thresholds, and the inventory, which can be filtered by pool. */
const onSettled = invalidating(['pools'], ['capacity'], ['inventory'])

/** Adds a pool, or replaces `known`. */
export const savePoolMutation = (known: Pool | null) =>
  mutationOptions({
    mutationFn: (pool: NewPool) =>
      known === null
        ? call(addPool, { body: pool })
        : call(changePool, { params: { id: known.id }, body: { pool, version: known.version } }),
    onSettled,
  })

export const removePoolMutation = () =>
  mutationOptions({
    mutationFn: (id: string) => call(removePool, { params: { id } }),
    onSettled,
  })
