import { queryOptions } from '@tanstack/react-query'
import { readAnswering } from '#contract/status.ts'
import { call } from '../../api/call.ts'

const everyMs = 30_000

/** Whether the service answers, and in the shape that its profile says. */
export const answeringQuery = () =>
  queryOptions({
    queryKey: ['answering'],
    queryFn: ({ signal }) => call(readAnswering, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true },
  })
