import type { NumberItem } from '#contract/numbers.ts'
import type { NamedPerson } from '../../entities/person/person-text.ts'
import { Message } from '../../i18n/Message.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** Returns the agent of a bound number, or the last observed agent of any other number. */
export const agentOf = ({ agentName, agentWorkNumber, agentDepartment }: NumberItem): NamedPerson => ({
  name: agentName,
  workNumber: agentWorkNumber,
  department: agentDepartment,
})

/**
 * Since when a number is in its state: for a bound one the service's time of the binding, when it gives one. A number that the console
 * has never seen in another state may have been in this one for years.
 */
export function Since({ item: { state, stateSince, firstSeenAt, bindTime } }: { item: NumberItem }) {
  if (state === 'bound' && bindTime !== null) return <Time value={bindTime} />
  if (stateSince !== firstSeenAt) return <Time value={stateSince} />
  return <Message id="numbers.firstSeen" values={{ time: <Time value={stateSince} words="date" /> }} />
}
