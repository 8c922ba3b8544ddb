/** Tables of the inventory and of work in the background. Times are epoch milliseconds. */
export interface InventoryTables {
  /** One piece of work that goes on by itself: who does it, and when it is due again. */
  task_lease: { name: string; owner: string | null; held_until: number; next_at: number }
  /** An extension as it was last seen, without its secrets. */
  inventory: {
    /** The upstream account: base URL and app id. */
    account: string
    ext: string
    state: string
    bind_status: number | null
    agent_uuid: string | null
    agent_name: string | null
    /** The agent's name as it is searched: in lower case; the uuid where there is no name. */
    agent_key: string | null
    lang_code: string | null
    lang_code_txt: string | null
    /** What the row is counted under: `lang_code_txt`, empty for none. */
    language: string
    domain: string | null
    status: number | null
    enabled: number | null
    ext_type: number | null
    creation_time: number | null
    bind_time: number | null
    source: string
    first_seen_at: number
    /** When the service last told of it, or said that it does not know it. */
    seen_at: number
    state_since: number
    /** When it was last among the idle ones; null when it is not, as far as is known. */
    idle_at: number | null
  }
  /** Kept in step with `inventory`, for beginnings of up to four digits; the empty one counts all. */
  inventory_count: {
    account: string
    length: number
    prefix: string
    state: string
    language: string
    count: number
  }
  /** `query` is the page's search parameters; `name_key` makes a name its owner's once. */
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
  }
  inventory_walk: {
    account: string
    kind: string
    started_at: number | null
    /** Where it goes on: a page, an agent, the last numbers. */
    cursor: string | null
    done: number
    total: number | null
    /** 1 as long as nothing of this walk is missing. */
    whole: number
    ended_at: number | null
    last_whole_at: number | null
    last_whole_count: number | null
    /** The code of what stopped it. */
    problem: string | null
  }
}
