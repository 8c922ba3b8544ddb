import { initialSettings, settings as settingsSchema, type Settings } from '#contract/settings.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'

/** The administrators' settings, one row per setting. */
export function createSettingsStore({ db }: Pick<Database, 'db'>) {
  async function read(from: Pick<typeof db, 'selectFrom'> = db): Promise<Settings> {
    const rows = await from.selectFrom('setting').selectAll().execute()
    const stored: Record<string, unknown> = Object.fromEntries(
      rows.map(({ name, value }) => [name, JSON.parse(value)]),
    )
    return settingsSchema.parse({ ...initialSettings, ...stored })
  }
  return {
    read: (): Promise<Settings> => read(),
    /** Returns all settings before and after the change. Throws `edit-conflict` when another change comes between. */
    change: async (
      transaction: StoreTransaction,
      changes: Partial<Settings>,
    ): Promise<{ before: Settings; after: Settings }> => {
      const before = await read(transaction)
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
      return { before, after: await read(transaction) }
    },
  }
}
export type SettingsStore = ReturnType<typeof createSettingsStore>
