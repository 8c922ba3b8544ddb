declare module '../platform/database/schema.ts' {
  interface Tables {
    /** An agent from the service or the roster. */
    agent: {
      id: string
      /** The service that the row belongs to, as `serviceIdentity` names it. */
      account: string
      /** Null for a joiner. */
      agent_uuid: string | null
      /** JSON of the known fields, each with its source and time. */
      facts: string
      /** The sort key: the name, with Chinese in pinyin, or else the agent's identifier. */
      name_key: string
      work_number: string | null
      department: string | null
      /** `ext`: the first number bound to the agent. `exts`: the first twenty, separated by spaces. `numbers`: how many in total. */
      ext: string | null
      exts: string
      numbers: number
      first_seen_at: number
      /** When the agent's record was last read; 0 for never. */
      record_at: number
    }
    /** A user's team. `departments` and `people`, the directory's IDs, are JSON lists. */
    team: {
      account: string
      user_id: string
      departments: string
      people: string
      pool: string | null
    }
    /** A search term of an agent. Kind 0: name, numbers and UUID; 1: department; 2: first letters and digits of these terms. */
    agent_term: { account: string; kind: number; term: string; agent_id: string }
  }
}
