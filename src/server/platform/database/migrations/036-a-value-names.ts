import { sql, type Migration } from 'kysely'

const fields = ['bindStatus', 'enabled', 'extType', 'status']

/** Returns scheme, host, port and path of a URL, without a trailing slash. */
function normalUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

interface Connection {
  url: string
  extensions_url: string
  app_id: string
  company_id: string | null
  profile: string
}

/** Moves the names for values of extensions into the profile of the saved connection; there is no place for others. */
export const valueNames: Migration = {
  async up(db) {
    const { rows } = await sql<Connection>`SELECT * FROM service_connection`.execute(db)
    for (const { url, extensions_url, app_id, company_id, profile } of rows) {
      const parts = [normalUrl(url), normalUrl(extensions_url), encodeURIComponent(app_id)]
      const account = [...parts, ...(company_id === null ? [] : [company_id])].join(' ')
      const named = await sql<{ field: string; value: string; en: string; zh: string }>`
        SELECT field, value, en, zh FROM code_name WHERE account = ${account} AND (en <> '' OR zh <> '')
        ORDER BY field, value`.execute(db)
      const values: Record<string, Record<string, string>> = {}
      for (const { field, value, en, zh } of named.rows) {
        const name = field.replace('extension.', '')
        const both = en !== '' && zh !== '' && en !== zh ? `${en} / ${zh}` : en || zh
        // The profile takes names of at most 60 characters.
        if (fields.includes(name)) values[name] = { ...values[name], [value]: both.length > 60 ? en : both }
      }
      if (Object.keys(values).length > 0) {
        const changed = JSON.stringify({ ...JSON.parse(profile), values })
        await sql`UPDATE service_connection SET profile = ${changed}`.execute(db)
      }
    }
    await sql`DROP TABLE code_name`.execute(db)
    await sql`DROP TABLE observed_value`.execute(db)
  },
}
