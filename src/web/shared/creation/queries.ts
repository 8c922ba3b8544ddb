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
import { extensionQuery } from '../extension-queries.ts'

/** Operation 5, or 10 when `legacy`. The record read back goes into the number's page; cached lists are refreshed. */
export const createMutation = (legacy: boolean) =>
  mutationOptions({
    mutationFn: (request: Keyed<NewExtension>) =>
      call(legacy ? createExtensionLegacy : createExtension, request),
    onSuccess: (creation, _input, _result, context) => {
      const { id, ext, extension } = creation
      context.client.setQueryData(creationQuery(id).queryKey, creation)
      if (extension !== null)
        context.client.setQueryData(extensionQuery(ext).queryKey, { extension, warnings: [] })
      void context.client.invalidateQueries({ queryKey: ['extensions', 'idle'] })
      void context.client.invalidateQueries({ queryKey: ['agents'] })
    },
    // The cached record of the number may be wrong.
    onError: (_error, { body }, _result, context) =>
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
