declare module '../platform/database/schema.ts' {
  interface Tables {
    /** Names that admins give to codes; empty after an admin removes them. */
    code_name: {
      /** The service that the row belongs to, as `serviceIdentity` names it. */
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
    observed_value: {
      account: string
      /** A coded field, or the operation whose answer contained an unknown field. */
      field: string
      value: string
      count: number
      first_seen_at: number
      last_seen_at: number
    }
  }
}
