import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readHealth, readCapacity, readTrend, type TrendSpan } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { read } from '../../api/endpoint-queries.ts'

const minuteMs = 60_000

/** Refetches every 3 s until the first scans are over, then every minute. */
export const capacityQuery = (query: z.input<(typeof readCapacity)['query']>) =>
  read(
    readCapacity,
    { query },
    {
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && ((data.firstScan ?? data.boundScan) !== null || totalOf(data.whole) === 0)
          ? 3_000
          : minuteMs,
    },
  )

export const trendQuery = (scope: string, span: TrendSpan) =>
  read(
    readTrend,
    { query: { scope, span } },
    { placeholderData: keepPreviousData, staleTime: minuteMs, refetchInterval: 5 * minuteMs },
  )

export const healthQuery = () => read(readHealth, {}, { staleTime: 5_000, refetchInterval: 10_000 })
