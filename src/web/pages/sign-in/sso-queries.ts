import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { beginSso, signInMethods } from '#contract/sso.ts'
import { call } from '../../api/call.ts'

/** The sign-in methods: reports whether there is one besides email and password. */
export const signInMethodsQuery = () =>
  queryOptions({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => call(signInMethods, { signal, reauthenticate: false }),
    staleTime: Infinity,
    meta: { quiet: true },
  })

/** Leads this tab to the provider's sign-in page. */
export const leaveForProvider = ({ url }: { url: string }) => window.location.assign(url)

/** Begins a sign-in at the provider; its URL is for `onSuccess`. */
export const beginSsoMutation = () =>
  mutationOptions({
    mutationFn: (body: { next?: string; fresh?: boolean }) => call(beginSso, { body, reauthenticate: false }),
  })
