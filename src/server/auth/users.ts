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
import { inTurnOf } from './hashing.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'

type Caller = Pick<Call<unknown, unknown, unknown>, 'requestId' | 'address'> & { caller: SignedIn }

/** What admins do with other people's accounts; each change is on record before it happens, and with its outcome. */
export function mountUsers({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  /** `change` is what the audit calls it. */
  const onRecord = <Result>(call: Caller, object: string, change: string, work: () => Promise<Result>) =>
    audited(audit, { actor: actorOf(call), action: 'user.change', object, reason: change }, () =>
      inTurnOf(call.caller.user.email, work),
    )

  /** As `onRecord`, about a user by id. Throws `not-found` before anything is on record. */
  async function about<Result>(
    call: Caller & { params: { id: string } },
    change: string,
    work: (id: string) => Promise<Result>,
  ): Promise<Result> {
    const { id, email } = await auth.user(call.params.id)
    return onRecord(call, email, change, () => work(id))
  }

  /** As `about`; one's own password and second factor are changed on the account page, which asks for them. */
  const aboutAnother: typeof about = (call, change, work) =>
    about(call, change, (id) => {
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
    return aboutAnother(call, changes.join(', '), (id) => auth.changeUser(id, call.body))
  })

  mount(endUserSessions, (call) => about(call, 'sessions ended', (id) => auth.endUserSessions(id)))

  mount(resetUserPassword, (call) =>
    aboutAnother(call, 'password reset', (id) => auth.giveOneTimePassword(id)),
  )

  mount(removeSecondFactor, (call) =>
    aboutAnother(call, 'second factor removed', (id) => auth.removeSecondFactor(id)),
  )

  // Their own lock too: guesses at one's own step-up would have no end.
  mount(unlockUser, (call) => aboutAnother(call, 'unlocked', (id) => auth.unlockUser(id)))
}
