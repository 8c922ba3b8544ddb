import type { Database } from '../platform/database/database.ts'
import type { PeopleOf, Person } from '../numbers/people.ts'

/** The directory as other features see it. */
export const peopleReader =
  ({ db }: Pick<Database, 'db'>, account: string): PeopleOf =>
  async (given) => {
    const ids = [...new Set(given)]
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('person')
      .where('account', '=', account)
      .where((where) =>
        where.or([
          where('agent_uuid', 'in', ids),
          where.and([where('id', 'in', ids), where('agent_uuid', 'is', null)]),
        ]),
      )
      .select(['id', 'agent_uuid', 'name', 'work_number', 'department', 'ext'])
      .execute()
    return new Map(
      rows.map(
        ({ id, agent_uuid: uuid, name, work_number: workNumber, department, ext }): [string, Person] => [
          uuid ?? id,
          { name, workNumber, department, ext },
        ],
      ),
    )
  }
