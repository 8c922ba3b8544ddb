import type { Generated, Insertable, Selectable } from 'kysely'
import type { ItemState, JobItem, NewJob } from '#contract/jobs.ts'
import type { FeatureContext } from '../feature.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

declare module '../platform/database/schema.ts' {
  interface Tables {
    job: LeaseColumns & {
      id: string
      kind: Generated<'bulk' | 'single'>
      /** The upstream operation that creates the job's rows. */
      operation: Generated<CreateOperation>
      user_id: string
      user_name: string
      /** JSON of the actor of a single creation, for its audit events. */
      actor: string | null
      idempotency_key: string
      /** HMAC of the request, so that no secret is stored. */
      body_mac: string
      name: string
      /** The service that the row belongs to, as `serviceIdentity` names it. */
      account: string
      created_at: number
      started_at: number | null
      ended_at: number | null
      desired_state: DesiredState
      /** `user`, or a problem code. */
      paused_because: string | null
      /** Of an automatic pause: when the first of the refusals came, and what the service said. */
      paused_since: number | null
      paused_message: string | null
      waiting_for: string | null
      total: number
      pending: number
      sending: Generated<number>
      in_doubt: Generated<number>
      done: Generated<number>
      failed: Generated<number>
      needs_review: Generated<number>
      cancelled: Generated<number>
      unverified: Generated<number>
      mismatched: Generated<number>
      password_fill: NewJob['passwords']['fill']
      /** 1 when any row has a password. */
      has_secrets: number
      /** When passwords are destroyed; null while the job is open or when it has none, 0 once they are destroyed. */
      secrets_until: number | null
      /** When its user was notified that the passwords are deleted soon; null before. */
      warned_at: number | null
    }
    job_item: {
      job_id: string
      position: number
      account: string
      ext: string
      agent_id: string | null
      agent_type: '0' | '1' | null
      lang_code_txt: string | null
      company_id: string | null
      /** Sealed; null when the row has none, and once it is no longer needed. */
      password: string | null
      password_source: JobItem['password']
      state: ItemState
      attempts: Generated<number>
      how: JobItem['how']
      checked: JobItem['check']
      code: string | null
      upstream_code: string | null
      message: string | null
      started_at: number | null
      /** Time of the first claim since the number was last known to be absent; null when no send can have created it. */
      open_since: number | null
      ended_at: number | null
      looks: Generated<number>
      next_look_at: number | null
    }
  }
}

export type JobRow = Selectable<Tables['job']>
export type ItemRow = Selectable<Tables['job_item']>
export type NewItemRow = Insertable<Tables['job_item']>

/** The operation that creates a row's extension. */
export type CreateOperation = 'create_extension' | 'create_extension_legacy'
export type DesiredState = 'run' | 'pause' | 'cancel'

/** The job column that counts the rows in a state. */
export const columnOf = {
  pending: 'pending',
  sending: 'sending',
  inDoubt: 'in_doubt',
  done: 'done',
  failed: 'failed',
  needsReview: 'needs_review',
  cancelled: 'cancelled',
} as const satisfies Record<ItemState, keyof Tables['job']>

/** What the parts of this room share: the store with its clock, and the jobs' service. */
export interface JobContext
  extends Pick<Database, 'db' | 'now'>, Pick<FeatureContext, 'account' | 'audit' | 'seal' | 'timings'> {
  visibilityTimeoutMs: number
}
