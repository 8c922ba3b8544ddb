import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestKind, RequestOutcome } from '#contract/service-requests.ts'
import { findPeople, type PersonLine, type PersonRef } from '../person/find-people.ts'
import type { RequestedNumber } from './requested-numbers.ts'
import { sendRequestsMutation, type RequestsBody } from './queries.ts'

export interface RequestValues {
  kind: RequestKind
  reason: string
  /** A date such as `2026-12-05`. */
  dueOn: string | null
  numbers: readonly RequestedNumber[]
  /** For `swap`: the other number. */
  swapWith: string | null
  /** For `rebind`: the person for numbers without one in their line. */
  person: PersonRef | null
}

/**
 * Finds the people whom the lines name, then sends the request. When a person is not found or a name is ambiguous, sends nothing and
 * returns these lines in `unclear`; the next `submit` uses the user's choices.
 */
export function useSendRequests(onSent: (outcomes: readonly RequestOutcome[]) => void) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(sendRequestsMutation())
  const [lines, setLines] = useState<ReadonlyMap<string, PersonLine>>(new Map())
  const [choices, setChoices] = useState<ReadonlyMap<string, PersonRef>>(new Map())

  async function find(numbers: readonly RequestedNumber[]): Promise<ReadonlyMap<string, PersonLine>> {
    const named = [...new Set(numbers.map(({ who }) => who))].filter((who) => who !== '')
    const lines = await findPeople(client, named)
    return new Map(lines.map((line) => [line.text, line]))
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ kind, reason, dueOn, numbers, swapWith, person }: RequestValues) => {
      const all = kind === 'rebind' ? await find(numbers) : new Map<string, PersonLine>()
      setLines(all)
      const personFor = (who: string) => {
        const match = who === '' ? person : (choices.get(who) ?? all.get(who)?.person ?? null)
        // The service does not know new colleagues, so it cannot bind a number to one.
        return match?.isNewColleague === true ? null : match
      }
      const items: RequestsBody['items'] = numbers.flatMap(({ ext, who }) => {
        if (swapWith !== null) return [{ ext, swapWith }]
        if (kind !== 'rebind') return [{ ext }]
        const to = personFor(who)
        return to === null ? [] : [{ ext, rebindTo: { agentUuid: to.id, agentName: to.name } }]
      })
      if (items.length < numbers.length) return null
      return mutateAsync({ body: { kind, reason, dueOn, items } })
    },
    onSuccess: (answer) => {
      if (answer !== null) onSent(answer.items)
    },
  })
  return {
    submit: mutate,
    isPending,
    error,
    /** The lines whose person was not found, or has to be chosen. */
    unclear: [...lines.values()].filter(({ person }) => person === null || person.isNewColleague),
    choices,
    choose: (text: string, person: PersonRef) => setChoices((all) => new Map(all).set(text, person)),
  }
}
