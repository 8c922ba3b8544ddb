import type { Agent, Extension } from '#contract/records.ts'
import { isGiven, type AgentRecord, type NumberedExtension, type Sent } from '#upstream/records.ts'

const secrets = ['password', 'ha1', 'ha1b'] as const
/** Names of undocumented keys, limited in count and length: a hostile answer could carry any number of any length. */
const keysOf = (map: Sent | null): string[] =>
  Object.keys(map ?? {})
    .slice(0, 50)
    .map((key) => key.slice(0, 64))

/** Returns a record without its secrets; says which ones the service holds. */
export function toExtension(record: NumberedExtension): Extension {
  // Spread once into a literal, because leaving the fields out by a rest pattern costs twenty times as much.
  const extension = {
    ...record,
    password: undefined,
    ha1: undefined,
    ha1b: undefined,
    extensions: undefined,
    extensionsKeys: keysOf(record.extensions),
    secretsHeld: secrets.filter((name) => isGiven(record[name])),
  }
  return extension
}

export function toAgent(record: AgentRecord): Agent {
  const agent = {
    ...record,
    extensions: undefined,
    phoneTypes: record.phoneTypes ?? [],
    arrayDepartIds: record.arrayDepartIds ?? [],
    extensionsKeys: keysOf(record.extensions),
  }
  return agent
}
