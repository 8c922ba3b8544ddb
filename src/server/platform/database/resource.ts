import { sql, type RawBuilder } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import { nameKey } from '#contract/text.ts'
import { ProblemError } from '../problems.ts'
import type { Database, StoreTransaction } from './database.ts'

type Values<Row> = { readonly [Column in keyof Row]?: Row[Column] }

interface Rules<Row> {
  /** The column `name` has no duplicates, ignoring case, among the rows with the same values in these columns. */
  unique?: { among: readonly (keyof Row)[]; problem: ProblemCode }
  /** The most rows with the same values in these columns. */
  most?: { among: readonly (keyof Row)[]; count: number; problem: () => ProblemError }
}

/** `version`: that of the row which the user has seen, 0 for none; undefined to replace any. */
export interface Edit {
  version?: number | undefined
  at: number
}

/** SQL: true for the rows with these values. */
const isOf = (values: object): RawBuilder<boolean> => {
  const conditions = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return conditions.length === 0 ? sql`1 = 1` : sql`${sql.join(conditions, sql` AND `)}`
}

const insert = <Row>(table: RawBuilder<unknown>, row: object) =>
  sql<Row>`INSERT INTO ${table} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    VALUES (${sql.join(Object.values(row))}) ON CONFLICT DO NOTHING RETURNING *`

const update = <Row>(table: RawBuilder<unknown>, key: object, values: object) => {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return sql<Row>`UPDATE ${table} SET ${sql.join(changes)} WHERE ${isOf(key)} RETURNING *`
}

/**
 * One kind of small things that users keep, such as pools: a row each, found by its key, with a version. Changes run in
 * `Audit.transaction`, one at a time, so that the rules hold.
 */
export class Resource<Row extends { version: number }> {
  readonly #table: RawBuilder<unknown>
  readonly #rules: Rules<Row>

  constructor(table: string, rules: Rules<Row> = {}) {
    this.#table = sql.table(table)
    this.#rules = rules
  }

  async find(db: Database['db'], key: Values<Row>): Promise<Row | undefined> {
    const { rows } = await sql<Row>`SELECT * FROM ${this.#table} WHERE ${isOf(key)}`.execute(db)
    return rows[0]
  }

  /** Throws `not-found`. */
  async get(db: Database['db'], key: Values<Row>): Promise<Row> {
    const row = await this.find(db, key)
    if (row === undefined) throw new ProblemError('not-found')
    return row
  }

  /** Changes these values of a row. Throws `not-found` and what `put` throws. */
  async change(
    transaction: StoreTransaction,
    key: Values<Row>,
    values: Values<Row>,
    edit: Edit,
  ): Promise<{ before: Row; after: Row }> {
    const before = await this.get(transaction, key)
    return { before, after: await this.put(transaction, key, values, edit) }
  }

  /**
   * Adds a row, or changes these values of it, and returns it. Throws `edit-conflict` when it has another version, and the problems of
   * the rules.
   */
  async put(transaction: StoreTransaction, key: Values<Row>, values: Values<Row>, edit: Edit): Promise<Row> {
    const before = await this.#seen(transaction, key, edit)
    await this.#check(transaction, key, { ...before, ...key, ...values }, before === undefined)
    const last = before?.version ?? 0
    // Versions never repeat, not even after a removed row.
    const columns: Record<string, unknown> = { ...values, version: Math.max(edit.at, last + 1) }
    if (this.#rules.unique !== undefined && 'name' in values)
      columns['name_key'] = nameKey(String(values['name']))
    const { rows } = await (
      before === undefined
        ? insert<Row>(this.#table, { ...key, ...columns })
        : update<Row>(this.#table, { ...key, version: last }, columns)
    ).execute(transaction)
    const [after] = rows
    if (after === undefined) throw new ProblemError('edit-conflict')
    return after
  }

  /** Removes a row, if there is one. Throws `edit-conflict` when it has another version. */
  async remove(
    transaction: StoreTransaction,
    key: Values<Row>,
    edit: Pick<Edit, 'version'> = {},
  ): Promise<void> {
    await this.#seen(transaction, key, edit)
    await sql`DELETE FROM ${this.#table} WHERE ${isOf(key)}`.execute(transaction)
  }

  async #seen(
    transaction: StoreTransaction,
    key: Values<Row>,
    { version }: Pick<Edit, 'version'>,
  ): Promise<Row | undefined> {
    const row = await this.find(transaction, key)
    if (version !== undefined && version !== (row?.version ?? 0)) throw new ProblemError('edit-conflict')
    return row
  }

  async #check(
    transaction: StoreTransaction,
    key: Values<Row>,
    row: Values<Row> & { name?: unknown },
    isNew: boolean,
  ): Promise<void> {
    const { unique, most } = this.#rules
    const among = (columns: readonly (keyof Row)[]) =>
      isOf(Object.fromEntries(columns.map((column) => [column, row[column]])))
    if (unique !== undefined) {
      const { rows } = await sql`SELECT 1 FROM ${this.#table} WHERE ${among(unique.among)}
        AND name_key = ${nameKey(String(row.name))} AND NOT (${isOf(key)})`.execute(transaction)
      if (rows.length > 0) throw new ProblemError(unique.problem)
    }
    if (most === undefined || !isNew) return
    const { rows } = await sql`SELECT 1 FROM ${this.#table} WHERE ${among(most.among)}`.execute(transaction)
    if (rows.length >= most.count) throw most.problem()
  }
}
