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

export const joinMutation = () =>
  mutationOptions({
    mutationFn: ({ joinerId, agentUuid }: { joinerId: string; agentUuid: string }) =>
      call(joinAgent, { params: { id: joinerId }, body: { agentUuid } }),
    onSettled: invalidatingInBackground(['agents'], ['reservations']),
  })
