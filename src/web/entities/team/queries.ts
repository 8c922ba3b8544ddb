import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { joinAgent } from '#contract/agents.ts'
import { readTeam, saveTeam } from '#contract/team.ts'
import { call } from '../../api/call.ts'
import { invalidating, invalidatingInBackground } from '../../api/query-client.ts'

/** The user's team with its people. */
export const teamQuery = () =>
  queryOptions({
    // Under the agents: each change of an agent or a reservation changes the team.
    queryKey: ['agents', 'team'] as const,
    queryFn: ({ signal }) => call(readTeam, { signal }),
    staleTime: 5_000,
  })

export const saveTeamMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof saveTeam)['body']>) => call(saveTeam, { body }),
    onSettled: invalidating(teamQuery().queryKey),
  })

interface SamePerson {
  joinerId: string
  /** UUIDs; one, if the joiner is the same person. */
  agents: readonly string[]
  same: boolean
}

/** Says that a joiner is an agent, or none of these. */
export const joinMutation = () =>
  mutationOptions({
    mutationFn: async ({ joinerId, agents, same }: SamePerson) => {
      for (const agentUuid of agents)
        await call(joinAgent, { params: { id: joinerId }, body: { agentUuid, same } })
    },
    onSettled: invalidatingInBackground(['agents'], ['reservations']),
  })
