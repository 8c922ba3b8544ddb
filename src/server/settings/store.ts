import * as z from 'zod/mini'
import {
  initialSettings,
  settingNames,
  settings as settingsSchema,
  settingsTable,
  type Settings,
} from '#contract/settings.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'

const stored = z.partial(settingsSchema)

/** A stored number, at most the largest of this version: a limit that only a newer version allows must not become none. */
function atMost(name: string, value: unknown): unknown {
  const setting = settingNames.find((each) => each === name)
  const range = setting && settingsTable[setting]
  if (range === undefined || !('most' in range) || typeof value !== 'number') return value
  return Math.min(Math.ceil(value), range.most)
}

/** The administrators' settings, one row per setting. */
export class SettingsStore {
  readonly #db: Database['db']

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db
  }

  /** Reads each setting alone: one whose value this version does not know has its initial one. */
  async read(from: Pick<Database['db'], 'selectFrom'> = this.#db): Promise<Settings> {
    const rows = await from.selectFrom('setting').selectAll().execute()
    return rows.reduce<Settings>((read, { name, value }) => {
      const { data } = stored.safeParse({ [name]: atMost(name, JSON.parse(value)) })
      return { ...read, ...data }
    }, initialSettings)
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
