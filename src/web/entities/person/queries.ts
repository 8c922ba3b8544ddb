import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  listDepartments,
  peopleById,
  listPeople,
  readPerson,
  readLines,
  similarPeople,
  agentExtensions,
} from '#contract/people.ts'
import type * as z from 'zod/mini'
import { read } from '../../api/endpoint-queries.ts'
import type { Extension } from '#contract/records.ts'
import { firstIdleFor } from '../extension/queries.ts'

/** What shows people: the directory, its agents, the team. */
export const peoplePaths = ['/api/people', '/api/team'] as const

type AgentPageInput = z.input<(typeof agentExtensions)['query']> & { agentUuid: string }

/** One page of operation 9. Other users take free numbers all the time, so the page is fresh for five seconds only. */
export const agentPageQuery = ({ agentUuid, ...query }: AgentPageInput) =>
  read(
    agentExtensions,
    { params: { agentUuid }, query },
    {
      staleTime: 5_000,
      // Never show another agent's rows while this agent's rows load.
      placeholderData: (previous, last) =>
        last?.queryKey[1].params.agentUuid === agentUuid ? previous : undefined,
    },
  )

/** Returns the agent's name from the extension's record (operation 9), else from the agent record of operation 6. */
export function usePersonName(agentUuid: string, current: Extension | null, enabled: boolean): string | null {
  const { data } = useQuery({
    ...firstIdleFor(agentUuid),
    enabled: enabled && current === null,
    retry: false,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  return current?.agentName ?? (data?.agent?.id === agentUuid ? data.agent.agentName : null)
}

/** Most people that a picker offers at a time. */
const maxMatches = 10
/** The best matches in the directory; without a text, the first agents by name. */
export const personSearchQuery = (q: string) =>
  read(
    listPeople,
    { query: { q, sort: 'best', pageSize: maxMatches } },
    { placeholderData: keepPreviousData, staleTime: 30_000 },
  )

/** The agents with these IDs that the directory knows. */
export const knownPeopleQuery = (ids: readonly string[]) =>
  read(
    peopleById,
    { query: { ids: ids.join(',') } },
    {
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      meta: { quiet: true },
    },
  )

export const departmentsQuery = () => read(listDepartments, {}, { staleTime: 60_000, meta: { quiet: true } })

/** Whom the lines of a pasted list mean. */
export const linesQuery = (lines: readonly string[]) =>
  read(
    readLines,
    { body: { lines: [...lines] } },
    { enabled: lines.length > 0, staleTime: 30_000, retry: false },
  )

/** The agents whose name may be meant by a misspelled one. */
export const similarPeopleQuery = (name: string) =>
  read(similarPeople, { query: { name } }, { staleTime: 30_000, retry: false, meta: { quiet: true } })

/** One agent by UUID, or a new colleague by the console's ID. Throws `not-found` for an unknown ID, which is normal for typed text. */
export const personQuery = (id: string) =>
  read(readPerson, { params: { id } }, { staleTime: 30_000, retry: false, meta: { quiet: true } })
