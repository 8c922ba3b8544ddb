import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { currentSession, session, signIn, signInWithCode, signOut, type Session } from '#contract/session.ts'
import { call } from '../../api/call.ts'

/** The signed-in user and their permissions. Throws `unauthenticated` without a session. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(currentSession, { signal, reauthenticate: false }),
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })

/** Returns the session embedded in the page; `undefined` when there is none, for example without a signed-in user. */
export function embeddedSession(): Session | undefined {
  const data = document.querySelector('#session')?.textContent
  return data === undefined ? undefined : z.safeParse(session, JSON.parse(data)).data
}

export const signInMutation = () =>
  mutationOptions({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body, reauthenticate: false }),
  })

export const codeMutation = () =>
  mutationOptions({
    mutationFn: (body: { code: string }) => call(signInWithCode, { body, reauthenticate: false }),
  })

export const signOutMutation = () =>
  mutationOptions({ mutationFn: () => call(signOut, { reauthenticate: false }) })
