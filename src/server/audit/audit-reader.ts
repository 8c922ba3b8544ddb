import { sql, type RawBuilder } from 'kysely'
import type { AuditRow } from './audit-store.ts'
import { endOf, type Database } from '../platform/database/database.ts'

/** Users by ID, under any of their names; or strangers by the name they typed, which proves nothing. */
export type Actors = { userIds: readonly string[] } | { typedName: string }

export interface AuditFilter {
  by?: Actors | undefined
  actions?: readonly string[] | undefined
  object?: string | undefined
  /** The request or job of the entries. */
  requestId?: string | undefined
  from?: number | undefined
  /** Exclusive. */
  to?: number | undefined
  /** Leaves out the entry of each row that a job creates. */
  withoutJobRows?: boolean
}

/** An action: the entry of its outcome, or of its intent while there is no outcome. */
export interface AuditEventRow extends AuditRow {
  /** When an outcome's intent was written; null without one. */
  begun_at: number | null
}

/** A position in the list: time and ID of an event. */
export interface AuditCursor {
  at: number
  id: string
}

type Column = 'request_id' | 'object' | 'actor_id' | 'actor_name' | 'action'

/** The `actor_id` of people whose sign-in has not succeeded. By bytes, it sorts before every user's ID. */
const strangerId = '-'
/** The most users to find for a name that users shared at different times. */
const maxNamesakes = 10
const idShape = /^\w[\w-]{0,63}$/

/** Returns the accepted values for each column. */
function valuesOf({ requestId, object, by, actions }: AuditFilter): Map<Column, readonly string[]> {
  const values = new Map<Column, readonly string[]>()
  if (requestId !== undefined) values.set('request_id', [requestId])
  if (object !== undefined) values.set('object', [object])
  if (by !== undefined && 'userIds' in by) values.set('actor_id', by.userIds)
  if (by !== undefined && 'typedName' in by)
    values.set('actor_name', [by.typedName]).set('actor_id', [strangerId])
  if (actions !== undefined) values.set('action', actions)
  return values
}

const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} IN (${sql.join(values)})`

/** Returns the texts that `next` finds after each other, at most `limit`. Each takes one index step, however many rows have it. */
async function stepwise(
  limit: number,
  next: (last: string | undefined) => Promise<{ text: string } | undefined>,
): Promise<string[]> {
  const texts: string[] = []
  while (texts.length < limit) {
    const found = await next(texts.at(-1))
    if (found === undefined) break
    texts.push(found.text)
  }
  return texts
}

/** Reads the audit with keyset pagination, so a page deep down costs no more than the first. */
export class AuditReader {
  readonly #db: Database['db']

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db
  }

  /** Returns the events before a position, or the newest ones, newest first. */
  older(filter: AuditFilter, cursor: AuditCursor | null, limit: number): Promise<AuditEventRow[]> {
    return this.#events(filter)
      .$if(cursor !== null, (query) => query.where(sql<boolean>`(at, id) < (${cursor?.at}, ${cursor?.id})`))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  /** Returns the events right after a position, oldest first. */
  newer(filter: AuditFilter, cursor: AuditCursor, limit: number): Promise<AuditEventRow[]> {
    return this.#events(filter)
      .where(sql<boolean>`(at, id) > (${cursor.at}, ${cursor.id})`)
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** Returns the completed actions on the objects, oldest first. */
  async completed(objects: readonly string[], actions: readonly string[]): Promise<AuditRow[]> {
    if (objects.length === 0) return []
    return this.#db
      .selectFrom('audit')
      .selectAll()
      .where('object', 'in', objects)
      .where(isOneOf(sql.ref('action'), actions))
      .where('phase', '=', 'outcome')
      .where('result', '=', 'done')
      .orderBy('at')
      .orderBy('id')
      .execute()
  }

  /**
   * Returns the users who have or had this name. Without any, returns the user with this ID when the text looks like an
   * ID, otherwise the strangers who typed it.
   */
  async actorsCalled(name: string): Promise<Actors> {
    const userIds = await stepwise(maxNamesakes, (last = strangerId) =>
      this.#db
        .selectFrom('audit')
        .select('actor_id as text')
        .where('actor_name', '=', name)
        .where('actor_id', '>', last)
        .orderBy('actor_id')
        .limit(1)
        .executeTakeFirst(),
    )
    if (userIds.length > 0) return { userIds }
    return idShape.test(name) ? { userIds: [name] } : { typedName: name }
  }

  /**
   * Returns the names of users or objects in the audit that begin with `start`, sorted. Leaves out texts that strangers typed:
   * they may be passwords.
   */
  names(of: 'actor' | 'object', start: string, limit: number): Promise<string[]> {
    const column = of === 'actor' ? 'actor_name' : 'object'
    return stepwise(limit, (last) =>
      this.#db
        .selectFrom('audit')
        .select(`${column} as text`)
        // Must be spelled like the index's condition; otherwise the engine ignores the index.
        .where('actor_id', '<>', sql.lit(strangerId))
        .where(column, last === undefined ? '>=' : '>', last ?? start)
        .where(column, '<', endOf(start))
        .orderBy(column)
        .limit(1)
        .executeTakeFirst(),
    )
  }

  /** Selects outcomes, and intents without one. */
  #events(filter: AuditFilter) {
    let query = this.#db
      .selectFrom('audit')
      .selectAll()
      .select(
        sql<number | null>`(SELECT intent.at FROM audit AS intent WHERE intent.id = audit.intent_id)`.as(
          'begun_at',
        ),
      )
      // With a limit, so that PostgreSQL reads by the index instead of hashing the table.
      .where(
        sql<boolean>`(phase = 'outcome' OR (SELECT outcome.id FROM audit AS outcome WHERE outcome.intent_id = audit.id LIMIT 1) IS NULL)`,
      )
    for (const [column, values] of valuesOf(filter)) query = query.where(isOneOf(sql.ref(column), values))
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('at', '<', filter.to)
    // Must be spelled like the index's condition.
    if (filter.withoutJobRows === true) query = query.where('action', '<>', sql.lit('job.item.create'))
    return query
  }
}
