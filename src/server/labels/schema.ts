declare module '../platform/database/schema.ts' {
  interface Tables {
    /** `subject`: a number or an agent's ID. `name_key` keeps labels unique per subject. */
    label: { account: string; kind: string; subject: string; name_key: string; name: string }
    note: {
      account: string
      kind: string
      subject: string
      text: string
      version: number
      changed_by: string
      changed_at: number
    }
  }
}
