/** What users keep beside the service's numbers and agents. `account`: base URL and app id; times are epoch milliseconds. */
export interface OrganizingTables {
  /** `subject`: a number, or an agent's id; `name_key` makes a label the subject's once. */
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
  /** `numbers`: JSON of ranges and prefixes; `name_key` makes a name unique in any case. */
  pool: {
    id: string
    account: string
    name: string
    name_key: string
    numbers: string
    owner: string
    purpose: string
    version: number
    changed_by: string
    changed_at: number
  }
}
