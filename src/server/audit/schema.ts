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
    /** The last entry of each audit chain; `mac` authenticates the row. */
    audit_head: { chain: string; seq: number; hash: string; at: number; mac: string }
  }
}
