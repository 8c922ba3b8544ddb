import type { Database } from '../platform/database/database.ts'
import { factsFrom } from './facts.ts'

/** Names and work numbers of agents, for features that show an agent's UUID. */
export function createPeople({ db }: Pick<Database, 'db'>, account: string) {
  /** Names, work numbers and departments by UUID. Agents missing from the directory are left out. */
  async function peopleOf(
    agentUuids: readonly string[],
  ): Promise<Map<string, Record<'name' | 'workNumber' | 'department', string | undefined>>> {
    if (agentUuids.length === 0) return new Map()
    const rows = await db
      .selectFrom('agent')
      .where('account', '=', account)
      .where('agent_uuid', 'in', agentUuids)
      .select(['agent_uuid', 'facts'])
      .execute()
    return new Map(
      rows.map(({ agent_uuid: uuid, facts }) => {
        const { name, workNumber, department } = factsFrom(facts)
        return [
          uuid ?? '',
          { name: name?.value, workNumber: workNumber?.value, department: department?.value },
        ] as const
      }),
    )
  }

  return {
    peopleOf,

    /** Names by UUID. Agents without a name are left out. */
    namesOf: async (agentUuids: readonly string[]): Promise<Map<string, string>> => {
      const people = await peopleOf(agentUuids)
      return new Map([...people].flatMap(([uuid, { name }]) => (name === undefined ? [] : [[uuid, name]])))
    },
  }
}
