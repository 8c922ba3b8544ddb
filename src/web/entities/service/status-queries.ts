import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readStatus, renewToken } from '#contract/status.ts'
import { call } from '../../api/call.ts'

const everyMs = 10_000

/** Refetches every ten seconds while the page is open. */
export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(readStatus, { signal }),
    staleTime: everyMs / 2,
    refetchInterval: everyMs,
  })

export const renewTokenMutation = () =>
  mutationOptions({
    mutationFn: () => call(renewToken, {}),
    onSuccess: (status, _input, _result, context) => {
      context.client.setQueryData(statusQuery().queryKey, status)
    },
    // A failed renewal also changes the status on the page.
    onError: (_error, _input, _result, context) =>
      context.client.invalidateQueries({ queryKey: statusQuery().queryKey }),
  })
