declare module '../platform/database/schema.ts' {
  interface Tables {
    /**
     * `numbers`: JSON of ranges and prefixes. `name_key` makes names unique regardless of case. `owner`: the name of the user
     * `owner_id` when it was set.
     */
    pool: {
      id: string
      account: string
      name: string
      name_key: string
      numbers: string
      owner: string
      owner_id: string | null
      purpose: string
      version: number
      changed_by: string
      changed_at: number
    }
  }
}
