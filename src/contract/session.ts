import * as z from 'zod/mini'
import { permissionNames, roleNames } from './access.ts'
import { endpoint, nothing } from './endpoint.ts'

export const session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissionNames)),
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
  email: z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
  password: z.string().check(z.minLength(1), z.maxLength(256)),
})

/** better-auth's path; the session is in the cookie alone. */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'anyone',
  body: credentials,
  answer: nothing,
})

/** `endSessionUrl` is where the browser ends the session at the provider too, for who came from there. */
export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'anyone',
  answer: z.object({ endSessionUrl: z.optional(z.string()) }),
})
