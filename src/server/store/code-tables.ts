/** Tables of codes and of languages. Times are epoch milliseconds. */
export interface CodeTables {
  /** What admins call codes; without names after they were taken away. */
  code_name: {
    /** The upstream account: base URL and app id. */
    account: string
    field: string
    value: string
    en: string
    zh: string
    note: string
    version: number
    changed_by: string
    changed_at: number
  }
  code_sighting: {
    account: string
    /** A coded field, or the operation that brought an unknown field. */
    field: string
    value: string
    count: number
    first_seen_at: number
    last_seen_at: number
  }
}
