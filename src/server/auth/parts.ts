import type { Attempts } from './attempts.ts'
import type { Cookies } from './cookies.ts'
import type { Hashing } from './hashing.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

/** What sign-in, step-up and the changes of users share. */
export interface AuthParts {
  hashing: Hashing
  attempts: Attempts
  cookies: Cookies
  sessions: Sessions
  secondFactor: SecondFactor
  passkeys: Passkeys
}
