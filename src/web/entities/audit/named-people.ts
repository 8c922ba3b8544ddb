import type { Person } from '#contract/people.ts'
import { isSameAgent } from '#contract/text.ts'
import type { AuditEvent } from '#contract/audit.ts'
import { personTitle } from '../person/person-text.ts'

type Event = Pick<AuditEvent, 'action' | 'object' | 'values'>

/** The actions that name a new colleague and an agent. */
const isAboutTwo = (action: string) => action === 'agent.join' || action === 'agent.apart'
/** The actions whose object is a new colleague or an agent. */
const isAboutPerson = (action: string) =>
  isAboutTwo(action) || ['agent.label', 'agent.change', 'agent.remove'].includes(action)
const whomOf = ({ values: { agent } }: Event): string | null => (typeof agent === 'string' ? agent : null)
const objectOf = ({ action, object }: Event): string | null => (isAboutPerson(action) ? object : null)

/** Returns the ids of the agents in these events, without duplicates and sorted, so that equal pages share one query. */
export const peopleNamedIn = (events: readonly Event[]): string[] =>
  [...new Set(events.flatMap((event) => [whomOf(event) ?? [], objectOf(event) ?? []].flat()))].toSorted()

/** Returns the directory's names of an event's agents; null for agents without a name there. */
export function personNamesOf(people: readonly Person[], event: Event) {
  const nameOf = (id: string | null): string | null => {
    const person = id === null ? undefined : people.find((each) => isSameAgent(each.agentUuid ?? each.id, id))
    return person === undefined ? null : personTitle(person)
  }
  return { object: nameOf(objectOf(event)), values: nameOf(whomOf(event)) }
}
