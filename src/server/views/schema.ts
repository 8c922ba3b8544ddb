import type { Generated } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** `query` holds the page's search parameters. `name_key` keeps names unique per owner and page. */
    saved_view: {
      id: string
      page: string
      user_id: string
      user_name: string
      name: string
      name_key: string
      query: string
      shared: number
      changed_at: number
      version: Generated<number>
    }
  }
}
