import { sql, type Transaction } from 'kysely'
import {
  languageMismatches,
  languageStandings,
  noLanguage,
  type ExtensionLanguageRow,
  type LanguageStanding,
  type LanguageSummary,
} from '#contract/extension-languages.ts'
import type { CodeTables } from './code-tables.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

export interface LanguageFilter {
  language?: string | undefined
  standing?: LanguageStanding | 'mismatch' | undefined
  /** Beginning of the number. */
  ext?: string | undefined
}

/** Any number that nobody else locks in the same database. */
const countsLock = 8_406_029
/** Languages told apart in the counts; a service that answers more is not telling languages. */
const mostCounts = 300

type Row = CodeTables['extension_language']
const isStanding = (text: string): text is LanguageStanding => languageStandings.some((each) => each === text)
const standingOf = (text: string): LanguageStanding => (isStanding(text) ? text : 'unknown')

const toRow = (row: Row): ExtensionLanguageRow => ({
  ext: row.ext,
  language: row.language,
  langCode: row.lang_code,
  langCodeTxt: row.lang_code_txt,
  recordLangCode: row.record_lang_code,
  recordLangCodeTxt: row.record_lang_code_txt,
  standing: standingOf(row.standing),
  readAt: row.read_at,
})

/** Main languages of one service's extensions as they were last read, counted as they are written. */
export function createLanguageStore({ db, engine }: Pick<Database, 'db' | 'engine'>, account: string) {
  const rowsOf = (numbers: readonly string[], transaction: Transaction<Tables> | typeof db = db) =>
    transaction
      .selectFrom('extension_language')
      .selectAll()
      .where('account', '=', account)
      .where('ext', 'in', [...numbers])
      .execute()

  async function count(
    transaction: Transaction<Tables>,
    row: Pick<Row, 'language' | 'standing'>,
    by: number,
  ): Promise<void> {
    await transaction
      .insertInto('language_count')
      .values({ account, language: row.language, standing: row.standing, count: by })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'language', 'standing'])
          .doUpdateSet({ count: sql`language_count.count + excluded.count` }),
      )
      .execute()
  }

  function filtered({ language, standing, ext }: LanguageFilter) {
    let query = db.selectFrom('extension_language').selectAll().where('account', '=', account)
    if (language !== undefined) query = query.where('language', '=', language === noLanguage ? '' : language)
    if (standing === 'mismatch') query = query.where('standing', 'in', [...languageMismatches])
    else if (standing !== undefined) query = query.where('standing', '=', standing)
    // `:` follows `9`.
    if (ext !== undefined) query = query.where('ext', '>=', ext).where('ext', '<', `${ext}:`)
    return query
  }

  return {
    /** Takes what was read, in place of what was there, and forgets numbers the service no longer knows. */
    async write(read: readonly ExtensionLanguageRow[], gone: readonly string[]): Promise<void> {
      const numbers = [...read.map(({ ext }) => ext), ...gone]
      if (numbers.length === 0) return
      await db.transaction().execute(async (transaction) => {
        if (engine === 'postgres')
          await sql`SELECT pg_advisory_xact_lock(${sql.lit(countsLock)})`.execute(transaction)
        const changes = new Map<string, { row: Pick<Row, 'language' | 'standing'>; by: number }>()
        const change = (row: Pick<Row, 'language' | 'standing'>, by: number) => {
          const key = `${row.standing} ${row.language}`
          changes.set(key, { row, by: (changes.get(key)?.by ?? 0) + by })
        }
        for (const row of await rowsOf(numbers, transaction)) change(row, -1)
        await transaction
          .deleteFrom('extension_language')
          .where('account', '=', account)
          .where('ext', 'in', numbers)
          .execute()
        if (read.length > 0)
          await transaction
            .insertInto('extension_language')
            .values(
              read.map((row) => ({
                account,
                ext: row.ext,
                language: row.language,
                lang_code: row.langCode,
                lang_code_txt: row.langCodeTxt,
                record_lang_code: row.recordLangCode,
                record_lang_code_txt: row.recordLangCodeTxt,
                standing: row.standing,
                read_at: row.readAt,
              })),
            )
            .execute()
        for (const row of read) change(row, 1)
        for (const { row, by } of changes.values()) if (by !== 0) await count(transaction, row, by)
        await transaction
          .deleteFrom('language_count')
          .where('account', '=', account)
          .where('count', '<=', 0)
          .execute()
      })
    },

    /** By number: those after a place, before it, or from the beginning. */
    async list(
      filter: LanguageFilter,
      { after, before }: { after?: string | undefined; before?: string | undefined },
      limit: number,
    ): Promise<ExtensionLanguageRow[]> {
      if (before !== undefined) {
        const rows = await filtered(filter)
          .where('ext', '<', before)
          .orderBy('ext', 'desc')
          .limit(limit)
          .execute()
        return rows.toReversed().map(toRow)
      }
      const query = after === undefined ? filtered(filter) : filtered(filter).where('ext', '>', after)
      return (await query.orderBy('ext').limit(limit).execute()).map(toRow)
    },

    /** When each of the numbers was read; those never read are left out. */
    async readAt(numbers: readonly string[]): Promise<Map<string, number>> {
      if (numbers.length === 0) return new Map()
      return new Map((await rowsOf(numbers)).map(({ ext, read_at }) => [ext, read_at]))
    },

    async summary(): Promise<Pick<LanguageSummary, 'counts' | 'read' | 'oldestReadAt' | 'newestReadAt'>> {
      const of = db.selectFrom('extension_language').where('account', '=', account)
      const [counts, total, oldest, newest] = await Promise.all([
        db
          .selectFrom('language_count')
          .select(['language', 'standing', 'count'])
          .where('account', '=', account)
          .orderBy('count', 'desc')
          .orderBy('language')
          .limit(mostCounts)
          .execute(),
        db
          .selectFrom('language_count')
          .select((eb) => eb.fn.sum<number | string | null>('count').as('total'))
          .where('account', '=', account)
          .executeTakeFirstOrThrow(),
        of.select('read_at').orderBy('read_at').limit(1).executeTakeFirst(),
        of.select('read_at').orderBy('read_at', 'desc').limit(1).executeTakeFirst(),
      ])
      return {
        counts: counts.map((row) => ({ ...row, standing: standingOf(row.standing) })),
        read: Number(total.total ?? 0),
        oldestReadAt: oldest?.read_at ?? null,
        newestReadAt: newest?.read_at ?? null,
      }
    },
  }
}
export type LanguageStore = ReturnType<typeof createLanguageStore>
