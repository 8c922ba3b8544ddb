import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { secondFactorCode } from './text.ts'

/** How long after a proof of identity a user may call endpoints with `freshSignIn`, in milliseconds. */
export const freshSignInMs = 5 * 60_000

/**
 * The step that makes the sign-in fresh: `nothing` while it is fresh, the user's own password, with a code when a second factor
 * is on, a passkey where the role requires a second factor and there is no other, or a sign-in at the identity provider.
 */
const stepUpNeeds = ['nothing', 'password', 'password-and-code', 'passkey', 'sign-in'] as const
export type StepUpNeed = (typeof stepUpNeeds)[number]

export const readStepUpNeed = endpoint({
  method: 'GET',
  path: '/api/session/step-up',
  access: 'signed-in',
  /** `passkey`: true when one of the user's passkeys does as well. */
  answer: z.object({ need: z.enum(stepUpNeeds), passkey: z.optional(z.boolean()) }),
})

/** Proves that the user is still the person who signed in. The session continues under a new token, which is only in the cookie. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/session/step-up',
  access: 'signed-in',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    /** Required when a second factor is on. */
    code: z.optional(secondFactorCode),
  }),
  answer: nothing,
})
