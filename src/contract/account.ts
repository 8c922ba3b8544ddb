import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { passwordLength, userName } from './text.ts'

/** Times are epoch milliseconds. */
const ownSession = z.object({
  id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  address: z.nullable(z.string()),
  /** The browser's `User-Agent`, cut at 200 characters. */
  userAgent: z.nullable(z.string()),
  createdAt: z.number(),
  /** Accurate to the minute. */
  lastSeenAt: z.number(),
})
export type OwnSession = z.infer<typeof ownSession>

const ownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
})
export type OwnPasskey = z.infer<typeof ownPasskey>

export const account = z.object({
  name: z.string(),
  email: z.string(),
  /** True when the user signs in at the identity provider, which supplies the name. */
  isSsoUser: z.boolean(),
  /** False for a user of the identity provider without a password here. */
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  /** Number of unused backup codes; null without a second factor. */
  backupCodesLeft: z.nullable(z.number()),
  /** The oldest first. */
  passkeys: z.array(ownPasskey),
  sessions: z.array(ownSession),
})
export type Account = z.infer<typeof account>

/** Why a new password is refused. The BFF decides; the page checks all but `common` first, because it does not have that list. */
export type PasswordError = 'short' | 'long' | 'simple' | 'email' | 'same' | 'common'
const minCharacters = 5

export function passwordError(
  password: string,
  { email, current }: { email: string; current?: string },
): Exclude<PasswordError, 'common'> | null {
  // Passwords are hashed in NFKC form: full-width letters are the same password.
  const plain = password.normalize('NFKC')
  if (Math.min(password.length, plain.length) < passwordLength.least) return 'short'
  if (password.length > passwordLength.most) return 'long'
  if (plain === current?.normalize('NFKC')) return 'same'
  if (new Set(plain).size < minCharacters) return 'simple'
  const [local = ''] = email.toLowerCase().split('@')
  return local.length >= 4 && plain.toLowerCase().includes(local) ? 'email' : null
}

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  access: 'signed-in',
  answer: account,
})

/** Refused as `user-elsewhere` for a user of the identity provider. */
export const renameAccount = endpoint({
  method: 'PATCH',
  path: '/api/account',
  access: 'signed-in',
  body: z.object({ name: userName }),
  answer: account,
})

/**
 * Refused as `password-wrong`; as `password-common` when the password is in a list of
 * known passwords or consists mostly of the user's name, e-mail or the product's name; and as `bad-request` for the other
 * errors of `passwordError`. Ends the user's other sessions.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  access: 'signed-in',
  freshSignIn: true,
  body: z.object({
    current: z.string().check(z.minLength(1), z.maxLength(passwordLength.most)),
    next: z.string().check(z.maxLength(1024)),
  }),
  answer: nothing,
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'signed-in',
  freshSignIn: true,
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
  answer: account,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'signed-in',
  freshSignIn: true,
  answer: account,
})

/**
 * Returns the authenticator app's secret as an `otpauth:` URI, and the backup codes. The second factor is on once a code confirms it.
 * Refused as `user-elsewhere` for a user of the identity provider.
 */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  access: 'signed-in',
  freshSignIn: 'once',
  answer: z.object({ uri: z.string(), backupCodes: z.array(z.string()) }),
})
export type SecondFactorSetup = z.infer<typeof beginSecondFactor.answer>

const code = z.string().check(z.regex(/^\d{6}$/, 'use the 6 digits of the app'))

/** The session continues under a new token; the user's other sessions end. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  access: 'signed-in',
  body: z.object({ code }),
  answer: nothing,
})

/** Returns new backup codes; the previous ones stop working. */
export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/backup-codes',
  access: 'signed-in',
  freshSignIn: 'once',
  answer: z.object({ backupCodes: z.array(z.string()) }),
})

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/second-factor',
  access: 'signed-in',
  freshSignIn: 'once',
  answer: nothing,
})
