import { isCodedField, type CodeChange, type CodeName } from '#contract/codes.ts'
import { ProblemError } from '../problems.ts'
import type { Database } from './database.ts'

/**
 * What admins call the codes of one service. A name that was taken away leaves its version behind, so that a change made
 * to what it was before is still refused.
 */
export function createCodeNames({ db }: Pick<Database, 'db'>, account: string) {
  async function read(): Promise<CodeName[]> {
    const rows = await db
      .selectFrom('code_name')
      .selectAll()
      .where('account', '=', account)
      .where((eb) => eb.or([eb('en', '<>', ''), eb('zh', '<>', '')]))
      .orderBy('field')
      .orderBy('value')
      .execute()
    return rows.flatMap(({ field, value, en, zh, note, version, changed_by, changed_at }) =>
      isCodedField(field)
        ? [{ field, value, en, zh, note, version, changedBy: changed_by, changedAt: changed_at }]
        : [],
    )
  }

  return {
    read,
    /** All of the changes or none. Throws `changed-meanwhile`. */
    async change(changes: readonly CodeChange[], by: string, at: number): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        for (const { field, value, version, name } of changes) {
          const { en, zh, note } = name ?? { en: '', zh: '', note: '' }
          const text = { en, zh, note, changed_by: by, changed_at: at }
          const { numUpdatedRows } = await transaction
            .updateTable('code_name')
            .set((eb) => ({ ...text, version: eb('version', '+', 1) }))
            .where('account', '=', account)
            .where('field', '=', field)
            .where('value', '=', value)
            .where((eb) =>
              version === 0 ? eb.and([eb('en', '=', ''), eb('zh', '=', '')]) : eb('version', '=', version),
            )
            .executeTakeFirst()
          if (numUpdatedRows > 0n) continue
          const { numInsertedOrUpdatedRows } = await transaction
            .insertInto('code_name')
            .values({ account, field, value, ...text, version: 1 })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirstOrThrow()
          if (version !== 0 || numInsertedOrUpdatedRows !== 1n) throw new ProblemError('changed-meanwhile')
        }
      })
    },
  }
}
export type CodeNames = ReturnType<typeof createCodeNames>
