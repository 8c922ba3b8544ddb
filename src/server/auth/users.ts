import {
  changeUser,
  endUserSessions,
  inviteUser,
  listUsers,
  removeSecondFactor,
  resetUserPassword,
  unlockUser,
} from '#contract/users.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import { withAccountQueue } from './hashing.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address'> & { caller: SignedIn }

/** Mounts the endpoints for managing users. The audit gets each change before it happens, and its outcome afterwards. */
export function mountUsers({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  /** Runs `work` as an audited change. `change` is the reason in the audit entries. */
  const onRecord = <Result>(call: Caller, object: string, change: string, work: () => Promise<Result>) =>
    audited(audit, { actor: actorOf(call), action: 'user.change', object, reason: change }, () =>
      withAccountQueue(call.caller.user.email, work),
    )

  /** Like `onRecord`, for a user ID. Throws `not-found` before writing to the audit. */
  async function changeUserOnRecord<Result>(
    call: Caller & { params: { id: string } },
    change: string,
    work: (id: string) => Promise<Result>,
  ): Promise<Result> {
    const { id, email } = await auth.user(call.params.id)
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

  mount(listUsers, async () => ({ items: await auth.users() }))

  mount(inviteUser, (call) =>
    onRecord(call, call.body.email, `invited as ${call.body.role}`, () => auth.inviteUser(call.body)),
  )

  mount(changeUser, (call) => {
    const { role, disabled } = call.body
    const changes = [
      ...(role === undefined ? [] : [`role ${role}`]),
      ...(disabled === undefined ? [] : [disabled ? 'disabled' : 'enabled']),
    ]
    return changeOtherUserOnRecord(call, changes.join(', '), (id) => auth.changeUser(id, call.body))
  })

  mount(endUserSessions, (call) =>
    changeUserOnRecord(call, 'sessions ended', (id) => auth.endUserSessions(id)),
  )

  mount(resetUserPassword, (call) =>
    changeOtherUserOnRecord(call, 'password reset', (id) => auth.issueOneTimePassword(id)),
  )

  mount(removeSecondFactor, (call) =>
    changeOtherUserOnRecord(call, 'second factor removed', (id) => auth.removeSecondFactor(id)),
  )

  // Administrators can't lift their own lock either: they could guess at their own step-up without limit.
  mount(unlockUser, (call) => changeOtherUserOnRecord(call, 'unlocked', (id) => auth.unlockUser(id)))
}
