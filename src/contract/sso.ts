import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'

/** Why a sign-in was refused; the sign-in page has a sentence for each reason. */
export const ssoRefusals = [
  /** The provider answers that the person, or the provider itself, cancelled the sign-in. */
  'cancelled',
  /** The answer belongs to another browser's sign-in, is too old, or was already used. */
  'expired',
  /** The provider's answer is not valid. */
  'refused',
  'unavailable',
  /** The provider knows the person, but none of their values maps to a role. */
  'no-role',
  /** The user is disabled in this console. */
  'disabled',
] as const
export type SsoRefusal = (typeof ssoRefusals)[number]

/** Returns the ways to sign in besides e-mail and password. */
export const signInMethods = endpoint({
  method: 'GET',
  path: '/api/auth/methods',
  access: 'anyone',
  answer: z.object({ sso: z.boolean() }),
})

/**
 * Begins a sign-in at the provider; the browser goes to `url`, which is the sign-in page of PUBLIC_URL for another loopback name. `next` is the page to return to; `fresh` makes the provider
 * verify the person's identity again. Refused as `feature-off` and `sso-unavailable`.
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
 * The provider redirects the browser here, with the provider's own parameters. Always redirects: to the requested page, or to
 * the sign-in page with the refusal in `sso`.
 */
export const ssoCallback = endpoint({
  method: 'GET',
  path: '/api/auth/sso/callback',
  access: 'anyone',
  answer: nothing,
})
