import type { DatabaseSync } from 'node:sqlite'
import type { ExtensionRow } from './schema.ts'

/**
 * The two lists a caller can page through, in the order of the number. `idle` is free, enabled and used by nobody
 * (operation 8); `unbound` is bound to no agent (operation 9). The conditions are those of the partial indexes.
 */
const conditions = {
  idle: 'bind_status = 0 AND enabled = 1 AND using_uuid IS NULL',
  unbound: 'bind_status = 0',
} as const
export type ListName = keyof typeof conditions
const listNames = ['idle', 'unbound'] as const satisfies readonly ListName[]

/** Numbers are counted by their first 0 to 4 digits, so that a page or a total deep inside a million rows costs a short descent. */
const countedDigits = 4

export const listSchema = `
  CREATE INDEX IF NOT EXISTS extension_idle ON extension (company_id, ext) WHERE ${conditions.idle};
  CREATE INDEX IF NOT EXISTS extension_unbound ON extension (company_id, ext) WHERE ${conditions.unbound};
  CREATE TABLE IF NOT EXISTS list_count (
    company_id TEXT NOT NULL, list TEXT NOT NULL, prefix TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (company_id, list, prefix)
  ) WITHOUT ROWID;`

type Listed = Pick<ExtensionRow, 'bind_status' | 'enabled' | 'using_uuid'>

export const listsOf = (row: Listed): ListName[] => {
  if (row.bind_status !== 0) return []
  return row.enabled === 1 && row.using_uuid === null ? ['idle', 'unbound'] : ['unbound']
}

export const longestPrefixOf = (ext: string): string => ext.slice(0, countedDigits)

const prefixesOf = (ext: string): string[] =>
  Array.from({ length: Math.min(countedDigits, ext.length) + 1 }, (_, length) => ext.slice(0, length))

/** First text after all that begin with the prefix; `:` follows `9`. */
const after = (prefix: string) => `${prefix}:`

export function createLists(db: DatabaseSync) {
  const readCount = db.prepare(
    'SELECT count FROM list_count WHERE company_id = ? AND list = ? AND prefix = ?',
  )
  const addCount = db.prepare(
    `INSERT INTO list_count (company_id, list, prefix, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  )
  const statements = (list: ListName) => {
    const where = `company_id = ? AND ${conditions[list]} AND ext >= ? AND ext < ?`
    return {
      count: db.prepare(`SELECT count(*) AS count FROM extension WHERE ${where}`),
      start: db.prepare(`SELECT ext FROM extension WHERE ${where} ORDER BY ext LIMIT 1 OFFSET ?`),
      rows: db.prepare(`SELECT * FROM extension WHERE ${where} ORDER BY ext LIMIT ?`),
    }
  }
  const lists = { idle: statements('idle'), unbound: statements('unbound') }

  const numberIn = (row: Record<string, unknown> | undefined): number => Number(row?.['count'] ?? 0)

  function total(companyId: string, list: ListName, prefix: string): number {
    return prefix.length <= countedDigits
      ? numberIn(readCount.get(companyId, list, prefix))
      : numberIn(lists[list].count.get(companyId, prefix, after(prefix)))
  }

  /** The number at `offset` within the prefix: down the digits while whole branches can be skipped, then along the index. */
  function numberAt(companyId: string, list: ListName, prefix: string, offset: number): string | null {
    if (prefix.length >= countedDigits) {
      const row = lists[list].start.get(companyId, prefix, after(prefix), offset)
      return typeof row?.['ext'] === 'string' ? row['ext'] : null
    }
    let left = offset
    const exact = numberIn(lists[list].count.get(companyId, prefix, `${prefix}0`))
    if (left < exact) return prefix
    left -= exact
    for (let digit = 0; digit <= 9; digit++) {
      const branch = `${prefix}${digit}`
      const count = total(companyId, list, branch)
      if (left < count) return numberAt(companyId, list, branch, left)
      left -= count
    }
    return null
  }

  return {
    total,
    /** Rows from `offset` on. */
    rows(
      companyId: string,
      list: ListName,
      prefix: string,
      offset: number,
      limit: number,
    ): Record<string, unknown>[] {
      const start = numberAt(companyId, list, prefix, offset)
      return start === null ? [] : lists[list].rows.all(companyId, start, after(prefix), limit)
    },
    /** Keeps the counts in step with a row that appears (+1) or goes (-1); belongs in the same transaction as the row. */
    count(companyId: string, row: Listed & { ext: string }, by: 1 | -1): void {
      for (const list of listsOf(row))
        for (const prefix of prefixesOf(row.ext)) addCount.run(companyId, list, prefix, by)
    },
    /** Adds many at once, for seeding: counts by list and `longestPrefixOf` number. */
    addCounts(companyId: string, counts: Record<ListName, ReadonlyMap<string, number>>): void {
      for (const list of listNames)
        for (const [longest, count] of counts[list])
          for (const prefix of prefixesOf(longest)) addCount.run(companyId, list, prefix, count)
    },
  }
}
export type Lists = ReturnType<typeof createLists>
