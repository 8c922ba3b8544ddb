import { queryOptions, useQuery } from '@tanstack/react-query'
import { agentExtensions } from '#contract/agents.ts'
import type { Extension } from '#contract/records.ts'
import { call } from '../../api/call.ts'
import { firstIdleFor } from '../extension/idle-queries.ts'

interface AgentPageInput {
  agentUuid: string
  page: number
  pageSize: number
  ext?: string | undefined
}

/** One page of operation 9. Other users take free numbers all the time, so the page is fresh for five seconds only. */
export const agentPageQuery = ({ agentUuid, ...query }: AgentPageInput) =>
  queryOptions({
    queryKey: ['agents', 'extensions', agentUuid, query] as const,
    queryFn: ({ signal }) => call(agentExtensions, { params: { agentUuid }, query, signal }),
    staleTime: 5_000,
    // Never show another agent's rows while this agent's rows load.
    placeholderData: (previous, last) => (last?.queryKey[2] === agentUuid ? previous : undefined),
  })

/** Returns the agent's name from the extension's record (operation 9), else from the agent record of operation 6. */
export function useAgentName(agentUuid: string, current: Extension | null, known: boolean): string | null {
  const { data } = useQuery({
    ...firstIdleFor(agentUuid),
    enabled: known && current === null,
    retry: false,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  return current?.agentName ?? (data?.agent?.id === agentUuid ? data.agent.agentName : null)
}
