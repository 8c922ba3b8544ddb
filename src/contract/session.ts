import * as z from 'zod/mini'
import { permissionNames, roleNames } from './access.ts'
import { endpoint } from './endpoint.ts'
import { secondFactorCode, visible } from './text.ts'

/**
 * What is missing where a role requires a second factor: none is set up; it was not given in this session; or the identity provider
 * has not confirmed one.
 */
const secondFactorNeeds = ['set-up', 'give', 'provider'] as const
export type SecondFactorNeed = (typeof secondFactorNeeds)[number]

export const session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissionNames)),
  /** The departments and the pools that the user is limited to; absent for a user who acts on everything. */
  limit: z.optional(
    z.object({
      departments: z.array(z.string()),
      pools: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Signed in with a one-time password. Endpoints with a permission refuse until the password is changed. */
  mustChangePassword: z.boolean(),
  /** Set for a user whose role requires a second factor. Endpoints with a permission refuse until it is given in this session. */
  secondFactorNeed: z.optional(z.enum(secondFactorNeeds)),
  features: z.object({
    // Settings that other pages than Settings know, by the names of settings.ts.
    /** True when operation 10 is switched on in the settings. */
    legacyCreate: z.boolean(),
    /** True when the console uses its built-in sandbox. */
    sandbox: z.boolean(),
    /** How many days a number is kept back after its agent left. */
    keepBackDays: z.number(),
    /** False until a service is connected where no sandbox is installed: the permissions are those that need no service. */
    service: z.boolean(),
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
  /** `visible`, because the audit keeps the text that strangers type. */
  email: z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/), z.regex(visible)),
  password: z.string().check(z.minLength(1), z.maxLength(256)),
})

/** With a second factor, the password alone does not sign in: a code is needed within ten minutes. */
const signInAnswer = z.object({ codeNeeded: z.boolean() })

/**
 * The session, or the challenge for a code, is only in the cookie. The session of the request ends once the new session begins.
 * Refused as `one-time-password-invalid` when a correct one-time password is older than a day.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'anyone',
  body: credentials,
  answer: signInAnswer,
})

const signInCode = z.object({ code: secondFactorCode })

/** The second step of a sign-in. Refused as `code-wrong`, and as `code-expired` when the sign-in has to start again. */
export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/code',
  access: 'anyone',
  body: signInCode,
  answer: signInAnswer,
})

/** `endSessionUrl` is the URL where the browser also ends the provider's session, for users who signed in at the provider. */
export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'anyone',
  answer: z.object({ endSessionUrl: z.optional(z.string()) }),
})
