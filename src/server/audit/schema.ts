declare module '../platform/database/schema.ts' {
  interface Tables {
    audit: {
      id: string
      at: number
      actor_id: string
      actor_name: string
      actor_role: string | null
      session: string | null
      address: string | null
      action: string
      object: string
      /** `intent` before the action, `outcome` after it. */
      phase: string
      /** The ID of an outcome's intent. */
      intent_id: string | null
      /** JSON of the entry's values; null in the entries of earlier versions. */
      data: string | null
      /** What the user gave as the reason. */
      reason: string | null
      result: string | null
      request_id: string | null
      chain: string
      seq: number
      prev_hash: string
      hash: string
    }
    /** Which histories show which entries. Everything here follows from the entries, but for those of earlier versions. */
    history: {
      account: string
      /** `number EXT`, or `person ID` of an agent's UUID or a new colleague. */
      subject: string
      /** When it happened. */
      at: number
      /** The entry in the audit, or of what happened before version 52 of the store, of the event in `entry`. */
      id: string
      /** 1 for what only users who may read the audit see. */
      restricted: number
      /** JSON of an event that was kept with its reservation or request before; null for an entry of the audit. */
      entry: string | null
    }
    /** The last entry of each audit chain; `mac` authenticates the row. */
    audit_head: { chain: string; seq: number; hash: string; at: number; mac: string }
  }
}
