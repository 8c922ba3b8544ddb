import { mutationOptions } from '@tanstack/react-query'
import { createExtension, createExtensionLegacy, type NewExtension } from '#contract/extensions.ts'
import { call } from '../../api/call.ts'
import { extensionQuery } from '../queries.ts'

export interface Submission {
  body: NewExtension
  /** The same for the same body, so that a repeat is looked up and never sent again. */
  idempotencyKey: string
}

/** Operation 5, or 10 when `legacy`. A number read back is at once what its page shows; lists are out of date. */
export const createMutation = (legacy: boolean) =>
  mutationOptions({
    mutationFn: ({ body, idempotencyKey }: Submission) =>
      call(legacy ? createExtensionLegacy : createExtension, { body, idempotencyKey }),
    onSuccess: ({ ext, extension }, _input, _result, context) => {
      if (extension !== null)
        context.client.setQueryData(extensionQuery(ext).queryKey, { extension, warnings: [] })
      void context.client.invalidateQueries({ queryKey: ['extensions', 'idle'] })
      void context.client.invalidateQueries({ queryKey: ['agents'] })
    },
    // Whatever was known of the number before may be what was wrong.
    onError: (_error, { body }, _result, context) =>
      context.client.invalidateQueries({ queryKey: extensionQuery(body.ext).queryKey }),
  })
