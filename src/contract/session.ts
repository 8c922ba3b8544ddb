import * as z from 'zod/mini'
import { permissionNames, roleNames } from './access.ts'
import { endpoint } from './endpoint.ts'
import { secondFactorCode, visible } from './text.ts'

export const session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissionNames)),
  /** Came in with a one-time password; nothing but the own account answers until it is changed. */
  mustChangePassword: z.boolean(),
  features: z.object({
    /** Operation 10 is switched on in settings. */
    legacyCreate: z.boolean(),
    /** The console talks to its built-in sandbox. */
    sandbox: z.boolean(),
  }),
})
export type Session = z.infer<typeof session>

export const currentSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'signed-in',
  answer: session,
})

export const credentials = z.object({
  /** `visible`, since what strangers type is kept in the audit. */
  email: z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/), z.regex(visible)),
  password: z.string().check(z.minLength(1), z.maxLength(256)),
})

/** With a second factor the password alone opens nothing: a code is needed within ten minutes. */
const signInAnswer = z.object({ codeNeeded: z.boolean() })

/**
 * The session, or the challenge for a code, is in the cookie alone; a session that the request carries ends once the new one
 * begins. Refused as `one-time-password-invalid` where a right one was used before, or is older than a day.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'anyone',
  body: credentials,
  answer: signInAnswer,
})

export const signInCode = z.object({ code: secondFactorCode })

/** The second step of a sign-in. Refused as `code-wrong`, and as `code-expired` when it has to start again. */
export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/code',
  access: 'anyone',
  body: signInCode,
  answer: signInAnswer,
})

/** `endSessionUrl` is where the browser ends the session at the provider too, for users who came from there. */
export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'anyone',
  answer: z.object({ endSessionUrl: z.optional(z.string()) }),
})
