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
    unread: number
  }
  /** Main languages as operation 11 told them; `language` is what it is counted under, empty for none. */
  extension_language: {
    account: string
    ext: string
    language: string
    lang_code: string | null
    lang_code_txt: string | null
    record_lang_code: string | null
    record_lang_code_txt: string | null
    standing: string
    read_at: number
  }
  /** Kept in step with `extension_language`. */
  language_count: { account: string; language: string; standing: string; count: number }
  language_range: {
    id: string
    account: string
    from_ext: string
    to_ext: string
    read_count: number
    missing: number
    failed: number
    asked_by: string
    asked_at: number
    ended_at: number | null
    cancelled: number
  }
}
