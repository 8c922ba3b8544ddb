import type { ItemRow } from '#server/jobs/schema.ts'

/** A row of a new job. */
export const pendingRow: ItemRow = {
  job_id: 'a job',
  position: 7,
  account: 'an account',
  ext: '8007',
  agent_id: null,
  agent_type: null,
  lang_code_txt: null,
  company_id: null,
  password: null,
  password_source: 'none',
  state: 'pending',
  attempts: 0,
  how: null,
  checked: null,
  code: null,
  upstream_code: null,
  message: null,
  started_at: null,
  open_since: null,
  ended_at: null,
  looks: 0,
  next_look_at: null,
}
