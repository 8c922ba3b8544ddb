import type { Account } from '#contract/account.ts'
import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { SecondFactor } from './second-factor.ts'

/** Returns the actions of signed-in users on their own account. `from` describes the current request. */
export function createOwnAccount(
  { api, context, headersFor }: Engine,
  secondFactor: Pick<SecondFactor, 'isOn'>,
) {
  const { adapter, internalAdapter } = context

  async function account({ user: { id, email }, isSsoUser, sessionId }: SignedIn): Promise<Account> {
    const user = await internalAdapter.findUserById(id)
    if (user === null) throw new ProblemError('unauthenticated')
    const sessions = await internalAdapter.listSessions(id, { onlyActiveSessions: true })
    const password = (await internalAdapter.findCredentialAccount(id))?.password ?? null
    const on = await secondFactor.isOn(id)
    const codes = on ? (await api.viewBackupCodes({ body: { userId: id } })).backupCodes : null
    return {
      name: user.name,
      email,
      isSsoUser,
      hasPassword: password !== null,
      secondFactor: on,
      backupCodesLeft: codes?.length ?? null,
      sessions: sessions
        .map((session) => ({
          id: session.id,
          current: session.id === sessionId,
          address: session.ipAddress || null,
          userAgent: session.userAgent || null,
          createdAt: session.createdAt.getTime(),
          lastSeenAt: session.updatedAt.getTime(),
        }))
        .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt),
    }
  }

  // better-auth's own `deleteSession` reads the session first and hides store errors.
  const endSessions = async (userId: string, isToEnd: (id: string) => boolean) => {
    for (const { id } of await internalAdapter.listSessions(userId))
      if (isToEnd(id)) await adapter.deleteMany({ model: 'session', where: [{ field: 'id', value: id }] })
  }

  return {
    account,

    /** Ends the caller's session `id`, or all of the caller's other sessions when `id` is null. Returns the account. */
    async endSessions(caller: SignedIn, id: string | null): Promise<Account> {
      await endSessions(caller.user.id, (each) => (id === null ? each !== caller.sessionId : each === id))
      return account(caller)
    },

    /**
     * Replaces the password when `current` is right, and ends the user's other sessions. The caller checks the rules for
     * `next` first. Throws `password-wrong`, also when the password is reset at the same time: the reset stays in effect.
     */
    async changePassword(
      { user, sessionId }: SignedIn,
      { current, next }: { current: string; next: string },
    ): Promise<void> {
      const known = await internalAdapter.findCredentialAccount(user.id)
      const hash = known?.password ?? null
      const wrong = new ProblemError('password-wrong')
      if (known === null || hash === null || !(await context.password.verify({ hash, password: current })))
        throw wrong
      const update = { password: await context.password.hash(next) }
      const isStill = [
        { field: 'id', value: known.id },
        { field: 'password', value: hash },
      ]
      if ((await adapter.updateMany({ model: 'account', where: isStill, update })) !== 1) throw wrong
      await adapter.updateMany({
        model: 'user',
        // After a reset in between, the password is a one-time password: the user still has to change it.
        where: [
          { field: 'id', value: user.id },
          { field: 'oneTimePasswordUntil', value: null },
        ],
        update: { mustChangePassword: false },
      })
      // A sign-in that still waits for its code began with the old password.
      await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: user.id }] })
      await endSessions(user.id, (each) => each !== sessionId)
    },

    /** Returns the authenticator's URI and the backup codes. Throws `second-factor-on`. The caller checks the password first. */
    async beginSecondFactor({ user }: SignedIn, password: string, from: Visitor) {
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      const begun = await api.enableTwoFactor({ body: { password }, headers: headersFor(from) })
      if (!('totpURI' in begun)) throw new TypeError('no address for the authenticator')
      return { uri: begun.totpURI, backupCodes: begun.backupCodes }
    },

    async renewBackupCodes(password: string, from: Visitor): Promise<string[]> {
      return (await api.generateBackupCodes({ body: { password }, headers: headersFor(from) })).backupCodes
    },
  }
}
