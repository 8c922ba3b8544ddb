import type { DatabaseSync } from 'node:sqlite'
import type { ExtensionRow } from './schema.ts'

/**
 * The two lists that a caller can page through, sorted by number. `idle`: free, enabled and not in use (operation 8);
 * `unbound`: bound to no agent (operation 9). The partial indexes have the same conditions.
 */
const conditions = {
  idle: 'bind_status = 0 AND enabled = 1 AND using_uuid IS NULL',
  unbound: 'bind_status = 0',
} as const
export type ListName = keyof typeof conditions
const listNames = ['idle', 'unbound'] as const satisfies readonly ListName[]

type Listed = Pick<ExtensionRow, 'company_id' | 'ext' | 'bind_status' | 'enabled' | 'using_uuid'>
const listsOf = (row: Listed): readonly ListName[] => {
  if (row.bind_status !== 0) return []
  return row.enabled === 1 && row.using_uuid === null ? listNames : ['unbound']
}

/**
 * A tree of digits: `branch.count` is the count of listed numbers that begin with the prefix and are at least two digits
 * longer. The few shorter numbers are looked up in the index. A tree over a million numbers then has some ten thousand
 * branches, and any page or total costs a short descent, at any depth and density.
 */
const shortDigits = 2
export const listSchema = `
  CREATE INDEX IF NOT EXISTS extension_idle ON extension (company_id, ext) WHERE ${conditions.idle};
  CREATE INDEX IF NOT EXISTS extension_unbound ON extension (company_id, ext) WHERE ${conditions.unbound};
  CREATE TABLE IF NOT EXISTS branch (
    company_id TEXT NOT NULL, list TEXT NOT NULL, prefix TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (company_id, list, prefix)
  ) WITHOUT ROWID;`

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** Returns `prefix` and all its shorter prefixes, down to the empty text. */
const beginnings = (prefix: string): string[] =>
  Array.from({ length: prefix.length + 1 }, (_, length) => prefix.slice(0, length))
/** Returns the first text after all texts with the prefix; `:` follows `9`. */
const after = (prefix: string) => `${prefix}:`

/** @param smallBranch size up to which stepping along the index is cheaper than going further down the tree. */
export function createLists(db: DatabaseSync, smallBranch = 500) {
  const readBranch = db.prepare('SELECT count FROM branch WHERE company_id = ? AND list = ? AND prefix = ?')
  const addBranch = db.prepare(
    `INSERT INTO branch (company_id, list, prefix, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  )
  const statements = (list: ListName) => {
    const from = `FROM extension WHERE company_id = ? AND ${conditions[list]}`
    return {
      among: db.prepare(
        `SELECT count(*) AS count ${from} AND ext IN (?, ${digits.map(() => '?').join(', ')})`,
      ),
      start: db.prepare(`SELECT ext ${from} AND ext >= ? AND ext < ? ORDER BY ext LIMIT 1 OFFSET ?`),
      rows: db.prepare(`SELECT * ${from} AND ext >= ? AND ext < ? ORDER BY ext LIMIT ?`),
      longest: db.prepare(
        `SELECT company_id, substr(ext, 1, length(ext) - ${shortDigits}) AS prefix, count(*) AS count
         FROM extension WHERE ${conditions[list]} GROUP BY 1, 2`,
      ),
    }
  }
  const lists = { idle: statements('idle'), unbound: statements('unbound') }

  const countIn = (row: Record<string, unknown> | undefined): number => Number(row?.['count'] ?? 0)
  const branch = (companyId: string, list: ListName, prefix: string): number =>
    countIn(readBranch.get(companyId, list, prefix))
  const short = (companyId: string, list: ListName, prefix: string): number =>
    countIn(lists[list].among.get(companyId, prefix, ...digits.map((digit) => prefix + digit)))
  const total = (companyId: string, list: ListName, prefix: string): number =>
    branch(companyId, list, prefix) + short(companyId, list, prefix)

  /** Returns the number at `offset` within the prefix; null when there are fewer numbers. */
  function numberAt(companyId: string, list: ListName, prefix: string, offset: number): string | null {
    const { start } = lists[list]
    if (branch(companyId, list, prefix) <= smallBranch) {
      const row = start.get(companyId, prefix, after(prefix), offset)
      return row === undefined ? null : String(row['ext'])
    }
    // The prefix may itself be a number, which comes before its branches.
    const atPrefix = start.get(companyId, prefix, `${prefix}0`, 0) === undefined ? 0 : 1
    if (offset < atPrefix) return prefix
    let left = offset - atPrefix
    for (const digit of digits) {
      const count = total(companyId, list, prefix + digit)
      if (left < count) return numberAt(companyId, list, prefix + digit, left)
      left -= count
    }
    return null
  }

  return {
    total,
    /** Returns the rows from `offset` on. */
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
    /** Updates the tree for an added (1) or removed (-1) row. Call it in the same transaction. */
    count(row: Listed, by: 1 | -1): void {
      for (const list of listsOf(row))
        for (const prefix of beginnings(row.ext.slice(0, -shortDigits)))
          addBranch.run(row.company_id, list, prefix, by)
    },
    /** Rebuilds the tree after many rows were added. Call it in the same transaction. */
    recount(): void {
      db.exec('DELETE FROM branch')
      for (const list of listNames)
        for (const row of lists[list].longest.all())
          for (const prefix of beginnings(String(row['prefix'])))
            addBranch.run(String(row['company_id']), list, prefix, countIn(row))
    },
  }
}
export type Lists = ReturnType<typeof createLists>
