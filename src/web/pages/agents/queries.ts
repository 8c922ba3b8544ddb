import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listAgents } from '#contract/agents.ts'
import { call } from '../../api/call.ts'

/** One page of the directory. The previous page stays on screen while the next one loads. */
export const agentsPage = (query: z.input<(typeof listAgents)['query']>) =>
  queryOptions({
    queryKey: ['agents', 'list', query] as const,
    queryFn: ({ signal }) => call(listAgents, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
