import {
  changeUser,
  endUserSessions,
  inviteUser,
  listUsers,
  removeSecondFactor,
  resetUserPassword,
  unlockUser,
  type UserLimit,
} from '#contract/users.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'

/** The change's name in the audit, and its details. */
interface Change {
  action: AuditAction
  reason?: string | null
}

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address'> & { caller: SignedIn }

interface UserDeps {
  auth: Auth
  audit: Audit
  /** Names of all pools by ID. */
  poolNames: () => Promise<ReadonlyMap<string, string>>
}

/** Mounts the endpoints for managing users. The audit gets each change before it happens, and its outcome afterwards. */
export function mountUsers({ mount }: Mount, { auth, audit, poolNames }: UserDeps): void {
  /** The change of a limit as text for the audit. Throws `bad-request` for a pool that does not exist. */
  async function limitChange(before: UserLimit | null, after: UserLimit | null): Promise<string> {
    const names = await poolNames()
    if (after?.pools.some((id) => !names.has(id) && before?.pools.includes(id) !== true) === true)
      throw new ProblemError('bad-request', {
        errors: [{ path: 'limit.pools', message: 'there is no such pool' }],
      })
    const textOf = (limit: UserLimit | null) =>
      limit === null
        ? 'none'
        : [
            `departments ${limit.departments.join(', ') || '–'}`,
            `pools ${limit.pools.map((id) => names.get(id) ?? id).join(', ') || '–'}`,
          ].join(' and ')
    return `limit: ${textOf(before)} → ${textOf(after)}`
  }

  /** Runs `work` as an audited change of the user with this email. */
  const onRecord = <Result>(
    call: Caller,
    email: string,
    { action, reason = null }: Change,
    work: () => Promise<Result>,
  ) => audited(audit, { actor: actorOf(call), action, object: email, reason }, work)

  /** Like `onRecord`, for a user ID. Throws `not-found` before writing to the audit. */
  async function changeUserOnRecord<Result>(
    call: Caller & { params: { id: string } },
    change: Change,
    work: (id: string) => Promise<Result>,
  ): Promise<Result> {
    const { id, email } = await auth.users.get(call.params.id)
    return onRecord(call, email, change, () => work(id))
  }

  /**
   * Like `changeUserOnRecord`, but throws `own-account` for the caller. Users change their own password and second factor on the
   * account page, which asks for the current password and code.
   */
  const changeOtherUserOnRecord: typeof changeUserOnRecord = (call, change, work) =>
    changeUserOnRecord(call, change, (id) => {
      if (id === call.caller.user.id) throw new ProblemError('own-account')
      return work(id)
    })

  mount(listUsers, async () => ({ items: await auth.users.list() }))

  mount(inviteUser, (call) =>
    onRecord(call, call.body.email, { action: 'user.invite', reason: call.body.role }, () =>
      auth.users.invite(call.body),
    ),
  )

  mount(changeUser, async (call) => {
    const { role, disabled, limit } = call.body
    const before = await auth.users.get(call.params.id)
    const roleText = role === undefined ? null : `${before.role ?? 'none'} → ${role}`
    const limitText = limit === undefined ? null : await limitChange(before.limit, limit)
    const change: Change =
      roleText === null && limitText === null
        ? { action: disabled === true ? 'user.disable' : 'user.enable' }
        : {
            action: roleText === null ? 'user.limit' : 'user.role',
            reason: [roleText, limitText].filter((part) => part !== null).join('; '),
          }
    return changeOtherUserOnRecord(call, change, (id) => auth.users.change(id, call.body))
  })

  mount(endUserSessions, (call) =>
    changeUserOnRecord(call, { action: 'user.end-sessions' }, (id) => auth.users.endSessions(id)),
  )

  mount(resetUserPassword, (call) =>
    changeOtherUserOnRecord(call, { action: 'user.reset-password' }, (id) =>
      auth.users.issueOneTimePassword(id),
    ),
  )

  mount(removeSecondFactor, (call) =>
    changeOtherUserOnRecord(call, { action: 'user.remove-second-factor' }, (id) =>
      auth.users.removeSecondFactor(id),
    ),
  )

  // Administrators can't lift their own lock either: they could guess at their own step-up without limit.
  mount(unlockUser, (call) =>
    changeOtherUserOnRecord(call, { action: 'user.unlock' }, (id) => auth.users.unlock(id)),
  )
}
