import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'

/** Why a sign-in was refused; the sign-in page has a sentence for each. */
export const ssoRefusals = [
  /** The provider says that the person, or the provider itself, did not want to go on. */
  'cancelled',
  /** The answer is for a sign-in that is not this browser's, is too old, or was answered before. */
  'expired',
  /** What the provider sent does not hold. */
  'refused',
  'unavailable',
  /** Known at the provider, but none of the values that stand for a role. */
  'no-role',
  /** Disabled in this console. */
  'disabled',
] as const
export type SsoRefusal = (typeof ssoRefusals)[number]

/** Which ways in there are besides e-mail and password. */
export const signInMethods = endpoint({
  method: 'GET',
  path: '/api/auth/methods',
  access: 'anyone',
  answer: z.object({ sso: z.boolean() }),
})

/**
 * Begins a sign-in at the provider; the browser goes to `url`. `next` is the page to come back to; `fresh` has the person
 * prove who they are again. Refused as `feature-off` and `sso-unavailable`.
 */
export const beginSso = endpoint({
  method: 'POST',
  path: '/api/auth/sso',
  access: 'anyone',
  body: z.object({
    next: z.optional(z.string().check(z.maxLength(2048))),
    fresh: z._default(z.boolean(), false),
  }),
  answer: z.object({ url: z.string() }),
})

/**
 * Where the provider sends the browser back to, with parameters of its own choice. Always leads on: to the page wanted, or
 * to the sign-in page with the refusal in `sso`.
 */
export const ssoCallback = endpoint({
  method: 'GET',
  path: '/api/auth/sso/callback',
  access: 'anyone',
  answer: nothing,
})
