import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  createExtension,
  createExtensionLegacy,
  readCreation,
  type NewExtension,
} from '#contract/extensions.ts'
import { dismissJob, retryJob } from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import type { Keyed } from '../../api/idempotent-mutation.ts'
import { extensionQuery } from '../extension/extension-queries.ts'

/** Operation 5, or 10 when `legacy`. Refreshes the cached record, which may be wrong after a failure too, and the cached lists. */
export const createMutation = (legacy: boolean) =>
  mutationOptions({
    mutationFn: (request: Keyed<NewExtension>) =>
      call(legacy ? createExtensionLegacy : createExtension, request),
    onSuccess: (creation, _input, _result, context) => {
      context.client.setQueryData(creationQuery(creation.id).queryKey, creation)
      void context.client.invalidateQueries({ queryKey: ['extensions', 'idle'] })
      void context.client.invalidateQueries({ queryKey: ['agents'] })
    },
    onSettled: (_creation, _error, { body }, _result, context) =>
      context.client.invalidateQueries({ queryKey: extensionQuery(body.ext).queryKey }),
  })

const pollMs = 2_000

/** A creation's outcome, polled every two seconds until it is final. */
export const creationQuery = (id: string) =>
  queryOptions({
    queryKey: ['creations', id],
    queryFn: ({ signal }) => call(readCreation, { params: { id }, signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.isFinal === true ? false : pollMs),
    meta: { quiet: true },
  })

/** Sends a creation in doubt again. If the first request arrives late, the number may be created twice. */
export const sendAgainMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(retryJob, { params: { id }, body: { what: 'needsReview' } }),
    onSettled: (_job, _error, _input, _result, context) =>
      context.client.invalidateQueries({ queryKey: creationQuery(id).queryKey }),
  })

/** Records that a creation in doubt failed, so that its number is free again. */
export const dismissMutation = (id: string) =>
  mutationOptions({ mutationFn: () => call(dismissJob, { params: { id }, body: {} }) })
