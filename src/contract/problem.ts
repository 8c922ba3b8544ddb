import * as z from 'zod/mini'
import { operationIds } from './operation-ids.ts'

/** Every error code of the BFF, with its HTTP status. The list is closed: the SPA has a sentence for each code in both languages. */
export const problemStatus = {
  'bad-request': 400,
  unauthenticated: 401,
  'sign-in-failed': 401,
  'sso-unavailable': 503,
  forbidden: 403,
  /** The caller is limited to departments and pools, and may not act on this number or for this person. */
  limited: 403,
  'cross-site': 403,
  'feature-off': 403,
  'step-up-needed': 403,
  'sign-in-again': 403,
  'not-found': 404,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  misdirected: 421,
  'key-reused': 422,
  'password-change-required': 403,
  'second-factor-required': 403,
  'password-wrong': 403,
  'password-common': 400,
  'one-time-password-invalid': 403,
  'code-wrong': 401,
  'code-expired': 401,
  'user-exists': 409,
  'user-elsewhere': 409,
  'own-account': 409,
  /** A user with a limit to departments and pools can't have a role that administers. */
  'role-unlimited': 409,
  /** Demo accounts would stay the only administrators after leaving the sandbox. */
  'demo-administrators': 409,
  'job-running': 409,
  'sandbox-unavailable': 409,
  /** The environment has the connection to the service, so the console can't change it. */
  'service-from-environment': 409,
  'edit-conflict': 409,
  'last-administrator': 409,
  /** A text that all users can read contains the value of a password or key. */
  'names-secret': 400,
  'view-exists': 409,
  'too-many-views': 409,
  'too-many-labels': 409,
  'pool-exists': 409,
  'too-many-pools': 409,
  'second-factor-on': 409,
  'passkey-wrong': 401,
  'too-many-passkeys': 409,
  'too-many-api-tokens': 409,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
  /** The console ran out of time without waiting for the service: its store or a password hash was slow. */
  'took-too-long': 503,
  'creation-in-progress': 409,
  'job-secrets-gone': 409,
  'job-ending': 409,
  'job-open': 409,
  'nothing-to-fetch': 409,
  'reservation-held': 409,
  'reservation-too-many': 409,
  'reservation-ended': 409,
  'reservation-of-another': 403,
  'request-exists': 409,
  'request-too-many': 409,
  'request-fulfilled': 409,
  /** A swap of two numbers of which one has no agent, as far as the console knows. */
  'swap-unbound': 409,
  'request-ended': 409,
  'extension-exists': 409,
  'extension-bound': 409,
  /** A create named an agent who has an extension already. */
  'agent-bound': 409,
  /** The directory has a person with the work number of a new colleague. */
  'agent-exists': 409,
  'extension-unavailable': 409,
  'binding-unknown': 409,
  'quota-reached': 409,
  'extension-not-found': 404,
  'password-not-held': 404,
  /** The service shows asterisks instead of the password. */
  'password-masked': 404,
  'agent-not-found': 404,
  'company-unknown': 422,
  'upstream-refused': 422,
  'upstream-credentials': 502,
  'upstream-token': 502,
  'upstream-restricted': 502,
  'upstream-busy': 503,
  'upstream-paused': 503,
  'upstream-unreachable': 502,
  'upstream-certificate': 502,
  'upstream-failing': 502,
  'upstream-not-offered': 502,
  'upstream-clock': 502,
  'upstream-timeout': 504,
  'upstream-not-json': 502,
  'upstream-invalid': 502,
  'upstream-paging': 502,
  'upstream-extensions-auth': 502,
  /** A gateway refused a create before the service. */
  'upstream-blocked': 502,
  /** The same for a create with a password of characters that gateways take for an attack. */
  'password-blocked': 422,
} as const

export type ProblemCode = keyof typeof problemStatus
const isProblemCode = (value: string): value is ProblemCode => Object.hasOwn(problemStatus, value)
export const problemCodes = Object.keys(problemStatus).filter(isProblemCode)

/** Refusals that affect every request for a while and end without any change in the console. */
export const passingCodes = [
  'upstream-unreachable',
  'upstream-busy',
  'upstream-paused',
  'upstream-token',
] as const satisfies readonly ProblemCode[]
/** Refusals of every request until a person fixes the settings or the clock. */
export const setUpCodes = [
  'upstream-credentials',
  'upstream-clock',
  'upstream-certificate',
] as const satisfies readonly ProblemCode[]
/** "Not now": the request may be sent again. None of these codes says anything about an earlier request. */
export const notNowCodes = [...passingCodes, ...setUpCodes] as const

/** Answers that are not the service's, or none in time: they say nothing about a number. */
export const noAnswerCodes = [
  'upstream-timeout',
  'upstream-failing',
  'upstream-not-json',
  'upstream-not-offered',
] as const satisfies readonly ProblemCode[]

/** What the service refuses with a code of its own. */
export const refusedByService = [
  'extension-not-found',
  'extension-exists',
  'extension-bound',
  'agent-bound',
  'agent-not-found',
  'quota-reached',
  'company-unknown',
  'password-blocked',
] as const satisfies readonly ProblemCode[]
/** The problems of an operation that fails at the service, or that the service refuses: it may refuse any with any code that it knows. */
export const serviceProblems: readonly ProblemCode[] = [
  ...problemCodes.filter((code) => code.startsWith('upstream-')),
  ...refusedByService,
]

/** The RFC 9457 body of every error answer. */
export const problem = z.object({
  type: z.string(),
  status: z.number(),
  code: z.enum(problemCodes),
  requestId: z.string(),
  /** The service's own code and message, cut at 200 characters, when the service refused or failed. */
  upstream: z.optional(
    z.object({
      operation: z.enum(operationIds),
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
  /**
   * The user who created the number in this console, and when (epoch milliseconds); null when it was not created here, `by`
   * null when the user is unknown.
   */
  created: z.optional(z.nullable(z.object({ by: z.nullable(z.string()), at: z.number() }))),
  /** The existing pending request (`request-exists`); `at` is epoch milliseconds. */
  existingRequest: z.optional(z.object({ id: z.string(), by: z.string(), at: z.number() })),
  /**
   * One entry per invalid field; `path` is the field's name in the request. For a key of a service's profile also the rule that
   * it breaks and the rule's values, for a sentence in the user's language.
   */
  errors: z.optional(
    z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        rule: z.optional(z.string()),
        values: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** The names of the departments and pools that the caller is limited to (`limited`). */
  limit: z.optional(z.object({ departments: z.array(z.string()), pools: z.array(z.string()) })),
  /** Whole seconds to wait before the same request may succeed. */
  retryAfter: z.optional(z.number()),
})
export type Problem = z.infer<typeof problem>
