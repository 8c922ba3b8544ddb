import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Creation } from '#contract/extensions.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { createMutation, creationQuery, dismissMutation, sendAgainMutation } from './queries.ts'
import { requestOf, type FormValues } from './values.ts'

/** One creation after another: what was sent, and how it ended; followed until that is certain, and on screen all the while. */
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
    /** The creation came to nothing, and its number is free again. */
    dismiss: (then: () => void) =>
      dismissal.mutate(undefined, {
        onSuccess: () => {
          reset()
          then()
        },
      }),
    /** To the form. The request keeps its key: sent unchanged, it is the same creation, which may be in doubt. */
    back,
    /** On to another creation. */
    reset,
  }
}
