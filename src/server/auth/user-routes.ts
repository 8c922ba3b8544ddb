import {
  changeUser,
  endUserSessions,
  inviteUser,
  listUsers,
  removeSecondFactor,
  requireSecondFactor,
  resetUserPassword,
  unlockUser,
  type User,
  type UserLimit,
} from '#contract/users.ts'
import { allows } from '#contract/access.ts'
import type { AuditAction, Values } from '#contract/audit.ts'
import type { Audit, WriteAudit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited, auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type Actor, type SignedIn } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'

export interface UserDeps {
  auth: Auth
  audit: Audit
  /** Names of all pools by ID. */
  poolNames: () => Promise<ReadonlyMap<string, string>>
  /** Assigns the user's open requests back to the administrators. */
  giveBackRequests: (
    transaction: StoreTransaction,
    write: WriteAudit,
    actor: Actor,
    userId: string,
  ) => Promise<void>
  /** Releases the user's open reservations. */
  releaseReservations: (
    transaction: StoreTransaction,
    write: WriteAudit,
    actor: Actor,
    userId: string,
    reason: string,
  ) => Promise<void>
}

/** The change of a limit for the audit, null for no limit. Throws `bad-request` for a pool that does not exist. */
function limitChange(
  before: UserLimit | null,
  after: UserLimit | null,
  poolNames: ReadonlyMap<string, string>,
): Values {
  if (after?.pools.some((id) => !poolNames.has(id) && before?.pools.includes(id) !== true) === true)
    throw fieldRefused('limit.pools', 'there is no such pool')
  const named = (limit: UserLimit | null) =>
    limit === null ? null : { ...limit, pools: limit.pools.map((id) => poolNames.get(id) ?? id) }
  return changesOf(named(before), named(after), ['departments', 'pools'])
}

/** Mounts the endpoints for managing users. The audit gets each change before it happens, and its outcome afterwards. */
export function mountUsers(
  { mount }: Mount,
  { auth: { sessions, users }, audit, poolNames, giveBackRequests, releaseReservations }: UserDeps,
): void {
  /**
   * Runs an audited change of the user in the path. Throws `not-found` before writing to the audit, and `own-account` for the
   * caller: users change their own password and second factor on the account page, which asks for the current ones.
   */
  async function change<Result>(
    call: Call<{ id: string }, unknown, unknown> & { caller: SignedIn },
    event: { action: AuditAction },
    work: (id: string) => Promise<Result>,
    { mayBeOwn = false } = {},
  ): Promise<Result> {
    const { id, email } = await users.get(call.params.id)
    return audited(audit, { actor: actorOf(call), object: email, ...event }, () => {
      if (!mayBeOwn && id === call.caller.user.id) throw new ProblemError('own-account')
      return work(id)
    })
  }

  mount(listUsers, async () => ({
    items: await users.list(),
    secondFactorRoles: await sessions.secondFactorRoles(),
  }))

  mount(requireSecondFactor, async (call) => {
    const { role } = call.params
    const { required } = call.body
    const action = required ? 'user.require-second-factor' : 'user.waive-second-factor'
    await auditedChange(audit, { actor: actorOf(call), action, object: role }, (transaction) =>
      sessions.requireSecondFactor(transaction, role, required),
    )
    return sessions.secondFactorRoles()
  })

  mount(inviteUser, async (call) => {
    const { email, role, limit } = call.body
    const values = { role, ...limitChange(null, limit, await poolNames()) }
    const event = { actor: actorOf(call), action: 'user.invite', object: email, values }
    return audited(audit, event, () => users.invite(call.body))
  })

  mount(changeUser, async (call) => {
    const { role, disabled, limit, releaseReason } = call.body
    if (releaseReason !== undefined) refuseSecrets({ releaseReason })
    const user = await users.get(call.params.id)
    const names = await poolNames()
    const valuesOf = (before: Pick<User, 'role' | 'limit'>) => ({
      ...(role === undefined ? {} : changesOf(before, { role }, ['role'])),
      ...(limit === undefined ? {} : limitChange(before.limit, limit, names)),
    })
    const ofAccess = disabled === true ? 'user.disable' : 'user.enable'
    const isOfRole = role !== undefined && (role !== user.role || limit === undefined)
    const action = isOfRole ? 'user.role' : limit !== undefined ? 'user.limit' : ofAccess
    const event = { actor: actorOf(call), action, object: user.email, values: valuesOf(user) }
    const work = async (transaction: StoreTransaction, write: WriteAudit) => {
      if (user.id === call.caller.user.id) throw new ProblemError('own-account')
      const before = await users.change(transaction, user.id, call.body)
      const actor = actorOf(call)
      if (disabled === true || (role !== undefined && !allows(role, 'request.manage')))
        await giveBackRequests(transaction, write, actor, user.id)
      if (releaseReason !== undefined)
        await releaseReservations(transaction, write, actor, user.id, releaseReason)
      return before
    }
    await auditedChange(audit, event, work, valuesOf)
    return users.get(user.id)
  })

  mount(endUserSessions, (call) =>
    change(call, { action: 'user.end-sessions' }, (id) => users.endSessions(id), { mayBeOwn: true }),
  )

  mount(resetUserPassword, (call) =>
    change(call, { action: 'user.reset-password' }, (id) => users.issueOneTimePassword(id)),
  )

  mount(removeSecondFactor, (call) =>
    change(call, { action: 'user.remove-second-factor' }, (id) => users.removeSecondFactor(id)),
  )

  // Administrators can't lift their own lock either: they could guess at their own step-up without limit.
  mount(unlockUser, (call) => change(call, { action: 'user.unlock' }, (id) => users.unlock(id)))
}
