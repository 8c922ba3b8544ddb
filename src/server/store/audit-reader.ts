import type { Database } from './database.ts'
import type { AuditRow } from './audit-store.ts'

export interface AuditFilter {
  /** Beginning of the actor's name. */
  actor?: string | undefined
  action?: string | undefined
  /** Beginning of the object. */
  object?: string | undefined
  from?: number | undefined
  /** Excluded. */
  to?: number | undefined
}

/** Comes after every text that begins with `start`. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/** Reads the audit newest first, by keyset, so that a page deep down costs what the first one does. */
export function createAuditReader({ db }: Pick<Database, 'db'>) {
  return {
    /** @param before `at` and id of the last row of the page above. */
    page(
      { actor, action, object, from, to }: AuditFilter,
      before: { at: number; id: string } | null,
      limit: number,
    ): Promise<AuditRow[]> {
      let query = db.selectFrom('audit').selectAll()
      if (actor !== undefined)
        query = query.where('actor_name', '>=', actor).where('actor_name', '<', endOf(actor))
      if (action !== undefined) query = query.where('action', '=', action)
      if (object !== undefined)
        query = query.where('object', '>=', object).where('object', '<', endOf(object))
      if (from !== undefined) query = query.where('at', '>=', from)
      if (to !== undefined) query = query.where('at', '<', to)
      if (before !== null)
        query = query.where((where) =>
          where.or([
            where('at', '<', before.at),
            where.and([where('at', '=', before.at), where('id', '<', before.id)]),
          ]),
        )
      return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
export type AuditReader = ReturnType<typeof createAuditReader>
