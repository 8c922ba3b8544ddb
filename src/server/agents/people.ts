import type { Database } from '../platform/database/database.ts'
import type { PeopleOf, Person } from '../numbers/people.ts'
import { factsFrom } from './facts.ts'

/** The directory as other features see it. */
export const peopleReader =
  ({ db }: Pick<Database, 'db'>, account: string): PeopleOf =>
  async (agentUuids) => {
    if (agentUuids.length === 0) return new Map()
    const rows = await db
      .selectFrom('agent')
      .where('account', '=', account)
      .where('agent_uuid', 'in', [...new Set(agentUuids)])
      .select(['agent_uuid', 'facts', 'ext'])
      .execute()
    return new Map(
      rows.map(({ agent_uuid: uuid, facts, ext }): [string, Person] => {
        const { name, workNumber, department } = factsFrom(facts)
        return [
          uuid ?? '',
          {
            name: name?.value ?? null,
            workNumber: workNumber?.value ?? null,
            department: department?.value ?? null,
            ext,
          },
        ]
      }),
    )
  }
