import { useMutation, useQuery, mutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Creation,
  createExtension,
  createExtensionLegacy,
  readCreation,
  type NewExtension,
} from '#contract/extensions.ts'
import { useIdempotentMutation, type KeyedRequest } from '../../api/idempotent-mutation.ts'
import { requestOf, type FormValues } from './values.ts'
import { dismissJob, retryJob } from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { peoplePaths } from '../person/queries.ts'
import { extensionQuery } from '../extension/queries.ts'

/** Operation 5, or 10 when `legacy`. Refreshes the cached record, which may be wrong after a failure too, and the cached lists. */
const createMutation = (legacy: boolean) =>
  mutationOptions({
    mutationFn: (request: KeyedRequest<NewExtension>) =>
      call(legacy ? createExtensionLegacy : createExtension, request),
    onSuccess: (creation, _input, _result, context) => {
      context.client.setQueryData(creationQuery(creation.id).queryKey, creation)
      void invalidate(context.client, '/api/extensions/idle', ...peoplePaths)
    },
    onSettled: (_creation, _error, { body }, _result, context) =>
      context.client.invalidateQueries({ queryKey: extensionQuery(body.ext).queryKey }),
  })

const pollMs = 2_000

/** A creation's outcome, polled every two seconds until it is final. */
const creationQuery = (id: string) =>
  read(
    readCreation,
    { params: { id } },
    {
      staleTime: Infinity,
      refetchInterval: ({ state }) => (state.data?.isFinal === true ? false : pollMs),
      meta: { quiet: true },
    },
  )

/** Sends one creation at a time. Returns its request and outcome, and polls the outcome until it is final. */
export function useCreation(legacy: boolean, onOutcome: (creation: Creation) => void) {
  const [id, setId] = useState<string | null>(null)
  const mutation = useIdempotentMutation(createMutation(legacy))
  const { data: outcome, error } = useQuery({ ...creationQuery(id ?? ''), enabled: id !== null })
  const again = useMutation(write(retryJob, readCreation.path))
  const dismissal = useMutation(write(dismissJob))
  const params = { id: id ?? '' }
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
    /** Sends a creation in doubt again. If the first request arrives late, the number may be created twice. */
    sendAgain: () => again.mutate({ params, body: { what: 'needsReview' } }),
    /** Records that the creation failed and its number is free again. */
    dismiss: (then: () => void) =>
      dismissal.mutate(
        { params, body: {} },
        {
          onSuccess: () => {
            reset()
            then()
          },
        },
      ),
    /** Returns to the form. The request keeps its key: if sent unchanged, it is the same creation, which may be in doubt. */
    back,
    /** Starts a new creation, with a new key. */
    reset,
  }
}
