import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Creation } from '#contract/extensions.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { createMutation, creationQuery, dismissMutation, sendAgainMutation } from './queries.ts'
import { requestOf, type FormValues } from './values.ts'

/** Sends one creation at a time. Returns its request and outcome, and polls the outcome until it is final. */
export function useCreation(legacy: boolean, onOutcome: (creation: Creation) => void) {
  const [id, setId] = useState<string | null>(null)
  const mutation = useIdempotentMutation(createMutation(legacy))
  const { data: outcome, error } = useQuery({ ...creationQuery(id ?? ''), enabled: id !== null })
  const again = useMutation(sendAgainMutation(id ?? ''))
  const dismissal = useMutation(dismissMutation(id ?? ''))
  const onSuccess = (creation: Creation) => {
    setId(creation.id)
    onOutcome(creation)
  }
  const back = () => {
    setId(null)
    mutation.reset()
    again.reset()
    dismissal.reset()
  }
  const reset = () => {
    back()
    mutation.forgetKey()
  }
  return {
    sent: mutation.sent,
    outcome: id === null ? null : (outcome ?? null),
    pending: mutation.isPending || again.isPending || dismissal.isPending,
    error: mutation.error ?? again.error ?? dismissal.error ?? error,
    submit: (values: FormValues, onError?: (error: Error) => void) =>
      mutation.submit(requestOf(values), { onSuccess, ...(onError && { onError }) }),
    checkAgain: () => mutation.resend({ onSuccess }),
    sendAgain: () => again.mutate(),
    /** Records that the creation failed and its number is free again. */
    dismiss: (then: () => void) =>
      dismissal.mutate(undefined, {
        onSuccess: () => {
          reset()
          then()
        },
      }),
    /** Returns to the form. The request keeps its key: if sent unchanged, it is the same creation, which may be in doubt. */
    back,
    /** Starts a new creation, with a new key. */
    reset,
  }
}
