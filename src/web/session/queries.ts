import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { currentSession, signIn, signInWithCode, signOut } from '#contract/session.ts'
import { call } from '../api/call.ts'

/** Who is signed in and what they may do. Fails as `unauthenticated` when nobody is. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(currentSession, { signal, gate: false }),
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })

export const signInMutation = () =>
  mutationOptions({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body, gate: false }),
  })

export const codeMutation = () =>
  mutationOptions({
    mutationFn: (body: { code: string }) => call(signInWithCode, { body, gate: false }),
  })

export const signOutMutation = () => mutationOptions({ mutationFn: () => call(signOut, { gate: false }) })
