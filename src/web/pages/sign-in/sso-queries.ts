import { signInMethods } from '#contract/sso.ts'
import { read } from '../../api/endpoint-queries.ts'

/** The sign-in methods: reports whether there is one besides email and password. */
export const signInMethodsQuery = () =>
  read(signInMethods, { reauthenticate: false }, { staleTime: Infinity, meta: { quiet: true } })

/** Leads this tab to the provider's sign-in page. */
export const leaveForProvider = ({ url }: { url: string }) => window.location.assign(url)
