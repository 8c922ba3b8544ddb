import { sql, type RawBuilder } from 'kysely'
import type { AuditRow } from './audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isWithin, type HistoryRange } from '../platform/history-range.ts'

/** Users, under any of their names; or the strangers who typed a name, which proves nothing. */
export type Actors = { userIds: readonly string[] } | { typedName: string }

export interface AuditFilter {
  by?: Actors | undefined
  action?: string | undefined
  object?: string | undefined
  /** The request, or the job, that the entries belong to. */
  requestId?: string | undefined
  from?: number | undefined
  /** Excluded. */
  to?: number | undefined
  /** Leaves out each row that a job creates. */
  withoutJobRows?: boolean
}

/** A place in the list: `at` and id of an entry. */
export interface AuditPlace {
  at: number
  id: string
}

type Column = 'request_id' | 'object' | 'actor_id' | 'actor_name' | 'action'

/** The `actor_id` of those whose sign-in has not succeeded; by bytes it sorts before every user's. */
const strangerId = '-'
/** Users who shared a name, at different times. */
const mostNamesakes = 10
const idShape = /^\w[\w-]{0,63}$/

/** The values that each column must have one of. */
function valuesOf({ requestId, object, by, action }: AuditFilter): Map<Column, readonly string[]> {
  const values = new Map<Column, readonly string[]>()
  if (requestId !== undefined) values.set('request_id', [requestId])
  if (object !== undefined) values.set('object', [object])
  if (by !== undefined && 'userIds' in by) values.set('actor_id', by.userIds)
  if (by !== undefined && 'typedName' in by)
    values.set('actor_name', [by.typedName]).set('actor_id', [strangerId])
  if (action !== undefined) values.set('action', [action])
  return values
}

/** The columns of one index, the narrowest that answers the filter. */
function indexedOf({ requestId, object, by }: AuditFilter): readonly Column[] {
  if (requestId !== undefined) return ['request_id']
  if (object !== undefined) return ['object']
  if (by !== undefined) return 'userIds' in by ? ['actor_id', 'action'] : ['actor_name', 'actor_id']
  return ['action']
}

const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} IN (${sql.join(values)})`

/** Comes after every text that begins with `start`; texts are compared by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/** Reads the audit by keyset, so that a page deep down costs what the first one does. */
export function createAuditReader({ db }: Pick<Database, 'db'>) {
  function filtered(filter: AuditFilter) {
    const indexed = indexedOf(filter)
    let query = db.selectFrom('audit').selectAll()
    for (const [column, values] of valuesOf(filter)) {
      const plain = sql.ref(column)
      // Neither engine looks for an index of an expression: the intended index is the only one left to choose.
      query = query.where(isOneOf(indexed.includes(column) ? plain : sql`${plain} || ''`, values))
    }
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('at', '<', filter.to)
    // Spelled as in the index.
    if (filter.withoutJobRows === true) query = query.where('action', '<>', sql.lit('job.item.create'))
    return query
  }

  return {
    /** Newest first: the entries before a place, or from the newest on. */
    older: (filter: AuditFilter, place: AuditPlace | null, limit: number): Promise<AuditRow[]> =>
      (place === null
        ? filtered(filter)
        : filtered(filter).where(sql<boolean>`(at, id) < (${place.at}, ${place.id})`)
      )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Oldest first: the entries that come next after a place. */
    newer: (filter: AuditFilter, place: AuditPlace, limit: number): Promise<AuditRow[]> =>
      filtered(filter)
        .where(sql<boolean>`(at, id) > (${place.at}, ${place.id})`)
        .orderBy('at')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** What came of actions on an object, the latest first: outcomes, and intents without one. `but` leaves out those that were done. */
    history: (
      object: string,
      { actions, but }: { actions: readonly string[]; but: readonly string[] },
      range: HistoryRange,
      limit: number,
    ): Promise<AuditRow[]> =>
      filtered({ object })
        // No engine uses an index for an expression: the object's index is read.
        .where(isOneOf(sql`action || ''`, actions))
        .where(sql<boolean>`NOT (${isOneOf(sql`action || ''`, but)} AND coalesce(result, '') = 'done')`)
        .where(
          sql<boolean>`(phase = 'outcome' OR NOT EXISTS (SELECT 1 FROM audit AS ended WHERE ended.request_id = audit.request_id
            AND ended.action = audit.action AND ended.object = audit.object AND ended.phase = 'outcome'
            AND (ended.at, ended.id) > (audit.at, audit.id)))`,
        )
        .where(isWithin(range, sql`at`, sql`id`))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** The users who have or had that name, or that id; only where there are none, the strangers who typed it. */
    async actorsCalled(name: string): Promise<Actors> {
      const userIds: string[] = []
      while (userIds.length < mostNamesakes) {
        const row = await db
          .selectFrom('audit')
          .select('actor_id')
          .where('actor_name', '=', name)
          .where('actor_id', '>', userIds.at(-1) ?? strangerId)
          .orderBy('actor_id')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) break
        userIds.push(row.actor_id)
      }
      if (userIds.length > 0) return { userIds }
      return idShape.test(name) ? { userIds: [name] } : { typedName: name }
    },

    /**
     * The users or objects on record that begin with `start`, by name, each found by one step through the index. Without what
     * strangers typed: it may be a password.
     */
    async names(of: 'actor' | 'object', start: string, limit: number): Promise<string[]> {
      const column = of === 'actor' ? 'actor_name' : 'object'
      const names: string[] = []
      while (names.length < limit) {
        const last = names.at(-1)
        const row = await db
          .selectFrom('audit')
          .select(`${column} as name`)
          // Spelled as in the index, which is not used otherwise.
          .where('actor_id', '<>', sql.lit(strangerId))
          .where(column, last === undefined ? '>=' : '>', last ?? start)
          .where(column, '<', endOf(start))
          .orderBy(column)
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) break
        names.push(row.name)
      }
      return names
    },
  }
}
export type AuditReader = ReturnType<typeof createAuditReader>
