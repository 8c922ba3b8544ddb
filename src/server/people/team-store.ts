import * as z from 'zod'
import type { TeamChoice } from '#contract/team.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'
import { readPeople } from './named.ts'

const texts = z.array(z.string())

/** The choice with each department and person once, by the ID that the person has now; without those who have none. */
const current = (
  { departments, people, pool }: TeamChoice,
  idOf: ReadonlyMap<string, string>,
): TeamChoice => ({
  departments: [...new Set(departments)],
  people: [...new Set(people.flatMap((id) => idOf.get(id) ?? []))],
  pool,
})

/** The choice as a text to compare: the order in which departments and people were chosen says nothing. */
const textOf = (choice: TeamChoice | null) =>
  choice && JSON.stringify([choice.departments.toSorted(), choice.people.toSorted(), choice.pool])

const isSame = (one: TeamChoice | null, other: TeamChoice | null) => textOf(one) === textOf(other)

/** The departments and people that each user chose as their team. */
export class TeamStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  /** Returns the user's choice; `null` before the first. People are the directory's IDs; those who were removed since are left out. */
  async read(
    userId: string,
    from: Pick<Database['db'], 'selectFrom'> = this.#db,
  ): Promise<TeamChoice | null> {
    const row = await from
      .selectFrom('team')
      .selectAll()
      .where('account', '=', this.#account)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (row === undefined) return null
    const people = texts.parse(JSON.parse(row.people))
    const departments = texts.parse(JSON.parse(row.departments))
    return current({ departments, people, pool: row.pool }, await this.#idsOf(people, from))
  }

  /**
   * Returns the new choice, in a transaction of the audit, which runs alone. Throws `edit-conflict` when the choice is another than the
   * user has seen, and `agent-not-found` for an unknown person who is not in `seen`. Without `seen`, replaces any choice.
   */
  async change(
    transaction: StoreTransaction,
    userId: string,
    given: TeamChoice,
    seen?: TeamChoice | null,
  ): Promise<TeamChoice> {
    const seenPeople = seen?.people ?? []
    const idOf = await this.#idsOf([...given.people, ...seenPeople], transaction)
    if (given.people.some((id) => !idOf.has(id) && !seenPeople.includes(id)))
      throw new ProblemError('agent-not-found')
    const after = current(given, idOf)
    if (seen !== undefined) {
      const before = await this.read(userId, transaction)
      const base = seen && current(seen, idOf)
      if (!isSame(before, base) && !isSame(before, after)) throw new ProblemError('edit-conflict')
    }
    const values = {
      departments: JSON.stringify(after.departments),
      people: JSON.stringify(after.people),
      pool: after.pool,
    }
    await transaction
      .insertInto('team')
      .values({ account: this.#account, user_id: userId, ...values })
      .onConflict((conflict) => conflict.columns(['account', 'user_id']).doUpdateSet(values))
      .execute()
    return after
  }

  /** Returns the directory's IDs of the people whom it has, by UUID, and by the IDs of new colleagues who got an account since too. */
  async #idsOf(
    people: readonly string[],
    from: Pick<Database['db'], 'selectFrom'>,
  ): Promise<Map<string, string>> {
    const known = await readPeople(from, this.#account, people)
    return new Map(
      [...known].flatMap(([given, { id, removedAt }]) => (removedAt === null ? [[given, id]] : [])),
    )
  }
}
