import type { Database } from '../platform/database/database.ts'
import { factsFrom } from './facts.ts'

/** What agents are called: what other features show beside a uuid. */
export function createPeople({ db }: Pick<Database, 'db'>, account: string) {
  /** Names and work numbers by uuid, as far as they are known. */
  async function peopleOf(
    agentUuids: readonly string[],
  ): Promise<Map<string, { name: string | undefined; workNumber: string | undefined }>> {
    if (agentUuids.length === 0) return new Map()
    const rows = await db
      .selectFrom('agent')
      .where('account', '=', account)
      .where('agent_uuid', 'in', agentUuids)
      .select(['agent_uuid', 'facts'])
      .execute()
    return new Map(
      rows.map(({ agent_uuid: uuid, facts }) => {
        const { name, workNumber } = factsFrom(facts)
        return [uuid ?? '', { name: name?.value, workNumber: workNumber?.value }] as const
      }),
    )
  }

  return {
    peopleOf,

    /** Names by uuid, of those of these agents who have one. */
    namesOf: async (agentUuids: readonly string[]): Promise<Map<string, string>> => {
      const people = await peopleOf(agentUuids)
      return new Map([...people].flatMap(([uuid, { name }]) => (name === undefined ? [] : [[uuid, name]])))
    },
  }
}
