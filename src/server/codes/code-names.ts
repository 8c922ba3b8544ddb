import { isCodedField, type CodeChange, type CodeName } from '#contract/codes.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Database } from '../platform/database/database.ts'

/**
 * What admins call the codes of one service. A name that was taken away leaves its version behind, so that a change made
 * to what it was before is still refused.
 */
export function createCodeNames({ db, withLock }: Pick<Database, 'db' | 'withLock'>, account: string) {
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
      await withLock(`code names ${account}`, async (transaction) => {
        const rows = await transaction
          .selectFrom('code_name')
          .select(['field', 'value', 'version', 'en', 'zh'])
          .where('account', '=', account)
          .execute()
        const known = new Map(rows.map((row) => [`${row.field} ${row.value}`, row]))
        const next = changes.map(({ field, value, version, name }) => {
          const row = known.get(`${field} ${value}`)
          const isNamed = row !== undefined && (row.en !== '' || row.zh !== '')
          if (version !== (isNamed ? row.version : 0)) throw new ProblemError('changed-meanwhile')
          return {
            account,
            field,
            value,
            ...(name ?? { en: '', zh: '', note: '' }),
            version: (row?.version ?? 0) + 1,
            changed_by: by,
            changed_at: at,
          }
        })
        await transaction
          .insertInto('code_name')
          .values(next)
          .onConflict((conflict) =>
            conflict.columns(['account', 'field', 'value']).doUpdateSet((eb) => ({
              en: eb.ref('excluded.en'),
              zh: eb.ref('excluded.zh'),
              note: eb.ref('excluded.note'),
              version: eb.ref('excluded.version'),
              changed_by: eb.ref('excluded.changed_by'),
              changed_at: eb.ref('excluded.changed_at'),
            })),
          )
          .execute()
      })
    },
  }
}
export type CodeNames = ReturnType<typeof createCodeNames>
