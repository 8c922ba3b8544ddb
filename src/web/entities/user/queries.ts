import { mutationOptions } from '@tanstack/react-query'
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
import type { Role } from '#contract/access.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { changedWithReservations } from '../reservation/queries.ts'
import { invalidate, invalidateAfter } from '../../api/query-client.ts'

export const usersQuery = () => read(listUsers, {}, { staleTime: 10_000 })

/** One action on a user. */
export type UserAction =
  /** `releaseReason`: releases the user's open reservations with it. */
  | { kind: 'disable'; releaseReason?: string }
  | { kind: 'enable' | 'endSessions' | 'resetPassword' | 'removeSecondFactor' | 'unlock' }

interface Done {
  user: User
  /** Shown only once; `null` when the action creates no password. */
  password: string | null
}

interface UserChange {
  user: Pick<User, 'id' | 'version'>
  action: UserAction
  /** The action in the user's language. */
  title: string
}

async function performAction({ user: { id, version }, action, title }: UserChange): Promise<Done> {
  const input = { params: { id }, action: title }
  const toDone = async (user: Promise<User>): Promise<Done> => ({ user: await user, password: null })
  switch (action.kind) {
    case 'disable': {
      const { kind: _kind, ...body } = action
      return toDone(call(changeUser, { ...input, body: { ...body, version, disabled: true } }))
    }
    case 'enable':
      return toDone(call(changeUser, { ...input, body: { version, disabled: false } }))
    case 'endSessions':
      return toDone(call(endUserSessions, input))
    case 'removeSecondFactor':
      return toDone(call(removeSecondFactor, input))
    case 'unlock':
      return toDone(call(unlockUser, input))
    case 'resetPassword':
      return call(resetUserPassword, input)
  }
}

/** Whether everyone with a role must sign in with a second factor. */
export interface RoleRequirement {
  role: Role
  required: boolean
}

async function changeRequirements(requirements: readonly RoleRequirement[], title: string): Promise<void> {
  for (const { role, required } of requirements)
    await call(requireSecondFactor, { params: { role }, body: { required }, action: title })
}

interface Invitation {
  body: { email: string; name: string; role: Role; limit: UserLimit | null }
  requirements: readonly RoleRequirement[]
  title: string
}

export const inviteMutation = () =>
  mutationOptions({
    mutationFn: async ({ body, requirements, title }: Invitation) => {
      await changeRequirements(requirements, title)
      return call(inviteUser, { body, action: title })
    },
    // The overview counts colleagues among the first steps.
    onSuccess: (_done, _input, _result, { client }) => invalidate(client, listUsers.path, '/api/capacity'),
  })

interface AccessChange extends Omit<UserChange, 'action'> {
  change: { role?: Role; limit?: UserLimit | null }
  requirements: readonly RoleRequirement[]
}

/** Changes a user's role and limit, and the second factor of roles. */
export const accessMutation = () =>
  mutationOptions({
    mutationFn: async ({ user: { id, version }, change, requirements, title }: AccessChange) => {
      await changeRequirements(requirements, title)
      if (Object.keys(change).length > 0)
        await call(changeUser, { params: { id }, body: { ...change, version }, action: title })
    },
    // The session says whether its own role requires a second factor; the user's requests may go back to the administrators.
    onSettled: invalidateAfter(listUsers.path, '/api/session', ...changedWithReservations),
  })

export const userActionMutation = () =>
  mutationOptions({
    mutationFn: performAction,
    // The user's requests may go back to the administrators, and reservations be released.
    onSettled: invalidateAfter(listUsers.path, ...changedWithReservations),
  })
