import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  endSecondFactor,
  readAccount,
  renameAccount,
  renewBackupCodes,
} from '#contract/account.ts'
import { call } from '../api/call.ts'
import { sessionQuery } from '../session/queries.ts'

export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => call(readAccount, { signal }),
    staleTime: 10_000,
  })

export const renameMutation = () =>
  mutationOptions({
    mutationFn: (name: string) => call(renameAccount, { body: { name } }),
    onSuccess: (account, _name, _result, { client }) => {
      client.setQueryData(accountQuery().queryKey, account)
      return client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })

/** One of the own sessions, or all others for null. */
export const endSessionMutation = () =>
  mutationOptions({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions, {}) : call(endOwnSession, { params: { id } }),
    onSuccess: (account, _id, _result, { client }) => {
      client.setQueryData(accountQuery().queryKey, account)
    },
  })

/** Session and account are another after these. */
export const changePasswordMutation = () =>
  mutationOptions({
    mutationFn: (body: { current: string; next: string }) => call(changePassword, { body }),
    onSuccess: (_done, _input, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountQuery().queryKey }),
        client.invalidateQueries({ queryKey: sessionQuery().queryKey }),
      ]),
  })

export const beginSecondFactorMutation = () =>
  mutationOptions({ mutationFn: (password: string) => call(beginSecondFactor, { body: { password } }) })

export const confirmSecondFactorMutation = () =>
  mutationOptions({ mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }) })

export const renewBackupCodesMutation = () =>
  mutationOptions({ mutationFn: (password: string) => call(renewBackupCodes, { body: { password } }) })

export const endSecondFactorMutation = () =>
  mutationOptions({ mutationFn: (password: string) => call(endSecondFactor, { body: { password } }) })
