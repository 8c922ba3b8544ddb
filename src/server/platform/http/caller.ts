import { createHash } from 'node:crypto'
import type { Permission, Role } from '#contract/access.ts'
import type { SecondFactorNeed } from '#contract/session.ts'
import type { UserLimit } from '#contract/users.ts'

/** A user with a session, or a script with an API token of the user or of the console. */
export interface SignedIn {
  /** The ID of the session or of the API token. */
  sessionId: string
  /** Set for a script. */
  apiToken?: { name: string; isService: boolean }
  /**
   * When the user last authenticated, epoch milliseconds: by a sign-in or step-up here, or the identity provider's
   * `auth_time`; `null` when the provider sends none.
   */
  authenticatedAt: number | null
  user: { id: string; name: string; email: string }
  /** True when the user signed in at the identity provider. */
  isSsoUser: boolean
  /** Null for a service token. */
  role: Role | null
  /** Those of the role, and of a limited user only those that a limit can bound; for a script, those that are scopes of its token as well. */
  permissions: readonly Permission[]
  /** The departments and pools that the user may act for; absent for a user without a limit. */
  limit?: UserLimit
  /** True after a sign-in with a one-time password: endpoints that need a role stay closed until the user changes it. */
  mustChangePassword: boolean
  /** True for a user whose role requires a second factor. */
  requiresSecondFactor?: boolean
  /** What the user still has to do for it in this session: until then, such endpoints stay closed as well. */
  secondFactorNeed: SecondFactorNeed | null
}

/** The actor of an audit event. */
export interface Actor {
  /** The user's ID; `-` when the sign-in has not succeeded. */
  id: string
  /** The e-mail of a local account, or the provider's name for the user together with the provider. */
  name: string
  role: string | null
  /** A fingerprint of the session, never the session ID. */
  session: string | null
  address: string | null
  requestId: string | null
}

/** Returns a fingerprint that identifies a session and gives no access to it. */
export const sessionFingerprint = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, 16)

/** Returns the caller's name in the audit. An e-mail contains no space, so no token passes for a person. */
function actorName({ user, apiToken }: SignedIn): string {
  if (apiToken === undefined) return user.email
  return apiToken.isService ? `service token ${apiToken.name}` : `${user.email} (${apiToken.name})`
}

/** A request of a caller. */
export interface CallOfCaller {
  caller: SignedIn
  requestId: string
  address: string
}

/** Returns the caller as the actor of an audit event. */
export const actorOf = ({ caller, requestId, address }: CallOfCaller): Actor => ({
  id: caller.user.id,
  name: actorName(caller),
  role: caller.role,
  session: sessionFingerprint(caller.sessionId),
  address,
  requestId,
})
