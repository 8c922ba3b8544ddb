import { randomUUID } from 'node:crypto'
import type { LanguageRange } from '#contract/extension-languages.ts'
import type { CodeTables } from './code-tables.ts'
import type { Database } from './database.ts'

const shownRanges = 5
/** Ranges that may wait; more would only wait longer. */
const mostOpen = 20

type Row = CodeTables['language_range']

const doneOf = (row: Row): number => row.read_count + row.missing + row.failed
const toRange = (row: Row): LanguageRange => ({
  id: row.id,
  from: row.from_ext,
  to: row.to_ext,
  total: Number(row.to_ext) - Number(row.from_ext) + 1,
  read: row.read_count,
  missing: row.missing,
  failed: row.failed,
  state:
    row.cancelled === 1
      ? 'cancelled'
      : row.ended_at !== null
        ? 'done'
        : doneOf(row) === 0
          ? 'waiting'
          : 'reading',
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  endedAt: row.ended_at,
})

/** Ranges of numbers whose languages somebody asked for, kept so that any replica goes on with them. */
export function createLanguageRanges({ db, withLock }: Pick<Database, 'db' | 'withLock'>, account: string) {
  const ofAccount = () => db.selectFrom('language_range').selectAll().where('account', '=', account)

  return {
    /** Null when as many as may wait do. */
    add(range: { from: string; to: string }, askedBy: string, at: number): Promise<LanguageRange | null> {
      const row = {
        id: randomUUID(),
        account,
        from_ext: range.from,
        to_ext: range.to,
        read_count: 0,
        missing: 0,
        failed: 0,
        asked_by: askedBy,
        asked_at: at,
        ended_at: null,
        cancelled: 0,
      }
      return withLock(`language ranges ${account}`, async (transaction) => {
        const { count } = await transaction
          .selectFrom('language_range')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account', '=', account)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (count >= mostOpen) return null
        await transaction.insertInto('language_range').values(row).execute()
        return toRange(row)
      })
    },

    /** The one to go on with: the oldest that has not ended. */
    async next(): Promise<LanguageRange | null> {
      const row = await ofAccount()
        .where('ended_at', 'is', null)
        .orderBy('asked_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : toRange(row)
    },

    async recent(): Promise<LanguageRange[]> {
      const rows = await ofAccount().orderBy('asked_at', 'desc').orderBy('id').limit(shownRanges).execute()
      return rows.map(toRange)
    },

    /** Adds what was done; ends the range with its last number. */
    async advance(
      { id, total }: LanguageRange,
      done: { read: number; missing: number; failed: number },
      at: number,
    ): Promise<void> {
      await db
        .updateTable('language_range')
        .set((eb) => ({
          read_count: eb('read_count', '+', done.read),
          missing: eb('missing', '+', done.missing),
          failed: eb('failed', '+', done.failed),
        }))
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('language_range')
        .set({ ended_at: at })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where((eb) => eb(eb('read_count', '+', eb('missing', '+', eb.ref('failed'))), '>=', total))
        .execute()
    },

    /** Null when there is none of this id; one that has ended stays as it is. */
    async cancel(id: string, at: number): Promise<LanguageRange | null> {
      await db
        .updateTable('language_range')
        .set({ ended_at: at, cancelled: 1 })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
      const row = await ofAccount().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toRange(row)
    },
  }
}
export type LanguageRanges = ReturnType<typeof createLanguageRanges>
