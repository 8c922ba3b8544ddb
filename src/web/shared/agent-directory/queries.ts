import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readAgent, searchAgents } from '#contract/agents.ts'
import { call } from '../../api/call.ts'

/** The best matches of the directory; without words the first by name. */
export const agentSearch = (q: string) =>
  queryOptions({
    queryKey: ['agents', 'search', q] as const,
    queryFn: ({ signal }) => call(searchAgents, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** One agent by uuid, or a joiner by the console's id. Absent as `not-found`, which is no fault where one was typed. */
export const directoryAgent = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'one', id] as const,
    queryFn: ({ signal }) => call(readAgent, { params: { id }, signal }),
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  })
