import * as z from 'zod/mini'
import type { Permission } from './access.ts'
import { endpoint } from './endpoint.ts'
import { typedLine } from './text.ts'

/** The most API tokens of one user, and the most service tokens. */
export const maxApiTokens = 20
/** How long a token may work, days. */
export const apiTokenDays = [30, 90, 365] as const

/**
 * What a token can be allowed, if its owner is: never users and the connection to the service. With `secret.reveal`, a token also calls
 * endpoints that ask a person for a fresh sign-in.
 */
export const apiScopes = [
  'extension.read',
  'extension.create',
  'extension.reserve',
  'extension.release',
  'request.manage',
  'label.write',
  'secret.reveal',
  'job.run',
  'status.read',
  'pool.manage',
  'audit.read',
] as const satisfies readonly Permission[]
export type ApiScope = (typeof apiScopes)[number]

/** Times are epoch milliseconds. `expiresAt` in the past: ended, by its time or by a user. `lastUsedAt` is accurate to the minute. */
const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
})
export type ApiToken = z.infer<typeof apiToken>
const apiTokens = z.object({ items: z.array(apiToken) })

const newToken = z.object({
  name: typedLine(100).check(z.minLength(1, 'give a name')),
  scopes: z
    .array(z.enum(apiScopes))
    .check(z.minLength(1, 'choose at least one'), z.maxLength(apiScopes.length)),
  days: z.literal(apiTokenDays),
})

/** The user's own tokens, the latest first. */
export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/account/api-tokens',
  access: 'signed-in',
  answer: apiTokens,
})

/** Answers with the token itself, only this once. Refused as `forbidden` for a scope that the user does not hold, and as `too-many-api-tokens`. */
export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/account/api-tokens',
  access: 'signed-in',
  freshSignIn: true,
  body: newToken,
  answer: z.object({ token: z.string(), ...apiTokens.shape }),
})

/** Ends a token at once, on every replica. Does nothing for a token that is gone. */
export const removeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/account/api-tokens/:id',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  answer: apiTokens,
})

/** A token of the console itself: it works on when its creator leaves, and acts under its own name. */
const serviceToken = z.object({ ...apiToken.shape, createdBy: z.nullable(z.string()) })
export type ServiceToken = z.infer<typeof serviceToken>
const serviceTokens = z.object({ items: z.array(serviceToken) })

/** The latest first. */
export const listServiceTokens = endpoint({
  method: 'GET',
  path: '/api/service-tokens',
  access: 'user.manage',
  answer: serviceTokens,
})

/** Like `createApiToken`. */
export const createServiceToken = endpoint({
  method: 'POST',
  path: '/api/service-tokens',
  access: 'user.manage',
  freshSignIn: true,
  body: newToken,
  answer: z.object({ token: z.string(), ...serviceTokens.shape }),
})

/** Like `removeApiToken`. */
export const removeServiceToken = endpoint({
  method: 'DELETE',
  path: '/api/service-tokens/:id',
  access: 'user.manage',
  params: z.object({ id: z.uuid() }),
  answer: serviceTokens,
})
