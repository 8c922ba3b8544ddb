import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { ext, secondFactorCode } from './text.ts'

/** How old a sign-in may be when a password is revealed, ms (trust 3.6). */
export const freshSignInMs = 5 * 60_000
/** How long the browser shows a revealed password, seconds. */
export const shownSeconds = 30

/** Characters. */
export const reasonLength = { least: 5, most: 200 } as const
/** Why a password is looked at; kept in the audit. */
export const revealReason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most), z.regex(/^[^\p{Cc}]*$/u))

/** Operation 7 for the one field that no other answer carries. On record before the service is asked. */
export const revealSecret = endpoint({
  method: 'POST',
  path: '/api/extensions/:ext/secret',
  access: 'secret.reveal',
  params: z.object({ ext }),
  body: z.object({ reason: revealReason }),
  answer: z.object({ password: z.string() }),
})

/**
 * What is needed before a reveal: nothing while the sign-in is fresh, the user's own password, with a code where a second
 * factor is on, or a sign-in at the provider.
 */
export const stepUpNeeds = ['nothing', 'password', 'password-and-code', 'sign-in'] as const
export type StepUpNeed = (typeof stepUpNeeds)[number]

export const readStepUpNeed = endpoint({
  method: 'GET',
  path: '/api/session/step-up',
  access: 'signed-in',
  answer: z.object({ need: z.enum(stepUpNeeds) }),
})

/** Proves that it is still the user who sits there; the session goes on under a new id, in the cookie alone. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/session/step-up',
  access: 'signed-in',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    /** Required where a second factor is on. */
    code: z.optional(secondFactorCode),
  }),
  answer: nothing,
})
