import { Message } from '../../i18n/Message.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** Says who made the request that exists already, and when (epoch milliseconds). */
export function ExistingRequest({ by, at }: { by: string; at: number }) {
  return <Message of="requests.exists" values={{ by, time: <Time value={at} /> }} />
}
