import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPairs, reserve, type Pair } from '#contract/reservations.ts'
import { call } from '../../../api/call.ts'
import { newIdempotencyKey } from '../../../api/idempotent-mutation.ts'
import { inBatches } from '../../../api/in-batches.ts'
import { invalidateInBackground } from '../../../api/query-client.ts'
import { changedWithReservations } from '../../../entities/reservation/queries.ts'
import type { Outcomes, Plan } from './pairs.ts'

interface SentBatch {
  /** As it was sent: the free numbers change with it. */
  plan: Plan | null
  outcomes: Outcomes
  /** The pairs without an answer. */
  left: readonly Pair[]
  /** The BFF's clock of the latest answer, epoch milliseconds. */
  now: number
}

const notSent: SentBatch = { plan: null, outcomes: new Map(), left: [], now: 0 }

interface BatchRequest {
  pairs: readonly Pair[]
  until: number
  /** The beginning of the keys of all parts. */
  key: string
}

/** Sends a batch in parts. Keeps each part's outcome even when a later part fails. Parts without an answer can be sent again. */
export function useBatch() {
  const [batch, setBatch] = useState(notSent)
  const { mutate, variables, error, isPending, reset } = useMutation({
    mutationFn: ({ pairs, until, key }: BatchRequest) =>
      inBatches(pairs, maxPairs, async (part) => {
        // The parts are answered in order, so a part that is sent again begins with the same number.
        const idempotencyKey = `${key}-${part[0]?.ext}`
        const { items, now } = await call(reserve, { body: { items: part, until }, idempotencyKey })
        setBatch(({ plan, outcomes, left }) => ({
          plan,
          outcomes: new Map([...outcomes, ...items.map((item) => [item.ext, item] as const)]),
          left: left.slice(part.length),
          now,
        }))
      }),
    onSettled: invalidateInBackground(...changedWithReservations),
  })
  return {
    ...batch,
    start: (plan: Plan, pairs: readonly Pair[], until: number) => {
      setBatch({ ...notSent, plan, left: pairs })
      mutate({ pairs, until, key: newIdempotencyKey() })
    },
    /** Sends the parts without an answer again, each under its first key. */
    resume: () => variables && mutate({ ...variables, pairs: batch.left }),
    reset: () => {
      setBatch(notSent)
      reset()
    },
    sending: isPending,
    error,
  }
}
