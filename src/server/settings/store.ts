import {
  initialSettings,
  settingNames,
  settings as settingsSchema,
  type Settings,
} from '#contract/settings.ts'
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

  /**
   * Returns all settings before and after the change, in a transaction of the audit, which runs alone. Throws `edit-conflict` for a
   * setting that another user has changed since it was seen.
   */
  async change(
    transaction: StoreTransaction,
    changes: Partial<Settings>,
    seen: Partial<Settings> = {},
  ): Promise<{ before: Settings; after: Settings }> {
    const before = await this.read(transaction)
    const isOvertaken = settingNames.some(
      (name) => name in seen && before[name] !== seen[name] && before[name] !== changes[name],
    )
    if (isOvertaken) throw new ProblemError('edit-conflict')
    for (const [name, value] of Object.entries(changes)) {
      const text = JSON.stringify(value)
      await transaction
        .insertInto('setting')
        .values({ name, value: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
        .execute()
    }
    return { before, after: await this.read(transaction) }
  }
}
