import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewBackupCodes,
} from '#contract/account.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyStepUp,
  removePasskey,
  renamePasskey,
  stepUpWithPasskey,
} from '#contract/passkeys.ts'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import type { Mount } from '../platform/http/mount.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import type { OwnAccount } from './account-routes.ts'
import type { Auth } from './auth.ts'

/** Mounts the endpoints of the user's authenticator and backup codes. */
export function mountSecondFactor({ mount }: Mount, auth: Auth, account: OwnAccount): void {
  const { secondFactor } = auth

  mount(beginSecondFactor, (call) =>
    account.onRecord(call, 'account.begin-second-factor', async () => {
      const { user, isSsoUser } = call.caller
      if (isSsoUser) throw new ProblemError('user-elsewhere')
      return secondFactor.begin(user.id, user.email)
    }),
  )

  mount(confirmSecondFactor, async (call) => {
    await account.onRecord(call, 'account.on-second-factor', async () => {
      const { user } = call.caller
      // Otherwise a stolen session could find out which codes are right.
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      await auth.stepUp.requireCode(user.id, call.body.code)
      await account.renewSession(call, { secondFactor: true })
      await secondFactor.turnOn(user.id)
      await account.endOtherSessions(call.caller)
    })
    return {}
  })

  mount(renewBackupCodes, (call) =>
    account.onRecord(call, 'account.renew-backup-codes', async () => ({
      backupCodes: await secondFactor.renewBackupCodes(call.caller.user.id),
    })),
  )

  mount(endSecondFactor, async (call) => {
    await account.onRecord(call, 'account.off-second-factor', async () => {
      await account.renewSession(call)
      await secondFactor.remove(call.caller.user.id)
    })
    return {}
  })
}

/** Mounts the endpoints of the user's passkeys. */
export function mountPasskeys({ mount }: Mount, { passkeys }: Auth, account: OwnAccount): void {
  mount(beginPasskey, async ({ caller, setCookies }) => {
    if (caller.isSsoUser) throw new ProblemError('user-elsewhere')
    const { options, cookie } = await passkeys.begin(caller.user)
    setCookies([cookie])
    return options
  })

  mount(addPasskey, (call) => {
    const add = async () => {
      await passkeys.add(call.caller.user.id, call.header('cookie') ?? null, call.body)
      // The device has just verified its user.
      if (call.caller.secondFactorNeed === 'set-up') await account.renewSession(call, { secondFactor: true })
    }
    return account.change(call, 'account.add-passkey', add, { name: call.body.name })
  })

  mount(renamePasskey, (call) => {
    const rename = () => passkeys.rename(call.caller.user.id, call.params.id, call.body.name)
    return account.change(call, 'account.rename-passkey', rename, { name: call.body.name })
  })

  mount(removePasskey, (call) =>
    account.change(call, 'account.remove-passkey', () =>
      passkeys.remove(call.caller.user.id, call.params.id),
    ),
  )
}

/** Mounts the endpoints with which a user proves their identity again. */
export function mountStepUp({ mount }: Mount, auth: Auth, account: OwnAccount): void {
  const { passkeys } = auth

  mount(readStepUpNeed, async ({ caller }) => {
    const need = await auth.stepUp.need(caller)
    const hasPasskey = need !== 'nothing' && (await passkeys.list(caller.user.id)).length > 0
    return { need, ...(hasPasskey ? { passkey: true } : {}) }
  })

  mount(beginPasskeyStepUp, async ({ caller, setCookies }) => {
    const { options, cookie } = await passkeys.beginCheck(caller.user.id)
    setCookies([cookie])
    return options
  })

  mount(stepUpWithPasskey, (call) =>
    account.onRecord(call, 'session.step-up', async () => {
      await passkeys.check(call.header('cookie') ?? null, call.body.response, call.caller.user.id)
      await account.renewSession(call, { isProved: true, secondFactor: true })
      return {}
    }),
  )

  mount(stepUp, async (call) => {
    const { password, code } = call.body
    const { user } = call.caller
    const proof = await auth.stepUp.proofOf(call.caller)
    if (proof === 'sign-in') throw new ProblemError('sign-in-again')
    if (proof === 'passkey') throw new ProblemError('second-factor-required')
    const isCodeNeeded = proof === 'password-and-code'
    if (isCodeNeeded && code === undefined) throw fieldRefused('code', 'is missing; add it')
    return account.onRecord(call, 'session.step-up', async () => {
      await auth.stepUp.requirePassword(user.id, password)
      if (isCodeNeeded && code !== undefined) await auth.stepUp.requireCode(user.id, code)
      await account.renewSession(call, { isProved: true, secondFactor: isCodeNeeded })
      return {}
    })
  })
}
