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
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import { isCommonPassword } from './common-passwords.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { visitorOf, type Call, type Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { requireProof } from './proof.ts'

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address' | 'header'> & { caller: SignedIn }

const policy: Record<PasswordError, string> = {
  short: 'use at least 12 characters',
  long: 'use at most 256 characters',
  simple: 'use more different characters',
  email: 'leave your e-mail out of it',
  same: 'use another one than before',
  common: 'choose one that is not in the lists of known passwords',
}

/** What signed-in users do with their own account: also they are on record, and what opens doors wants the password once more. */
export function mountAccount({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  const { own, secondFactor } = auth
  const onRecord = <Result>(call: Caller, change: string, act: () => Promise<Result>) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'user.change', object: call.caller.user.email, reason: change },
      act,
      () => change,
    )

  /**
   * The password, and where a second factor is on a code as well: the password alone must not take it away. Throws
   * `password-wrong`, `code-wrong`, and `too-many-requests` with the seconds to wait.
   */
  async function confirmed(call: Caller, password: string, code?: string): Promise<void> {
    const { user, mustChangePassword } = call.caller
    requireProof(await auth.confirmPassword(user, password), 'password-wrong')
    // Who has just come in with a one-time password has given a code with it.
    if (mustChangePassword || !(await secondFactor.isOn(user.id))) return
    if (code === undefined) throw new ProblemError('code-wrong')
    requireProof(await secondFactor.confirm(user, code, visitorOf(call)), 'code-wrong')
  }

  mount(readAccount, ({ caller }) => own.account(caller))

  mount(renameAccount, (call) =>
    onRecord(call, 'name changed', () => own.rename(call.caller, call.body.name)),
  )

  mount(endOwnSession, (call) =>
    onRecord(call, 'own session ended', () => own.endSessions(call.caller, call.params.id)),
  )

  mount(endOtherSessions, (call) =>
    onRecord(call, 'own other sessions ended', () => own.endSessions(call.caller, null)),
  )

  mount(changePassword, async (call) => {
    const { current, next } = call.body
    const error =
      passwordError(next, { email: call.caller.user.email, current }) ??
      ((await isCommonPassword(next)) ? 'common' : null)
    if (error !== null)
      throw new ProblemError(error === 'common' ? 'password-common' : 'bad-request', {
        errors: [{ path: 'next', message: policy[error] }],
      })
    await onRecord(call, 'own password changed', async () => {
      await confirmed(call, current, call.body.code)
      call.setCookies(await own.changePassword(call.caller, call.body, visitorOf(call)))
    })
    return {}
  })

  mount(beginSecondFactor, (call) =>
    onRecord(call, 'second factor begun', async () => {
      requireProof(await auth.confirmPassword(call.caller.user, call.body.password), 'password-wrong')
      return own.beginSecondFactor(call.caller, call.body.password, visitorOf(call))
    }),
  )

  mount(confirmSecondFactor, async (call) => {
    await onRecord(call, 'second factor on', async () => {
      const { user } = call.caller
      // Else it would tell who took over a session which codes are right.
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      const turned = await secondFactor.confirm(user, call.body.code, visitorOf(call))
      requireProof(turned, 'code-wrong')
      call.setCookies(turned.cookies)
    })
    return {}
  })

  mount(renewBackupCodes, (call) =>
    onRecord(call, 'backup codes renewed', async () => {
      await confirmed(call, call.body.password, call.body.code)
      return { backupCodes: await own.renewBackupCodes(call.body.password, visitorOf(call)) }
    }),
  )

  mount(endSecondFactor, async (call) => {
    await onRecord(call, 'second factor off', async () => {
      await confirmed(call, call.body.password, call.body.code)
      call.setCookies(await own.endSecondFactor(call.body.password, visitorOf(call)))
    })
    return {}
  })
}
