import { initialSettings, settings as settingsSchema, type Settings } from '#contract/settings.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'

/** The administrators' settings, one row per setting. */
export class SettingsStore {
  readonly #db: Database['db']

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db
  }

  async read(from: Pick<Database['db'], 'selectFrom'> = this.#db): Promise<Settings> {
    const rows = await from.selectFrom('setting').selectAll().execute()
    const stored: Record<string, unknown> = Object.fromEntries(
      rows.map(({ name, value }) => [name, JSON.parse(value)]),
    )
    return settingsSchema.parse({ ...initialSettings, ...stored })
  }

  /** Returns all settings before and after the change. Throws `edit-conflict` when another change comes between. */
  async change(
    transaction: StoreTransaction,
    changes: Partial<Settings>,
  ): Promise<{ before: Settings; after: Settings }> {
    const before = await this.read(transaction)
    for (const [name, value] of Object.entries(changes)) {
      const text = JSON.stringify(value)
      const old = JSON.stringify(Reflect.get(before, name))
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('setting')
        .values({ name, value: text })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ value: text }).where('setting.value', '=', old),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('edit-conflict')
    }
    return { before, after: await this.read(transaction) }
  }
}
