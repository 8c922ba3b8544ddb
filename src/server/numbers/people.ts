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
