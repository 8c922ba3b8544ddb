import { sql } from 'kysely'
import type { AuditRow } from './audit-store.ts'
import type { Database } from './database.ts'

export interface AuditFilter {
  actor?: string | undefined
  action?: string | undefined
  object?: string | undefined
  /** The request, or the job, that the entries belong to. */
  requestId?: string | undefined
  from?: number | undefined
  /** Excluded. */
  to?: number | undefined
}

/** A place in the list: `at` and id of an entry. */
export interface AuditPlace {
  at: number
  id: string
}

const columns = { requestId: 'request_id', object: 'object', actor: 'actor_name', action: 'action' } as const

/** The filters that an index answers, the narrowest first; `actor` and `action` share one. */
function indexedOf({ requestId, object, actor, action }: AuditFilter): readonly (keyof typeof columns)[] {
  if (requestId !== undefined) return ['requestId']
  if (object !== undefined) return ['object']
  if (actor !== undefined) return action === undefined ? ['actor'] : ['actor', 'action']
  return ['action']
}

/** Comes after every text that begins with `start`; texts are compared by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/** Reads the audit by keyset, so that a page deep down costs what the first one does. */
export function createAuditReader({ db }: Pick<Database, 'db'>) {
  function filtered(filter: AuditFilter) {
    const indexed = indexedOf(filter)
    let query = db.selectFrom('audit').selectAll()
    for (const name of ['requestId', 'object', 'actor', 'action'] as const) {
      const value = filter[name]
      if (value === undefined) continue
      const column = columns[name]
      // Neither engine looks for an index of an expression: the one wanted is the only one left to choose.
      query = indexed.includes(name)
        ? query.where(column, '=', value)
        : query.where(sql`${sql.ref(column)} || ''`, '=', value)
    }
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('at', '<', filter.to)
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

    /** The actors or objects on record that begin with `start`, by name, each found by one step through the index. */
    async names(of: 'actor' | 'object', start: string, limit: number): Promise<string[]> {
      const column = columns[of]
      const names: string[] = []
      while (names.length < limit) {
        const last = names.at(-1)
        const row = await db
          .selectFrom('audit')
          .select(`${column} as name`)
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
