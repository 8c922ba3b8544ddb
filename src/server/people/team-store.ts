import * as z from 'zod'
import type { TeamChoice } from '#contract/team.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'

const texts = z.array(z.string())

/** The departments and people that each user chose as their team. */
export class TeamStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  /** Returns the user's choice; `null` before the first. People are the directory's IDs. */
  async read(userId: string): Promise<TeamChoice | null> {
    const row = await this.#db
      .selectFrom('team')
      .selectAll()
      .where('account', '=', this.#account)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      departments: texts.parse(JSON.parse(row.departments)),
      people: texts.parse(JSON.parse(row.people)),
      pool: row.pool,
    }
  }

  async save(userId: string, { departments, people, pool }: TeamChoice): Promise<void> {
    const chosen = { departments: JSON.stringify(departments), people: JSON.stringify(people), pool }
    await this.#db
      .insertInto('team')
      .values({ account: this.#account, user_id: userId, ...chosen })
      .onConflict((conflict) => conflict.columns(['account', 'user_id']).doUpdateSet(chosen))
      .execute()
  }
}

/** Replaces a person whose row was merged into another one in every team. */
export async function movePerson(
  transaction: StoreTransaction,
  account: string,
  from: string,
  to: string,
): Promise<void> {
  const teams = await transaction
    .selectFrom('team')
    .select(['user_id', 'people'])
    .where('account', '=', account)
    .where('people', 'like', `%"${from}"%`)
    .execute()
  for (const { user_id: userId, people } of teams) {
    const moved = texts.parse(JSON.parse(people)).map((id) => (id === from ? to : id))
    await transaction
      .updateTable('team')
      .set({ people: JSON.stringify([...new Set(moved)]) })
      .where('account', '=', account)
      .where('user_id', '=', userId)
      .execute()
  }
}
