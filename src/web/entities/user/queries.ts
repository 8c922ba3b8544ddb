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
  /** `limit`: removes the limit, which the role can't have. */
  | { kind: 'role'; role: Role; limit?: null }
  | { kind: 'limit'; limit: UserLimit | null }
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
  const plain = async (user: Promise<User>): Promise<Done> => ({ user: await user, password: null })
  switch (action.kind) {
    case 'role':
    case 'limit': {
      const { kind: _kind, ...body } = action
      return plain(call(changeUser, { ...input, body: { ...body, version } }))
    }
    case 'disable': {
      const { kind: _kind, ...body } = action
      return plain(call(changeUser, { ...input, body: { ...body, version, disabled: true } }))
    }
    case 'enable':
      return plain(call(changeUser, { ...input, body: { version, disabled: false } }))
    case 'endSessions':
      return plain(call(endUserSessions, input))
    case 'removeSecondFactor':
      return plain(call(removeSecondFactor, input))
    case 'unlock':
      return plain(call(unlockUser, input))
    case 'resetPassword':
      return call(resetUserPassword, input)
  }
}

export const inviteMutation = () =>
  mutationOptions({
    mutationFn: ({
      title,
      ...body
    }: {
      email: string
      name: string
      role: Role
      limit: UserLimit | null
      title: string
    }) => call(inviteUser, { body, action: title }),
    // The overview counts colleagues among the first steps.
    onSuccess: (_done, _input, _result, { client }) => invalidate(client, listUsers.path, '/api/capacity'),
  })

export const requireSecondFactorMutation = () =>
  mutationOptions({
    mutationFn: async ({
      changes,
      title,
    }: {
      changes: readonly { role: Role; required: boolean }[]
      title: string
    }) => {
      for (const { role, required } of changes)
        await call(requireSecondFactor, { params: { role }, body: { required }, action: title })
    },
    // The session says whether its own role requires one.
    onSettled: invalidateAfter(listUsers.path, '/api/session'),
  })

export const userActionMutation = () =>
  mutationOptions({
    mutationFn: performAction,
    // The user's requests may go back to the administrators, and reservations be released.
    onSettled: invalidateAfter(listUsers.path, ...changedWithReservations),
  })
