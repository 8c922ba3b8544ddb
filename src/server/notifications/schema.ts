import type { Generated } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** At most one per user and key. */
    notification: {
      id: string
      user_id: string
      /** The service; null when it is about the console itself. */
      account: string | null
      key: string
      /** How many events of an hour it holds. */
      count: number
      /** JSON. */
      event: string
      at: number
      read_at: number | null
    }
    /** States that hold, such as a broken threshold: since when, and when last seen. */
    condition: { account: string; key: string; since: number; seen: number }
    /** JSON of what could not be announced when it was recorded. */
    unannounced: { id: string; at: number; recorded: string }
    /** `choices`: JSON of what the user chose, by kind. */
    notification_choice: { user_id: string; language: string; choices: string }
    /** At most one row. `password` is sealed. */
    mail_server: {
      id: number
      host: string
      port: number
      tls: string
      user_name: string | null
      password: string | null
      sender: string
      version: Generated<number>
    }
    /** `secret` is sealed; `kinds`: JSON. */
    webhook: {
      id: string
      url: string
      secret: string
      kinds: string
      created_at: number
      failing_since: number | null
      off_at: number | null
      off_because: string | null
      version: Generated<number>
    }
    /** A message to a webhook or by mail to a user, one per key. `state`: one of `deliveryStates`. */
    delivery: {
      id: string
      webhook_id: string | null
      user_id: string | null
      key: string
      /** JSON. */
      event: string
      at: number
      state: string
      attempts: number
      next_at: number
      tried_at: number | null
      status: number | null
      failure: string | null
      /** How many events of an hour it holds. */
      count: Generated<number>
    }
  }
}
