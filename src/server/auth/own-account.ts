import type { Account } from '#contract/account.ts'
import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { SecondFactor } from './second-factor.ts'

/** What signed-in users do with their own account. `from` is the request's own. */
export function createOwnAccount(
  { api, context, names, headersFor }: Engine,
  secondFactor: Pick<SecondFactor, 'isOn'>,
) {
  const { adapter, internalAdapter } = context
  const sessionCookies = (headers: Headers) =>
    headers.getSetCookie().filter((cookie) => cookie.startsWith(`${names.session}=`))

  async function account({ user: { id }, sessionId }: SignedIn): Promise<Account> {
    const user = await internalAdapter.findUserById(id)
    if (user === null) throw new ProblemError('unauthenticated')
    const sessions = await internalAdapter.listSessions(id, { onlyActiveSessions: true })
    const password = (await internalAdapter.findCredentialAccount(id))?.password ?? null
    const on = await secondFactor.isOn(id)
    const codes = on ? (await api.viewBackupCodes({ body: { userId: id } })).backupCodes : null
    return {
      name: user.name,
      email: user.email,
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

  // better-auth's own `deleteSession` reads first, and hides a failure of the store.
  const endSessions = async (userId: string, wanted: (id: string) => boolean) => {
    for (const { id } of await internalAdapter.listSessions(userId))
      if (wanted(id)) await adapter.deleteMany({ model: 'session', where: [{ field: 'id', value: id }] })
  }

  return {
    account,

    async rename(caller: SignedIn, name: string): Promise<Account> {
      await internalAdapter.updateUser(caller.user.id, { name })
      return account(caller)
    },

    /** Ends one session of the caller's, or all but the one that asks where `id` is null. */
    async endSessions(caller: SignedIn, id: string | null): Promise<Account> {
      await endSessions(caller.user.id, (each) => (id === null ? each !== caller.sessionId : each === id))
      return account(caller)
    },

    /** Both passwords are checked before; the session goes on under a new id, all others end. */
    async changePassword(
      { user }: SignedIn,
      { current, next }: { current: string; next: string },
      from: Visitor,
    ): Promise<string[]> {
      const { headers } = await api.changePassword({
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        headers: headersFor(from),
        returnHeaders: true,
      })
      await internalAdapter.updateUser(user.id, { mustChangePassword: false, oneTimePasswordUntil: null })
      // Sign-ins that wait for their code began with the password of before.
      await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: user.id }] })
      return sessionCookies(headers)
    },

    /** Throws `second-factor-on`. The password is checked before. */
    async beginSecondFactor({ user }: SignedIn, password: string, from: Visitor) {
      if (await secondFactor.isOn(user.id)) throw new ProblemError('second-factor-on')
      const begun = await api.enableTwoFactor({ body: { password }, headers: headersFor(from) })
      if (!('totpURI' in begun)) throw new TypeError('no address for the authenticator')
      return { uri: begun.totpURI, backupCodes: begun.backupCodes }
    },

    async renewBackupCodes(password: string, from: Visitor): Promise<string[]> {
      return (await api.generateBackupCodes({ body: { password }, headers: headersFor(from) })).backupCodes
    },

    async endSecondFactor(password: string, from: Visitor): Promise<string[]> {
      const { headers } = await api.disableTwoFactor({
        body: { password },
        headers: headersFor(from),
        returnHeaders: true,
      })
      return sessionCookies(headers)
    },
  }
}
