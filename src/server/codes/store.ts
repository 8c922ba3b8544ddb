import { sql } from 'kysely'
import { isCodedField, type CodeChange, type CodeName } from '#contract/codes.ts'
import { ProblemError } from '../platform/problems.ts'
import { replaced, type Database, type StoreTransaction } from '../platform/database/database.ts'

export type Naming = NonNullable<CodeChange['name']>

/**
 * The names that administrators give to the codes of one service. A removed name keeps its version, so a change based on an older
 * version still fails.
 */
export class CodeNames {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  async read(): Promise<CodeName[]> {
    const rows = await this.#db
      .selectFrom('code_name')
      .select(['field', 'value', 'en', 'zh', 'note', 'version'])
      .select(['changed_by as changedBy', 'changed_at as changedAt'])
      .where('account', '=', this.#account)
      .where((eb) => eb.or([eb('en', '<>', ''), eb('zh', '<>', '')]))
      .orderBy('field')
      .orderBy('value')
      .execute()
    return rows.flatMap(({ field, ...name }) => (isCodedField(field) ? [{ field, ...name }] : []))
  }

  /**
   * Applies all changes and returns the names before, in the same order. Throws `edit-conflict` when a version is outdated. One
   * such transaction runs at a time (`Audit.transaction`).
   */
  async change(
    transaction: StoreTransaction,
    changes: readonly CodeChange[],
    by: string,
    at: number,
  ): Promise<Naming[]> {
    const rows = await transaction
      .selectFrom('code_name')
      .select(['field', 'value', 'version', 'en', 'zh', 'note'])
      .where('account', '=', this.#account)
      .execute()
    const known = new Map(rows.map((row) => [`${row.field} ${row.value}`, row]))
    const next = changes.map(({ field, value, version, name }) => {
      const row = known.get(`${field} ${value}`)
      const isNamed = row !== undefined && (row.en !== '' || row.zh !== '')
      if (version !== (isNamed ? row.version : 0)) throw new ProblemError('edit-conflict')
      return {
        account: this.#account,
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
        conflict
          .columns(['account', 'field', 'value'])
          .doUpdateSet(replaced(['en', 'zh', 'note', 'version', 'changed_by', 'changed_at'])),
      )
      .execute()
    return changes.map(({ field, value }) => {
      const { en = '', zh = '', note = '' } = known.get(`${field} ${value}`) ?? {}
      return { en, zh, note }
    })
  }
}

/** An observed value of a field, or an observed unknown field of an operation. Times are in epoch milliseconds. */
export interface ObservedCount {
  field: string
  value: string
  count: number
  firstSeenAt: number
  lastSeenAt: number
}

/** The observed values of one service, counted across all replicas. */
export class ObservedValueStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  read(): Promise<ObservedCount[]> {
    return this.#db
      .selectFrom('observed_value')
      .select(['field', 'value', 'count', 'first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
      .where('account', '=', this.#account)
      .orderBy('field')
      .orderBy('value')
      .execute()
  }

  /** Adds counts in one statement. Keeps the first time when another replica already saw the value. */
  async add(seen: readonly ObservedCount[]): Promise<void> {
    if (seen.length === 0) return
    await this.#db
      .insertInto('observed_value')
      .values(
        seen.map(({ field, value, count, firstSeenAt, lastSeenAt }) => ({
          account: this.#account,
          field,
          value,
          count,
          first_seen_at: firstSeenAt,
          last_seen_at: lastSeenAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['account', 'field', 'value']).doUpdateSet({
          count: sql`observed_value.count + excluded.count`,
          last_seen_at: sql`CASE WHEN excluded.last_seen_at > observed_value.last_seen_at
              THEN excluded.last_seen_at ELSE observed_value.last_seen_at END`,
        }),
      )
      .execute()
  }
}
