import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  endSecondFactor,
  passwordError,
  type PasswordError,
  readAccount,
  renameAccount,
  renewBackupCodes,
} from '#contract/account.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import { guessable, isGuessablePassword } from './password.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { visitorOf, type Call, type Mount, type SetCookies } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/http/problems.ts'

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address' | 'header'> & { caller: SignedIn }

const policy: Record<PasswordError, string> = {
  short: 'use at least 12 characters',
  long: 'use at most 256 characters',
  simple: 'use more different characters',
  email: 'do not include your e-mail',
  same: 'choose a different one',
  common: `${guessable}; choose another`,
}

/** Throws `wrong` for a wrong password or code, and `too-many-requests` with the seconds to wait. */
function requireProof(
  { right, retryAfter }: { right: boolean; retryAfter: number | null },
  wrong: ProblemCode,
): void {
  if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
  if (!right) throw new ProblemError(wrong)
}

/** Mounts the endpoints for the user's own account. The audit gets each change, like changes by administrators. */
export function mountAccount({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  const { own, secondFactor } = auth
  const onRecord = <Result>(
    call: Caller,
    action: AuditAction,
    work: () => Promise<Result>,
    reason: string | null = null,
  ) => audited(audit, { actor: actorOf(call), action, object: call.caller.user.email, reason }, work)

  /**
   * Checks the password, and the code when a second factor is on: the password alone must not remove it. Throws
   * `password-wrong`, `code-wrong`, and `too-many-requests` with the seconds to wait.
   */
  async function confirmed(call: Caller, password: string, code?: string): Promise<void> {
    const { user, mustChangePassword } = call.caller
    requireProof(await auth.confirmPassword(user, password), 'password-wrong')
    // The sign-in with the one-time password already required a code.
    if (mustChangePassword || !(await secondFactor.isOn(user.id))) return
    if (code === undefined) throw new ProblemError('code-wrong')
    requireProof(await secondFactor.confirm(user, code, visitorOf(call)), 'code-wrong')
  }

  /**
   * Renews the session. Call it before the next change or audit entry: the old token must be invalid even if those fail.
   * Throws `unauthenticated`.
   */
  async function renewSession({ header, setCookies }: Pick<Caller, 'header'> & { setCookies: SetCookies }) {
    setCookies(await auth.renewSession(header('cookie') ?? ''))
  }

  mount(readAccount, ({ caller }) => own.account(caller))

  mount(renameAccount, (call) =>
    onRecord(
      call,
      'account.rename',
      async () => {
        await auth.renameUser(call.caller.user.id, call.body.name)
        return own.account(call.caller)
      },
      `${call.caller.user.name} → ${call.body.name}`,
    ),
  )

  mount(endOwnSession, (call) =>
    onRecord(call, 'account.end-session', () => own.endSessions(call.caller, call.params.id)),
  )

  mount(endOtherSessions, (call) =>
    onRecord(call, 'account.end-other-sessions', () => own.endSessions(call.caller, null)),
  )

  mount(changePassword, async (call) => {
    const { current, next } = call.body
    const { user } = call.caller
    const error =
      passwordError(next, { email: user.email, current }) ??
      ((await isGuessablePassword(next, user)) ? 'common' : null)
    if (error !== null)
      throw new ProblemError(error === 'common' ? 'password-common' : 'bad-request', {
        errors: [{ path: 'next', message: policy[error] }],
      })
    await onRecord(call, 'account.change-password', async () => {
      await confirmed(call, current, call.body.code)
      await own.changePassword(call.caller, call.body)
      await renewSession(call)
    })
    return {}
  })

  mount(beginSecondFactor, (call) =>
    onRecord(call, 'account.begin-second-factor', async () => {
      requireProof(await auth.confirmPassword(call.caller.user, call.body.password), 'password-wrong')
      return own.beginSecondFactor(call.caller, call.body.password, visitorOf(call))
    }),
  )

  mount(confirmSecondFactor, async (call) => {
    await onRecord(call, 'account.on-second-factor', async () => {
      const { user } = call.caller
      // Otherwise a stolen session could find out which codes are right.
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      requireProof(await secondFactor.confirm(user, call.body.code, visitorOf(call)), 'code-wrong')
      await renewSession(call)
      await secondFactor.enable(user.id)
      await own.endSessions(call.caller, null)
    })
    return {}
  })

  mount(renewBackupCodes, (call) =>
    onRecord(call, 'account.renew-backup-codes', async () => {
      await confirmed(call, call.body.password, call.body.code)
      return { backupCodes: await own.renewBackupCodes(call.body.password, visitorOf(call)) }
    }),
  )

  mount(endSecondFactor, async (call) => {
    await onRecord(call, 'account.off-second-factor', async () => {
      await confirmed(call, call.body.password, call.body.code)
      await renewSession(call)
      await secondFactor.remove(call.caller.user.id)
    })
    return {}
  })

  mount(readStepUpNeed, async ({ caller }) => ({ need: await auth.stepUpNeed(caller) }))

  mount(stepUp, async (call) => {
    const { body, caller } = call
    const { user } = caller
    const { code } = body
    const proof = await auth.proofOf(user.id)
    if (proof === 'sign-in') throw new ProblemError('sign-in-again')
    const isCodeNeeded = proof === 'password-and-code'
    if (isCodeNeeded && code === undefined)
      throw new ProblemError('bad-request', { errors: [{ path: 'code', message: 'is missing; add it' }] })
    return audited(
      audit,
      { actor: actorOf(call), action: 'session.step-up', object: user.email },
      async () => {
        const { password } = body
        requireProof(await auth.confirmPassword(user, password), 'password-wrong')
        if (isCodeNeeded && code !== undefined)
          requireProof(await secondFactor.confirm(user, code, visitorOf(call)), 'code-wrong')
        await renewSession(call)
        return {}
      },
    )
  })
}
