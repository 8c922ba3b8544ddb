import type { Generated } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** Keys hold HMACs of accounts and networks, or IDs of users. `tries` counts wrong attempts, those being made, and uses. */
    attempt_count: { key: string; tries: number; until: number }
    user: {
      id: string
      /** In lower case; for users of an identity provider, a text that no account can have. */
      email: string
      name: string
      /** Null for a role that the provider took away. */
      role: string | null
      disabled: Generated<number>
      /** 1 for the user of a service token, who cannot sign in and is in no list of users. */
      is_service: Generated<number>
      /** PHC string; null for users of an identity provider, and until an administrator sets one. */
      password: string | null
      /** Increases when the user's sessions end or the password changes; a sign-in that began before does not succeed. */
      access_version: Generated<number>
      /** Increases with the role, the status and the limit, so that two administrators do not overwrite each other's change. */
      version: Generated<number>
      /** Until when a one-time password works; null once the user has chosen a password. */
      one_time_until: number | null
      sso_issuer: string | null
      sso_subject: string | null
      sso_shown_as: string | null
      created_at: number
      last_sign_in_at: number | null
      /** The language of the screens at the last sign-in; null before it. */
      language: string | null
      /** JSON of the departments and pools that the user is limited to; null without a limit. */
      limited_to: string | null
    }
    /** `hash`: SHA-256 of the token in hex. */
    session: {
      hash: string
      id: string
      user_id: string
      began_at: number
      seen_at: number
      /** When the user last proved their identity; null when unknown, and once the proof is used up. */
      proved_at: number | null
      /** 1 once the user has given a second factor in this session. */
      second_factor: Generated<number>
      address: string
      agent: string
    }
    /** `secret` is sealed. Codes of `step` and of earlier half minutes are spent. */
    authenticator: { user_id: string; secret: string; step: number; is_on: number }
    /** The roles for which administrators require a second factor, in addition to REQUIRE_SECOND_FACTOR. */
    second_factor_role: { role: string }
    /** `hash`: SHA-256 of an unused code in hex. */
    backup_code: { hash: string; user_id: string }
    /** `hash`: SHA-256 of the token in hex; `scopes`: JSON. */
    api_token: {
      id: string
      hash: string
      user_id: string
      /** The ID of the user who created a service token; null for a user's own token. */
      created_by: string | null
      name: string
      scopes: string
      created_at: number
      expires_at: number
      last_used_at: number | null
      /** When its end was last announced; null before. */
      warned_at: number | null
    }
    /** `id` and `public_key` in base64url; `transports`: JSON. */
    passkey: {
      id: string
      user_id: string
      public_key: string
      counter: number
      transports: string
      name: string
      created_at: number
      last_used_at: number | null
    }
  }
}
