import { createHash } from 'node:crypto'
import type { Role } from '#contract/access.ts'

/** A user with a session. */
export interface SignedIn {
  sessionId: string
  /**
   * When the user last proved who they are, epoch milliseconds: by signing in or a step-up here, or as the identity
   * provider dates it (`auth_time`); null where the provider does not.
   */
  provedAt: number | null
  user: { id: string; name: string; email: string }
  /** Signed in at the identity provider. */
  elsewhere: boolean
  role: Role
  /** Came in with a one-time password: nothing but changing it is open to them. */
  mustChangePassword: boolean
}

/** How a session check ended; `cookies` carry a prolonged session to the browser. */
export interface SessionCheck {
  signedIn: SignedIn | null
  cookies: string[]
}

/** Who did something, as the audit records it. */
export interface Actor {
  /** The user's id; `-` for those whose sign-in has not succeeded. */
  id: string
  /** The e-mail of a local account, or what a provider calls the person, with the provider. */
  name: string
  role: string | null
  /** A fingerprint of the session, never its id. */
  session: string | null
  address: string | null
  requestId: string | null
}

/** A fingerprint that tells sessions apart and opens none. */
export const sessionFingerprint = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, 16)

/** The caller as the audit names them. */
export const actorOf = ({
  caller,
  requestId,
  address,
}: {
  caller: SignedIn
  requestId: string
  address: string
}): Actor => ({
  id: caller.user.id,
  name: caller.user.email,
  role: caller.role,
  session: sessionFingerprint(caller.sessionId),
  address,
  requestId,
})
