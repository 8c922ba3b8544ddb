import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pair } from '#contract/reservations.ts'
import { withKey } from '../../../api/idempotent-mutation.ts'
import { reserveInPartsMutation } from '../../../entities/reservation/queries.ts'
import { parts, type Outcomes, type Plan } from './pairs.ts'

interface SentBatch {
  /** As it was sent: the free numbers change with it. */
  plan: Plan | null
  outcomes: Outcomes
  /** The BFF's clock of the latest answer, epoch milliseconds. */
  now: number
}

const noBatch: SentBatch = { plan: null, outcomes: new Map(), now: 0 }

/** Sends a batch in parts. Keeps each part's outcome even when a later part fails. Parts without an answer can be sent again. */
export function useBatch() {
  const [batch, setBatch] = useState(noBatch)
  const { mutate, variables, error, isPending, reset } = useMutation(
    reserveInPartsMutation(({ items, now }) =>
      setBatch(({ plan, outcomes }) => ({
        plan,
        outcomes: new Map([...outcomes, ...items.map((item) => [item.ext, item] as const)]),
        now,
      })),
    ),
  )
  const left = (variables ?? []).filter(({ body }) => body.items.some(({ ext }) => !batch.outcomes.has(ext)))
  return {
    start: (plan: Plan, items: readonly Pair[], until: number) => {
      setBatch({ ...noBatch, plan })
      mutate(parts(items).map((part) => withKey({ items: part, until })))
    },
    /** Resends the parts without an answer, each under its original idempotency key. */
    resume: () => mutate(left),
    reset: () => {
      setBatch(noBatch)
      reset()
    },
    left: left.reduce((count, { body }) => count + body.items.length, 0),
    ...batch,
    sending: isPending,
    error,
  }
}
