import { settings as settingsSchema, type Settings } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'

const defaults: Settings = { legacyCreate: false, jobConcurrency: 8, jobRate: 0, backgroundRate: 2 }

/** The administrators' settings, one row per setting. */
export function createSettingsStore({ db }: Database) {
  async function read(): Promise<Settings> {
    const rows = await db.selectFrom('setting').selectAll().execute()
    const stored: Record<string, unknown> = Object.fromEntries(
      rows.map(({ name, value }) => [name, JSON.parse(value)]),
    )
    return settingsSchema.parse({ ...defaults, ...stored })
  }
  return {
    read,
    change: async (changes: Partial<Settings>): Promise<Settings> => {
      for (const [name, value] of Object.entries(changes)) {
        const text = JSON.stringify(value)
        await db
          .insertInto('setting')
          .values({ name, value: text })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
          .execute()
      }
      return read()
    },
  }
}

export const openSettings = ({ database, audit }: { database: Database; audit: Audit }) => ({
  ...createSettingsStore(database),
  audit,
})
export type SettingsParts = ReturnType<typeof openSettings>
