declare module '../platform/database/schema.ts' {
  interface Tables {
    /** The connection that administrators saved: at most one row, with the ID 1. */
    service_connection: {
      id: number
      url: string
      extensions_url: string
      app_id: string
      /** Sealed, as is `authorization_value`, for these URLs only. */
      app_key: string
      company_id: string | null
      authorization_value: string | null
      /** JSON of what differs from the default profile. */
      profile: string
      /** 0 while the console uses the sandbox. */
      active: number
      /** Increases with each change, which makes every replica open the connection. */
      version: number
    }
    /** The services whose address changed: the identity of the new address (`serviceIdentity`), and that of the first one. */
    service_alias: { identity: string; account: string }
    /** The last daily check of a service. `states`: JSON of the steps' states; `changed`: JSON of the steps that changed. */
    service_check: { account: string; at: number; states: string; changed: string }
  }
}
