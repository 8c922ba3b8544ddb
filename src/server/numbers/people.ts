/** What the directory of agents knows of a person. */
export interface Person {
  name: string | null
  workNumber: string | null
  department: string | null
  /** The first number bound to the agent. */
  ext: string | null
}

/** Returns people by the UUIDs of their agents; unknown agents are absent. How every feature turns a UUID into a person. */
export type PeopleOf = (agentUuids: readonly string[]) => Promise<ReadonlyMap<string, Person>>

/** Returns the names of those who have one, by UUID. */
export const namesIn = (people: ReadonlyMap<string, Person>): Record<string, string> =>
  Object.fromEntries([...people].flatMap(([uuid, { name }]) => (name === null ? [] : [[uuid, name]])))

interface NamedAgent {
  agentUuid: string | null
  agentName: string | null
}

/** Returns the items, with the directory's name wherever an item has an agent but no name. */
export async function withAgentNames<Item extends NamedAgent>(
  items: readonly Item[],
  peopleOf: PeopleOf,
): Promise<Item[]> {
  const people = await peopleOf(
    items.flatMap(({ agentUuid, agentName }) =>
      agentUuid !== null && agentName === null ? [agentUuid] : [],
    ),
  )
  return items.map((item) => ({
    ...item,
    agentName: item.agentName ?? people.get(item.agentUuid ?? '')?.name ?? null,
  }))
}
