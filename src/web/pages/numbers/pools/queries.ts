import { mutationOptions } from '@tanstack/react-query'
import { addPool, changePool, readPoolCounts, removePool, type NewPool, type Pool } from '#contract/pools.ts'
import { call } from '../../../api/call.ts'
import { read, write } from '../../../api/endpoint-queries.ts'
import { invalidateAfter } from '../../../api/query-client.ts'

export const poolCountsQuery = () =>
  read(
    readPoolCounts,
    {},
    {
      staleTime: 5_000,
      refetchInterval: ({ state: { data } }) =>
        (data?.firstScan ?? data?.boundScan) == null ? 30_000 : 3_000,
      meta: { quiet: true },
    },
  )

/** Everything that depends on pools: the pools, their thresholds, and the numbers, which can be filtered by pool. */
const poolPaths = ['/api/pools', '/api/capacity', '/api/numbers'] as const

/** Adds a pool, or replaces the `edited` one. */
export const savePoolMutation = () =>
  mutationOptions({
    mutationFn: ({ pool, edited }: { pool: NewPool; edited: Pool | null }) =>
      edited === null
        ? call(addPool, { body: pool })
        : call(changePool, { params: { id: edited.id }, body: { pool, version: edited.version } }),
    onSettled: invalidateAfter(...poolPaths),
  })

export const removePoolMutation = () => write(removePool, ...poolPaths)
