declare module '../platform/database/schema.ts' {
  interface Tables {
    /** At most one per user and key. */
    notification: {
      id: string
      user_id: string
      /** The upstream account; null when it is about the console itself. */
      account: string | null
      key: string
      /** How many events of an hour it holds. */
      count: number
      /** JSON. */
      event: string
      at: number
      read_at: number | null
    }
    /** How far the events of an account were read. */
    notification_scan: {
      account: string
      until: number
      /** JSON of the conditions that hold, by key: since when, and when last seen. */
      conditions: string
    }
  }
}
