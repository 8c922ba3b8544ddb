import { userInfo } from 'node:os'
import type { Role } from '#contract/access.ts'
import type { Values } from '#contract/audit.ts'
import { inviteUser } from '#contract/users.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import type { Auth } from '../auth/auth.ts'
import { adviceOf, newSignInPassword, requireGoodPassword } from '../auth/password.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'

interface UserStore {
  auth: Auth
  audit: Audit
}

/** Returns the audit actor for the user of this shell. */
function operator(): Actor {
  let name = 'command line'
  try {
    name += ` (${userInfo().username})`
  } catch {
    // The process's user ID has no name on this machine.
  }
  return { id: 'command-line', name, role: null, session: null, address: null, requestId: null }
}

/** Returns the problem of a change as a sentence for the operator; rethrows another error. */
function sentenceOf(error: unknown, email: string): string {
  if (!(error instanceof ProblemError)) throw error
  if (error.code === 'user-exists') return `a user with the e-mail ${email} exists already`
  if (error.code === 'not-found') return `there is no user ${email}`
  return adviceOf(error).join('\n')
}

/**
 * Runs a change of a user's password on record. `given` is null for a one-time password. Returns the sentence for the operator;
 * throws it when nothing changed.
 */
async function changeOnRecord(
  audit: Audit,
  event: { action: string; object: string; values: Values },
  { given, name }: { given: string | null; name: string },
  change: (password: string) => Promise<unknown>,
): Promise<string> {
  const email = event.object
  const password = given ?? newSignInPassword()
  const work = async () => {
    if (given !== null) await requireGoodPassword('password', given, { email, name })
    await change(password)
  }
  await audited(audit, { actor: operator(), ...event }, work).catch((error: unknown) => {
    throw new Error(sentenceOf(error, email))
  })
  return given === null ? `one-time password for ${email}: ${password}` : `password of ${email} set`
}

/** Creates a user, with the checks of the Users page. `given` is null for a one-time password. Throws the reason for none. */
export function createUser(
  { auth, audit }: UserStore,
  { email, role, name }: { email: string; role: Role; name: string },
  given: string | null,
): Promise<string> {
  const { error } = inviteUser.body.safeParse({ email, role, name })
  if (error !== undefined)
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const event = { action: 'user.create', object: email, values: { role } }
  return changeOnRecord(audit, event, { given, name }, (password) =>
    auth.users.create({ email, role, name, password, isOneTime: given === null }),
  )
}

/** Resets a user's password and removes the second factor. `given` is null for a one-time password. Throws the reason for none. */
export async function resetPassword(
  { auth, audit }: UserStore,
  email: string,
  given: string | null,
): Promise<string> {
  const user = await auth.users.byEmail(email)
  const hasSecondFactor = user !== null && (await auth.secondFactor.isOn(user.id))
  const values = hasSecondFactor ? { secondFactorRemoved: true } : {}
  const event = { action: 'user.reset-password', object: email, values }
  return changeOnRecord(audit, event, { given, name: user?.name ?? '' }, (password) =>
    auth.users.resetPassword(email, password, given === null),
  )
}
