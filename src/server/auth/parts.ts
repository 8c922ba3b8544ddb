import type { Role } from '#contract/access.ts'
import type { Database } from '../platform/database/database.ts'
import { createSeal } from '../platform/database/encryption.ts'
import { Attempts } from './attempts.ts'
import { createCookies } from './cookies.ts'
import { Hashing, type PasswordCost } from './hashing.ts'
import { Passkeys } from './passkeys.ts'
import { SecondFactor } from './second-factor.ts'
import { Sessions } from './sessions.ts'

export interface AuthOptions {
  publicUrl: string
  secret: string
  /** During a rotation: the previous or the next secret, which is accepted as well. */
  previousSecret?: string | null | undefined
  /** Cost of new hashes; defaults to `passwordCost`. */
  hashCost?: PasswordCost | undefined
  /** The roles that require a second factor. */
  strictRoles?: readonly Role[] | undefined
}

/** Opens what sign-in, step-up and the changes of users share. */
export function openParts(
  database: Database,
  { publicUrl, secret, previousSecret = null, hashCost, strictRoles }: AuthOptions,
) {
  const seal = createSeal(secret, previousSecret)
  const attempts = new Attempts(database, seal)
  const cookies = createCookies(publicUrl, seal)
  return {
    hashing: new Hashing(hashCost),
    attempts,
    cookies,
    sessions: new Sessions(database, cookies, strictRoles),
    secondFactor: new SecondFactor(database, seal),
    passkeys: new Passkeys(database, { cookies, attempts, publicUrl }),
  }
}
export type AuthParts = ReturnType<typeof openParts>
