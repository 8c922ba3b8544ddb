import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  changeThreshold,
  readHealth,
  readCapacity,
  readTrend,
  snoozeAlert,
  type NewThreshold,
  type TrendSpan,
} from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { call } from '../../api/call.ts'
import { invalidating } from '../../api/query-client.ts'

const minuteMs = 60_000

/** Refetches every 3 s until the first scans are over, then every minute. */
export const capacityQuery = (query: z.input<(typeof readCapacity)['query']>) =>
  queryOptions({
    queryKey: ['capacity', 'counts', query],
    queryFn: ({ signal }) => call(readCapacity, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ((data.firstScan ?? data.boundScan) !== null || totalOf(data.whole) === 0)
        ? 3_000
        : minuteMs,
  })

export const trendQuery = (scope: string, span: TrendSpan) =>
  queryOptions({
    queryKey: ['capacity', 'trend', scope, span],
    queryFn: ({ signal }) => call(readTrend, { query: { scope, span }, signal }),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
    refetchInterval: 5 * minuteMs,
  })

export const healthQuery = () =>
  queryOptions({
    queryKey: ['capacity', 'health'],
    queryFn: ({ signal }) => call(readHealth, { signal }),
    staleTime: 5_000,
    refetchInterval: 10_000,
  })

const onSettled = invalidating(['capacity'])

export const changeThresholdMutation = () =>
  mutationOptions({
    mutationFn: (body: NewThreshold) => call(changeThreshold, { body }),
    onSettled,
  })

export const snoozeMutation = () =>
  mutationOptions({
    mutationFn: (scope: string) => call(snoozeAlert, { body: { scope } }),
    onSettled,
  })
