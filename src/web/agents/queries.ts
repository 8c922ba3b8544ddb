import { queryOptions } from '@tanstack/react-query'
import { agentExtensions } from '#contract/agents.ts'
import { call } from '../api/call.ts'

interface AgentPageInput {
  agentUuid: string
  page: number
  pageSize: number
  ext?: string | undefined
}

/** Operation 9, one page. Free numbers are taken by others all the time, so it is never trusted for long. */
export const agentPage = ({ agentUuid, ...query }: AgentPageInput) =>
  queryOptions({
    queryKey: ['agents', 'extensions', agentUuid, query] as const,
    queryFn: ({ signal }) => call(agentExtensions, { params: { agentUuid }, query, signal }),
    staleTime: 5_000,
    // Another agent's rows are never shown while this one's load.
    placeholderData: (previous, last) => (last?.queryKey[2] === agentUuid ? previous : undefined),
  })
