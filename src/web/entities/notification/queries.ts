import { readChannels } from '#contract/notification-channels.ts'
import { read } from '../../api/endpoint-queries.ts'

/** The mail server and the webhooks, with how they do. Needs `settings.manage`. */
export const channelsQuery = () => read(readChannels, {}, { refetchInterval: 15_000 })
