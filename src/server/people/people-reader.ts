import type { Database } from '../platform/database/database.ts'
import type { PeopleOf, Person } from '../numbers/people.ts'

/** The directory as other features see it. */
export const peopleReader =
  ({ db }: Pick<Database, 'db'>, account: string): PeopleOf =>
  async (agentUuids) => {
    if (agentUuids.length === 0) return new Map()
    const rows = await db
      .selectFrom('person')
      .where('account', '=', account)
      .where('agent_uuid', 'in', [...new Set(agentUuids)])
      .select(['agent_uuid', 'name', 'work_number', 'department', 'ext'])
      .execute()
    return new Map(
      rows.map(({ agent_uuid: uuid, name, work_number: workNumber, department, ext }): [string, Person] => [
        uuid ?? '',
        { name, workNumber, department, ext },
      ]),
    )
  }
