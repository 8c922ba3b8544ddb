/** What the directory of agents knows of a person. */
export interface Person {
  name: string | null
  workNumber: string | null
  department: string | null
  /** The first number bound to the agent. */
  ext: string | null
}

/**
 * Returns people by the UUIDs of their agents, and new colleagues by their IDs; those whom the directory does not know are absent. How every
 * feature turns an ID into a person.
 */
export type PeopleOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>

/** Returns the names of those who have one, by UUID. */
export const namesIn = (people: ReadonlyMap<string, Person>): Record<string, string> =>
  Object.fromEntries([...people].flatMap(([uuid, { name }]) => (name === null ? [] : [[uuid, name]])))
