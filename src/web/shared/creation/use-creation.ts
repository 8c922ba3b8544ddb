import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Creation } from '#contract/extensions.ts'
import { notNowCodes } from '#contract/problem.ts'
import { ApiError, type ErrorCode } from '../../api/api-error.ts'
import { newIdempotencyKey } from './password.ts'
import {
  createMutation,
  creationQuery,
  dismissMutation,
  sendAgainMutation,
  type Submission,
} from './queries.ts'
import { requestOf, type FormValues } from './values.ts'

/** After these nothing is on record under the key, or it is not known what is. Every other refusal stays on record with its key. */
const open: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network',
  'contract',
  'internal',
  'unavailable',
  'unauthenticated',
  'too-many-requests',
  ...notNowCodes,
])

/** The same request after a lost answer carries the same key: it is looked up, never sent twice. After a refusal it is a new attempt. */
export function nextSubmission(values: FormValues, last: Submission | null, error: Error | null): Submission {
  const body = requestOf(values)
  const same = last !== null && JSON.stringify(last.body) === JSON.stringify(body)
  const refused = error instanceof ApiError && !open.has(error.code)
  return {
    body,
    idempotencyKey: same && !refused ? last.idempotencyKey : newIdempotencyKey(),
  }
}

/** One creation after another: what was sent, and how it ended; followed until that is certain, and on screen all the while. */
export function useCreation(legacy: boolean, onOutcome: (creation: Creation) => void) {
  const [submission, setSubmission] = useState<Submission | null>(null)
  const [id, setId] = useState<string | null>(null)
  const mutation = useMutation(createMutation(legacy))
  const { data: outcome, error } = useQuery({ ...creationQuery(id ?? ''), enabled: id !== null })
  const again = useMutation(sendAgainMutation(id ?? ''))
  const dismissal = useMutation(dismissMutation(id ?? ''))
  const send = (next: Submission, onError?: (error: Error) => void) => {
    setSubmission(next)
    mutation.mutate(next, {
      onSuccess: (creation) => {
        setId(creation.id)
        onOutcome(creation)
      },
      onError: (refusal) => onError?.(refusal),
    })
  }
  return {
    submission,
    outcome: id === null ? null : (outcome ?? null),
    pending: mutation.isPending || again.isPending || dismissal.isPending,
    error: mutation.error ?? again.error ?? dismissal.error ?? error,
    submit: (values: FormValues, onError?: (error: Error) => void) =>
      send(nextSubmission(values, submission, mutation.error), onError),
    checkAgain: () => submission !== null && send(submission),
    sendAgain: () => again.mutate(),
    dismiss: (then: () => void) => dismissal.mutate(undefined, { onSuccess: then }),
    reset: () => {
      setSubmission(null)
      setId(null)
      mutation.reset()
    },
  }
}
