import { listDeliveries, listMails } from '#contract/notification-channels.ts'
import { read } from '../../api/endpoint-queries.ts'

/** The latest messages of a webhook. */
export const deliveriesQuery = (id: string) =>
  read(listDeliveries, { params: { id } }, { refetchInterval: 5_000 })

export const mailsQuery = () => read(listMails, {}, { refetchInterval: 5_000 })
