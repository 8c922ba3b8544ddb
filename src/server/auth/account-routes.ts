import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  type Account,
  readAccount,
  renameAccount,
} from '#contract/account.ts'
import type { AuditAction, Values } from '#contract/audit.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Call, Mount, SetCookies } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Auth } from './auth.ts'
import { requireGoodPassword } from './password.ts'

/** A call about the caller's own account. */
export type AccountCall = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address' | 'header'> & {
  caller: SignedIn
  setCookies: SetCookies
}

/** The changes that users make to their own account. The audit gets each, like changes by administrators. */
export class OwnAccount {
  readonly #auth: Auth
  readonly #audit: Audit

  constructor({ auth, audit }: { auth: Auth; audit: Audit }) {
    this.#auth = auth
    this.#audit = audit
  }

  /** Runs a change with its audit entries. */
  onRecord<Result>(
    call: AccountCall,
    action: AuditAction,
    work: () => Promise<Result>,
    values: Values = {},
  ): Promise<Result> {
    const event = { actor: actorOf(call), action, object: call.caller.user.email, values }
    return audited(this.#audit, event, work)
  }

  /** Like `onRecord`, and returns the account as it is after the change. */
  change(call: AccountCall, action: AuditAction, work: () => Promise<void>, values: Values = {}) {
    const changeAndRead = async () => {
      await work()
      return this.read(call.caller)
    }
    return this.onRecord(call, action, changeAndRead, values)
  }

  async read({ user: { id, email }, isSsoUser, sessionId }: SignedIn): Promise<Account> {
    const { passkeys, secondFactor, sessions, users } = this.#auth
    const user = await users.byId(id)
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
   * Renews the session. Call it before the next change or audit entry: the old token must be invalid even if those fail.
   * `isProved`, `secondFactor`: the call proved the user's identity, or a second factor. Throws `unauthenticated`.
   */
  async renewSession(
    { header, setCookies }: AccountCall,
    { isProved = false, secondFactor = false } = {},
  ): Promise<void> {
    setCookies([await this.#auth.sessions.renew(header('cookie') ?? null, { isProved, secondFactor })])
  }

  endOtherSessions({ user, sessionId }: SignedIn): Promise<void> {
    return this.#auth.sessions.endOf(user.id, { except: sessionId })
  }
}

/** Mounts the endpoints of the user's name, sessions and password. */
export function mountAccount({ mount }: Mount, auth: Auth, account: OwnAccount): void {
  const { sessions, users } = auth

  mount(readAccount, ({ caller }) => account.read(caller))

  mount(renameAccount, (call) => {
    const { id, name } = call.caller.user
    const rename = () => users.rename(id, call.body.name)
    return account.change(call, 'account.rename', rename, changesOf({ name }, call.body, ['name']))
  })

  mount(endOwnSession, (call) =>
    account.change(call, 'account.end-session', () =>
      sessions.endOf(call.caller.user.id, { only: call.params.id }),
    ),
  )

  mount(endOtherSessions, (call) =>
    account.change(call, 'account.end-other-sessions', () => account.endOtherSessions(call.caller)),
  )

  mount(changePassword, async (call) => {
    const { current, next } = call.body
    const { user } = call.caller
    await requireGoodPassword('next', next, { ...user, current })
    await account.onRecord(call, 'account.change-password', async () => {
      const version = (await users.byId(user.id))?.access_version ?? 0
      await auth.stepUp.requirePassword(user.id, current)
      await users.choosePassword(user.id, version, next)
      await account.endOtherSessions(call.caller)
      await account.renewSession(call)
    })
    return {}
  })
}
