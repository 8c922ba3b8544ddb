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
const objectOf = ({ action, object }: Event): string | null => (isAboutPerson(action) ? object : null)
/** The IDs in the values that name people: whom it is about or both sides of the change, and who has the number. */
const idsIn = ({ agent, holder }: Event['values']): string[] =>
  [agent, holder]
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : value))
    .filter((id) => typeof id === 'string')

/** Returns the ids of the agents in these events, without duplicates and sorted, so that equal pages share one query. */
export const peopleNamedIn = (events: readonly Event[]): string[] =>
  [...new Set(events.flatMap((event) => [...idsIn(event.values), objectOf(event) ?? []].flat()))].toSorted()

/** Returns the directory's name of a person; null for one without a name there. */
export function personNameOf(people: readonly Person[], id: string): string | null {
  const person = people.find((each) => isSameAgent(each.agentUuid ?? each.id, id))
  return person === undefined ? null : personTitle(person)
}

/** The same of the person who is an event's object. */
export function objectNameOf(people: readonly Person[], event: Event): string | null {
  const id = objectOf(event)
  return id === null ? null : personNameOf(people, id)
}
