import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestKind, RequestOutcome } from '#contract/service-requests.ts'
import { findAgents, type Found, type KnownAgent } from '../agent-directory/find-agent.ts'
import type { AskedNumber } from './asked-numbers.ts'
import { askMutation, type AskBody } from './queries.ts'

export interface AskValues {
  kind: RequestKind
  reason: string
  dueAt: number | null
  numbers: readonly AskedNumber[]
  /** For `rebind`: the agent of numbers whose line names none. */
  agent: KnownAgent | null
}

/**
 * Sends a request once the agents that its lines name are found. Where one is not, or several bear the name, nothing is sent: `unclear`
 * holds them, and the next `submit` takes the choices into account.
 */
export function useAsk(onSent: (outcomes: readonly RequestOutcome[]) => void) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(askMutation())
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map())
  const [choices, setChoices] = useState<ReadonlyMap<string, KnownAgent>>(new Map())

  async function find(numbers: readonly AskedNumber[]): Promise<ReadonlyMap<string, Found>> {
    const named = [...new Set(numbers.map(({ who }) => who))].filter((who) => who !== '')
    const found = await findAgents(client, named, () => undefined)
    return new Map(found.map((one) => [one.text, one]))
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ kind, reason, dueAt, numbers, agent }: AskValues) => {
      const all = kind === 'rebind' ? await find(numbers) : new Map<string, Found>()
      setFound(all)
      const agentOf = (who: string) => {
        const meant = who === '' ? agent : (choices.get(who) ?? all.get(who)?.agent ?? null)
        // The service has no joiner to bind a number to.
        return meant?.isJoiner === true ? null : meant
      }
      const items: AskBody['items'] = numbers.flatMap(({ ext, who }) => {
        if (kind !== 'rebind') return [{ ext }]
        const to = agentOf(who)
        return to === null ? [] : [{ ext, rebindTo: { agentUuid: to.id, agentName: to.name } }]
      })
      if (items.length < numbers.length) return null
      return mutateAsync({ kind, reason, dueAt, items })
    },
    onSuccess: (answer) => {
      if (answer !== null) onSent(answer.items)
    },
  })
  return {
    submit: mutate,
    isPending,
    error,
    /** Agents that are not found, or not chosen yet. */
    unclear: [...found.values()].filter(({ agent }) => agent === null || agent.isJoiner),
    choices,
    choose: (text: string, agent: KnownAgent) => setChoices((all) => new Map(all).set(text, agent)),
  }
}
