import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type Account,
  changePassword,
  endOtherSessions,
  endOwnSession,
  readAccount,
  renameAccount,
} from '#contract/account.ts'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '#contract/passkeys.ts'
import { call } from '../../api/call.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { sessionQuery } from '../../entities/session/queries.ts'
import { makePasskey } from '../../entities/session/passkeys.ts'

export const accountQuery = () => read(readAccount, {}, { staleTime: 10_000 })

type Context = { client: QueryClient }

const showAccount = (account: Account, _input: unknown, _result: unknown, { client }: Context) => {
  client.setQueryData(accountQuery().queryKey, account)
}

/** For a change that the session has too. */
const showInSession = (account: Account, _input: unknown, _result: unknown, { client }: Context) => {
  client.setQueryData(accountQuery().queryKey, account)
  return client.invalidateQueries({ queryKey: sessionQuery().queryKey })
}

export const renameMutation = () => ({ ...write(renameAccount), onSuccess: showInSession })

/** Ends one of the user's own sessions, or with the ID `null` all sessions except the current one. */
export const endSessionMutation = () =>
  mutationOptions({
    mutationFn: ({ id, action }: { id: string | null; action: string }) =>
      id === null ? call(endOtherSessions, { action }) : call(endOwnSession, { params: { id }, action }),
    onSuccess: showAccount,
  })

/** Refreshes the session and the account, since a new password changes both. */
export const changePasswordMutation = () =>
  mutationOptions({
    mutationFn: async ({ action, ...body }: { current: string; next: string; action: string }) => {
      // The current password is a proof of identity too: without a second factor, nothing else has to be entered.
      const { need } = await call(readStepUpNeed, {})
      if (need === 'password') await call(stepUp, { body: { password: body.current } })
      return call(changePassword, { body, action })
    },
    onSuccess: (_done, _input, _result, { client }) => invalidate(client, readAccount.path, '/api/session'),
  })

export const addPasskeyMutation = () =>
  mutationOptions({
    mutationFn: async ({ name, action }: { name: string; action: string }) => {
      const response = await makePasskey(await call(beginPasskey, { action }))
      return call(addPasskey, { body: { name, response }, action })
    },
    onSuccess: showInSession,
  })

export const renamePasskeyMutation = () => ({ ...write(renamePasskey), onSuccess: showAccount })

export const removePasskeyMutation = () => ({ ...write(removePasskey), onSuccess: showAccount })
