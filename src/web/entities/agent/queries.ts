import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  agentDepartments,
  agentsById,
  listAgents,
  readAgent,
  searchAgents,
  similarAgents,
} from '#contract/agents.ts'
import { call } from '../../api/call.ts'

/** The best matches in the directory; without a text, the first agents by name. */
export const agentSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['agents', 'search', q] as const,
    queryFn: ({ signal }) => call(searchAgents, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** The agents with these IDs that the directory knows. */
export const knownAgentsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['agents', 'by-id', ids] as const,
    queryFn: ({ signal }) => call(agentsById, { query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })

export const departmentsQuery = () =>
  queryOptions({
    queryKey: ['agents', 'departments'] as const,
    queryFn: ({ signal }) => call(agentDepartments, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** Most agents of one name that the user can choose from. */
const maxOfOneName = 50

/** The agents that a line of a pasted list can mean. */
export const matchingAgentsQuery = (q: string) =>
  queryOptions({
    queryKey: ['agents', 'meant', q] as const,
    queryFn: ({ signal }) => call(listAgents, { query: { q, pageSize: maxOfOneName }, signal }),
    staleTime: 30_000,
    retry: false,
  })

/** The agents whose name may be meant by a misspelled one. */
export const similarAgentsQuery = (name: string) =>
  queryOptions({
    queryKey: ['agents', 'similar', name] as const,
    queryFn: ({ signal }) => call(similarAgents, { query: { name }, signal }),
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  })

/** One agent by UUID, or a joiner by the console's ID. Throws `not-found` for an unknown ID, which is normal for typed text. */
export const directoryAgentQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'one', id] as const,
    queryFn: ({ signal }) => call(readAgent, { params: { id }, signal }),
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  })
