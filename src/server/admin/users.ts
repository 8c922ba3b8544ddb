import { userInfo } from 'node:os'
import type { Role } from '#contract/access.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { inviteUser } from '#contract/users.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import type { Auth } from '../auth/auth.ts'
import { randomPassword } from '../auth/password.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'

/** The reason why nothing changed, for the audit and for the operator. */
interface Refusal {
  result: ProblemCode
  sentence: string
}

interface UserStore {
  auth: Auth
  audit: Audit
}

/** Returns the audit actor for the user of this shell. */
export function operator(): Actor {
  let name = 'command line'
  try {
    name += ` (${userInfo().username})`
  } catch {
    // The process's user ID has no name on this machine.
  }
  return { id: 'command-line', name, role: null, session: null, address: null, requestId: null }
}

/** Runs a change on record. Returns the sentence for the operator; throws it when nothing changed. */
async function changed(
  audit: Audit,
  what: { action: string; object: string; reason: string | null },
  given: string | null,
  change: (password: string) => Promise<Refusal | null>,
): Promise<string> {
  const password = given ?? randomPassword()
  const email = what.object
  const refusal = await audited(
    audit,
    { actor: operator(), ...what },
    () =>
      change(password).catch((error: unknown): Refusal => {
        if (error instanceof ProblemError && error.code === 'user-exists')
          return { result: error.code, sentence: `a user with the e-mail ${email} exists already` }
        // The password or the name is not accepted.
        if (error instanceof TypeError) return { result: 'bad-request', sentence: error.message }
        throw error
      }),
    (refused) => refused?.result ?? 'done',
  )
  if (refusal !== null) throw new Error(refusal.sentence)
  return given === null ? `one-time password for ${email}: ${password}` : `password of ${email} set`
}

/** Creates a user, with the checks of the Users page. `password` is null for a one-time password. Throws the reason for none. */
export function createUser(
  { auth, audit }: UserStore,
  { email, role, name }: { email: string; role: Role; name: string },
  password: string | null,
): Promise<string> {
  const { error } = inviteUser.body.safeParse({ email, role, name })
  if (error !== undefined)
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const what = { action: 'user.create', object: email, reason: role }
  return changed(audit, what, password, async (next) => {
    await auth.users.create({ email, role, name, password: next, isOneTime: password === null })
    return null
  })
}

/** Resets a user's password and removes the second factor. `password` is null for a one-time password. Throws the reason for none. */
export async function resetPassword(
  { auth, audit }: UserStore,
  email: string,
  password: string | null,
): Promise<string> {
  const hasSecondFactor = (await auth.users.list()).some(
    (user) => user.email === email.toLowerCase() && user.secondFactor,
  )
  const reason = hasSecondFactor ? 'second factor removed' : null
  const what = { action: 'user.reset-password', object: email, reason }
  return changed(audit, what, password, async (next) =>
    (await auth.users.resetPassword(email, next, password === null))
      ? null
      : { result: 'not-found', sentence: `there is no user ${email}` },
  )
}
