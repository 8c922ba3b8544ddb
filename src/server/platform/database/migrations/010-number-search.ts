import { sql, type Migration } from 'kysely'

/** SQLite has no function that reverses a text. */
const reversed = {
  postgres: 'reverse(ext)',
  sqlite: `(${Array.from({ length: 15 }, (_, index) => `substr(ext, -${index + 1}, 1)`).join(' || ')})`,
}

/** Finds numbers by their last digits. The start of a number is now one of several searches. */
export const numberSearch = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    for (const statement of [
      `CREATE INDEX inventory_ending ON inventory (account, ${reversed[engine]}, ext, state)`,
      `UPDATE saved_view SET page = 'numbers', query = substr(replace('&' || query, '&ext=', '&search='), 2)
        WHERE page = 'inventory'`,
    ])
      await sql.raw(statement).execute(db)
  },
})
