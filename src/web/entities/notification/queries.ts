import { queryOptions } from '@tanstack/react-query'
import { readChannels } from '#contract/notification-channels.ts'
import { call } from '../../api/call.ts'

/** The mail server and the webhooks, with how they do. Needs `settings.manage`. */
export const channelsQuery = () =>
  queryOptions({
    queryKey: ['notification-channels'],
    queryFn: ({ signal }) => call(readChannels, { signal }),
    refetchInterval: 15_000,
  })
