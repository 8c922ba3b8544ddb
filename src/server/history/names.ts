import type { BindingSpan, HistoryAgent, HistoryEntry, HistoryPerson } from '#contract/history.ts'
import type { Console } from '../features.ts'
import { readPeople } from '../people/named.ts'

const agentsIn = (entry: HistoryEntry): (HistoryAgent | null)[] =>
  entry.kind === 'binding'
    ? [entry.before.agent, entry.after.agent]
    : entry.kind === 'reservation'
      ? [entry.agent, entry.holder]
      : entry.kind === 'request'
        ? [entry.agent, entry.rebindTo]
        : []
const isText = (text: string | null | undefined): text is string => typeof text === 'string'

interface Named {
  items: readonly HistoryEntry[]
  spans: readonly BindingSpan[]
}

const uuidsIn = ({ items, spans }: Named): string[] =>
  [...items.flatMap(agentsIn), ...spans.map(({ agent }) => agent)].map((one) => one?.agentUuid).filter(isText)

/**
 * Replaces names in the entries with the current names of agents and users. Keeps the stored name of a missing agent or user.
 */
export async function readNames({ database, account, auth }: Console, { items, spans }: Named) {
  const uuids = uuidsIn({ items, spans })
  const ids = items.map((entry) => ('by' in entry ? entry.by?.id : null))
  const [agents, users] = await Promise.all([
    readPeople(database.db, account, uuids),
    auth.users.namesOf([...new Set(ids.filter(isText))]),
  ])
  const agent = <One extends HistoryAgent | null>(one: One): One => {
    if (one === null) return one
    const { name = null, workNumber = null } = agents.get(one.agentUuid ?? '') ?? {}
    return { ...one, name: name ?? one.name, ...(workNumber === null ? {} : { workNumber }) }
  }
  const person = <One extends HistoryPerson | null>(one: One): One =>
    one === null ? one : { ...one, name: users.get(one.id ?? '') ?? one.name }
  const entry = (one: HistoryEntry): HistoryEntry => {
    if (one.kind === 'binding')
      return {
        ...one,
        before: { ...one.before, agent: agent(one.before.agent) },
        after: { ...one.after, agent: agent(one.after.agent) },
      }
    if (one.kind === 'reservation')
      return { ...one, by: person(one.by), agent: agent(one.agent), holder: agent(one.holder) }
    if (one.kind === 'request')
      return { ...one, by: person(one.by), agent: agent(one.agent), rebindTo: agent(one.rebindTo) }
    return { ...one, by: person(one.by) }
  }
  return {
    items: items.map(entry),
    spans: spans.map((span) => ({ ...span, agent: agent(span.agent) })),
  }
}
