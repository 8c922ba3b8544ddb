import { keepPreviousData, mutationOptions } from '@tanstack/react-query'
import { joinAgent } from '#contract/people.ts'
import { readTeam, teamSearch } from '#contract/team.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { invalidateInBackground } from '../../api/query-client.ts'
import { peoplePaths } from '../person/queries.ts'

/** The user's team with its people. */
export const teamQuery = () => read(readTeam, {}, { staleTime: 5_000 })

/** The people of the team whom a text finds: by part of a name, pinyin, work number or extension. */
export const teamSearchQuery = (q: string) =>
  read(teamSearch, { query: { q } }, { staleTime: 5_000, placeholderData: keepPreviousData })

interface SamePerson {
  colleagueId: string
  /** UUIDs; one, if the new colleague is the same person. */
  agentUuids: readonly string[]
  same: boolean
}

/** Says that a new colleague is an agent, or none of these. */
export const joinMutation = () =>
  mutationOptions({
    mutationFn: async ({ colleagueId, agentUuids, same }: SamePerson) => {
      for (const agentUuid of agentUuids)
        await call(joinAgent, { params: { id: colleagueId }, body: { agentUuid, same } })
    },
    onSettled: invalidateInBackground(...peoplePaths, '/api/reservations'),
  })
