import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pair } from '#contract/reservations.ts'
import { withKey } from '../../../api/idempotent-mutation.ts'
import { reserveInPartsMutation } from '../../../entities/reservation/queries.ts'
import { parts, type Outcomes } from './pairs.ts'

/** Sends a batch in parts. Keeps each part's outcome even when a later part fails. Parts without an answer can be sent again. */
export function useBatch() {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [now, setNow] = useState(0)
  const { mutate, variables, error, isPending, reset } = useMutation(
    reserveInPartsMutation((answer) => {
      setNow(answer.now)
      setOutcomes((known) => new Map([...known, ...answer.items.map((item) => [item.ext, item] as const)]))
    }),
  )
  const left = (variables ?? []).filter(({ body }) => body.items.some(({ ext }) => !outcomes.has(ext)))
  return {
    start: (items: readonly Pair[], until: number) =>
      mutate(parts(items).map((part) => withKey({ items: part, until }))),
    /** Resends the parts without an answer, each under its original idempotency key. */
    resume: () => mutate(left),
    reset: () => {
      setOutcomes(new Map())
      reset()
    },
    left: left.reduce((count, { body }) => count + body.items.length, 0),
    outcomes,
    now,
    sending: isPending,
    error,
  }
}
