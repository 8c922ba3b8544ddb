import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  endSecondFactor,
  passwordError,
  type Account,
  type PasswordError,
  readAccount,
  renameAccount,
  renewBackupCodes,
} from '#contract/account.ts'
import type { AuditAction } from '#contract/audit.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyStepUp,
  removePasskey,
  renamePasskey,
  stepUpWithPasskey,
} from '#contract/passkeys.ts'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import { guessable, isGuessablePassword } from './password.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Call, Mount, SetCookies } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address' | 'header'> & { caller: SignedIn }

const policy: Record<PasswordError, string> = {
  short: 'use at least 12 characters',
  long: 'use at most 256 characters',
  simple: 'use more different characters',
  email: 'do not include your e-mail',
  same: 'choose a different one',
  common: `${guessable}; choose another`,
}

/** Mounts the endpoints for the user's own account. The audit gets each change, like changes by administrators. */
export function mountAccount({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  const { passkeys, secondFactor, sessions } = auth
  const onRecord = <Result>(
    call: Caller,
    action: AuditAction,
    work: () => Promise<Result>,
    reason: string | null = null,
  ) => audited(audit, { actor: actorOf(call), action, object: call.caller.user.email, reason }, work)

  async function accountOf({ user: { id, email }, isSsoUser, sessionId }: SignedIn): Promise<Account> {
    const user = await auth.users.byId(id)
    if (user === null) throw new ProblemError('unauthenticated')
    const isOn = await secondFactor.isOn(id)
    const all = await sessions.list(id)
    return {
      name: user.name,
      email,
      isSsoUser,
      hasPassword: user.password !== null,
      secondFactor: isOn,
      backupCodesLeft: isOn ? await secondFactor.backupCodesLeft(id) : null,
      passkeys: await passkeys.list(id),
      sessions: all
        .map((session) => ({ ...session, current: session.id === sessionId }))
        .toSorted((a, b) => Number(b.current) - Number(a.current)),
    }
  }

  /**
   * Checks the password, and the code when a second factor is on: the password alone must not remove it. Throws
   * `password-wrong`, `code-wrong`, and `too-many-requests` with the seconds to wait.
   */
  async function requireProof({ caller }: Caller, password: string, code?: string): Promise<void> {
    const { user, mustChangePassword } = caller
    await auth.requirePassword(user.id, password)
    // The sign-in with the one-time password already required a code.
    if (mustChangePassword || !(await secondFactor.isOn(user.id))) return
    if (code === undefined) throw new ProblemError('code-wrong')
    await auth.requireCode(user.id, code)
  }

  /**
   * Renews the session. Call it before the next change or audit entry: the old token must be invalid even if those fail.
   * Throws `unauthenticated`.
   */
  async function renewSession({ header, setCookies }: Pick<Caller, 'header'> & { setCookies: SetCookies }) {
    setCookies([await sessions.renew(header('cookie') ?? null)])
  }

  const endOthers = ({ user, sessionId }: SignedIn) => sessions.endOf(user.id, { except: sessionId })

  mount(readAccount, ({ caller }) => accountOf(caller))

  mount(renameAccount, (call) =>
    onRecord(
      call,
      'account.rename',
      async () => {
        await auth.users.rename(call.caller.user.id, call.body.name)
        return accountOf(call.caller)
      },
      `${call.caller.user.name} → ${call.body.name}`,
    ),
  )

  mount(endOwnSession, (call) =>
    onRecord(call, 'account.end-session', async () => {
      await sessions.endOf(call.caller.user.id, { only: call.params.id })
      return accountOf(call.caller)
    }),
  )

  mount(endOtherSessions, (call) =>
    onRecord(call, 'account.end-other-sessions', async () => {
      await endOthers(call.caller)
      return accountOf(call.caller)
    }),
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
      const version = (await auth.users.byId(user.id))?.access_version ?? 0
      await requireProof(call, current, call.body.code)
      await auth.users.choosePassword(user.id, version, next)
      await endOthers(call.caller)
      await renewSession(call)
    })
    return {}
  })

  mount(beginSecondFactor, (call) =>
    onRecord(call, 'account.begin-second-factor', async () => {
      const { user } = call.caller
      await auth.requirePassword(user.id, call.body.password)
      return secondFactor.begin(user.id, user.email)
    }),
  )

  mount(confirmSecondFactor, async (call) => {
    await onRecord(call, 'account.on-second-factor', async () => {
      const { user } = call.caller
      // Otherwise a stolen session could find out which codes are right.
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      await auth.requireCode(user.id, call.body.code)
      await renewSession(call)
      await secondFactor.turnOn(user.id)
      await endOthers(call.caller)
    })
    return {}
  })

  mount(renewBackupCodes, (call) =>
    onRecord(call, 'account.renew-backup-codes', async () => {
      await requireProof(call, call.body.password, call.body.code)
      return { backupCodes: await secondFactor.renewBackupCodes(call.caller.user.id) }
    }),
  )

  mount(endSecondFactor, async (call) => {
    await onRecord(call, 'account.off-second-factor', async () => {
      await requireProof(call, call.body.password, call.body.code)
      await renewSession(call)
      await secondFactor.remove(call.caller.user.id)
    })
    return {}
  })

  mount(beginPasskey, async ({ caller, setCookies }) => {
    if (caller.isSsoUser) throw new ProblemError('user-elsewhere')
    const { options, cookie } = await passkeys.begin(caller.user)
    setCookies([cookie])
    return options
  })

  mount(addPasskey, (call) =>
    onRecord(
      call,
      'account.add-passkey',
      async () => {
        await passkeys.add(call.caller.user.id, call.header('cookie') ?? null, call.body)
        return accountOf(call.caller)
      },
      call.body.name,
    ),
  )

  mount(renamePasskey, (call) =>
    onRecord(
      call,
      'account.rename-passkey',
      async () => {
        await passkeys.rename(call.caller.user.id, call.params.id, call.body.name)
        return accountOf(call.caller)
      },
      call.body.name,
    ),
  )

  mount(removePasskey, (call) =>
    onRecord(call, 'account.remove-passkey', async () => {
      await passkeys.remove(call.caller.user.id, call.params.id)
      return accountOf(call.caller)
    }),
  )

  mount(readStepUpNeed, async ({ caller }) => {
    const need = await auth.stepUpNeed(caller)
    const hasPasskey = need !== 'nothing' && (await passkeys.list(caller.user.id)).length > 0
    return { need, ...(hasPasskey ? { passkey: true } : {}) }
  })

  mount(beginPasskeyStepUp, async ({ caller, setCookies }) => {
    const { options, cookie } = await passkeys.beginCheck(caller.user.id)
    setCookies([cookie])
    return options
  })

  mount(stepUpWithPasskey, (call) =>
    onRecord(call, 'session.step-up', async () => {
      await passkeys.check(call.header('cookie') ?? null, call.body.response, call.caller.user.id)
      await renewSession(call)
      return {}
    }),
  )

  mount(stepUp, async (call) => {
    const { password, code } = call.body
    const { user } = call.caller
    const proof = await auth.proofOf(user.id)
    if (proof === 'sign-in') throw new ProblemError('sign-in-again')
    const isCodeNeeded = proof === 'password-and-code'
    if (isCodeNeeded && code === undefined)
      throw new ProblemError('bad-request', { errors: [{ path: 'code', message: 'is missing; add it' }] })
    return onRecord(call, 'session.step-up', async () => {
      await auth.requirePassword(user.id, password)
      if (isCodeNeeded && code !== undefined) await auth.requireCode(user.id, code)
      await renewSession(call)
      return {}
    })
  })
}
