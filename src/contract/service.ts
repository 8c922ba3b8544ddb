import * as z from 'zod/mini'
import { operationIds } from './operation-ids.ts'
import { endpoint } from './endpoint.ts'
import { seenStates } from './number-states.ts'
import { problemCodes } from './problem.ts'
import { opaqueId } from './text.ts'

/** A profile as JSON; omitted keys have their defaults. The BFF reports each error by path: `profile.operations.idlePage.firstPage`. */
const profile = z.record(z.string(), z.unknown())
const url = z.string().check(z.minLength(1, 'give the address of the service'), z.maxLength(2_000))
const appId = z
  .string()
  .check(z.minLength(1, 'give the app ID'), z.maxLength(128, 'use at most 128 characters'))
const companyId = opaqueId
const secret = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(4_096))

/** A connection without its secrets. */
const serviceConnection = z.object({
  sandbox: z.boolean(),
  /** Scheme, host and path prefix; never a query. */
  url: z.string(),
  /** The URL of the extension operations; the same as `url` when they have no other host. */
  extensionsUrl: z.string(),
  appId: z.string(),
  companyId: z.nullable(z.string()),
  hasAppKey: z.boolean(),
  /** True when a value for the profile's credential `fixed` is saved. */
  hasAuthorization: z.boolean(),
  /** The keys that differ from the default profile. */
  profile,
})
export type ServiceConnection = z.infer<typeof serviceConnection>

/** The periodic tasks. One replica at a time runs each. */
const taskNames = [
  'idle-pages',
  'look-ups',
  'gaps',
  'agent-records',
  'snapshots',
  'binding-changes',
  'job-passwords',
  'service-check',
  'notifications',
  'deliveries',
] as const
export type TaskName = (typeof taskNames)[number]

/** Why a run failed: the problem that stopped it, or `mail-failing` when it ended, but emails of all users or of some fail. */
export const taskFailures = [...problemCodes, 'mail-failing'] as const
export type TaskFailure = (typeof taskFailures)[number]

const taskState = z.object({
  name: z.enum(taskNames),
  /** When the last run ended; null before the first. */
  ranAt: z.nullable(z.number()),
  /** When the next run is due; null while one is under way. */
  nextAt: z.nullable(z.number()),
  /** Why the last run failed; null when it did not. */
  failure: z.nullable(z.enum(taskFailures)),
})
export type TaskState = z.infer<typeof taskState>

/** Times are epoch milliseconds. */
export const service = z.object({
  /** `none` until a service is connected where no sandbox is installed; `current` is then a placeholder. */
  source: z.enum(['environment', 'settings', 'sandbox', 'none']),
  /** True when the environment has the connection: it can be checked here, and is changed there. */
  readOnly: z.boolean(),
  current: serviceConnection,
  /** The saved connection while the console uses the sandbox, for `resumeService`; null when none is saved. */
  waiting: z.nullable(serviceConnection),
  /** Every key of a profile with its default. */
  defaultProfile: profile,
  /** False where the sandbox is not installed. */
  sandboxAvailable: z.boolean(),
  /** True while a job runs, which refuses every change as `job-running`. */
  jobRunning: z.boolean(),
  demoAccounts: z.object({
    /** The e-mails of the demo accounts that are not disabled. */
    enabled: z.array(z.string()),
    /** True when no other administrator can sign in, which refuses leaving the sandbox as `demo-administrators`. */
    onlyAdministrators: z.boolean(),
  }),
  /** The last daily check of the current connection; `changed` lists steps with another state than the day before. */
  dailyCheck: z.nullable(
    z.object({ at: z.number(), failed: z.array(z.string()), changed: z.array(z.string()) }),
  ),
  tasks: z.array(taskState),
  /** Since when the saved connection fails to open in this process, which goes on with the one before; null while it does not. */
  notOpenedSince: z.nullable(z.number()),
})
export type Service = z.infer<typeof service>

export const readService = endpoint({
  method: 'GET',
  path: '/api/service',
  access: 'service.manage',
  answer: service,
})

const draft = {
  url,
  /** `url` when omitted. */
  extensionsUrl: z.optional(url),
  appId,
  /** Omitted: the saved app key, as long as no URL changes. */
  appKey: z.optional(secret),
  companyId: z.optional(companyId),
  /** The value of the profile's credential `fixed`. Omitted: the saved one, as long as no URL changes. */
  authorization: z.optional(secret),
  profile: z._default(profile, {}),
}
export const serviceDraft = z.object(draft)
export type ServiceDraft = z.input<typeof serviceDraft>

/** One finished step of a check. */
const serviceCheckStep = z.object({
  kind: z.literal('step'),
  id: z.string(),
  state: z.enum(['pass', 'warn', 'fail', 'skipped']),
  /** What was found: a code with a sentence in both languages, and the parameters of that sentence. */
  code: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The request as it was sent, with its secrets masked; null when nothing was sent. */
  sent: z.nullable(z.string()),
  /** The HTTP status, and the service's own code. */
  status: z.nullable(z.number()),
  serviceCode: z.nullable(z.string()),
  /** The start of the answer, with its secrets masked. */
  excerpt: z.nullable(z.string()),
  /** The setting at fault: `url`, `appId`, or a path such as `profile.operations.idlePage.firstPage`. */
  key: z.nullable(z.string()),
  /** What to change: parts of the draft, where `profile` holds only the changed keys. */
  proposal: z.nullable(
    z.object({
      url: z.optional(url),
      extensionsUrl: z.optional(url),
      appId: z.optional(appId),
      companyId: z.optional(companyId),
      profile: z.optional(profile),
    }),
  ),
})
export type ServiceCheckStep = z.infer<typeof serviceCheckStep>

/** The last line of a check. */
export const serviceCheckResult = z.object({
  kind: z.literal('result'),
  /** Up to five numbers of the service, to recognize it by. */
  rows: z.array(z.object({ ext: z.string(), state: z.enum(seenStates), agentName: z.nullable(z.string()) })),
  /** The draft's profile with every proposal. */
  profile,
  /** What proves each proposed key of the profile: the value of a field, and the operation whose answer had it. */
  evidence: z.array(
    z.object({ key: z.string(), operation: z.enum(operationIds), field: z.string(), value: z.string() }),
  ),
})
export type ServiceCheckResult = z.infer<typeof serviceCheckResult>
export const serviceCheckLine = z.discriminatedUnion('kind', [serviceCheckStep, serviceCheckResult])
export type ServiceCheckLine = z.infer<typeof serviceCheckLine>

/**
 * Checks a draft with reads only; saves nothing. Answers with a line of JSON (`serviceCheckLine`) for each finished step, as it
 * finishes, and one with the result. Ends when the browser closes the connection. Audited.
 */
export const checkService = endpoint({
  method: 'POST',
  path: '/api/service/check',
  access: 'service.manage',
  freshSignIn: true,
  body: serviceDraft,
  answer: z.string(),
})

/** Disables the demo accounts with the change; refused as `own-account` for one of them. */
const disableDemoAccounts = z._default(z.boolean(), false)

/**
 * Saves the draft and uses it, on every replica within seconds. Refused as `service-from-environment`, `job-running` and
 * `demo-administrators`.
 */
export const chooseService = endpoint({
  method: 'PUT',
  path: '/api/service',
  access: 'service.manage',
  freshSignIn: true,
  body: z.object({
    ...draft,
    /** True: the saved service under another address, which keeps its data. Otherwise another address is another service. */
    sameService: z._default(z.boolean(), false),
    disableDemoAccounts,
  }),
  answer: service,
})

/** Goes back to the sandbox; the saved connection waits. Refused as `sandbox-unavailable` and like `chooseService`. */
export const chooseSandbox = endpoint({
  method: 'POST',
  path: '/api/service/sandbox',
  access: 'service.manage',
  freshSignIn: true,
  answer: service,
})

/** Uses the saved connection again. Refused as `not-found` without one, and like `chooseService`. */
export const resumeService = endpoint({
  method: 'POST',
  path: '/api/service/resume',
  access: 'service.manage',
  freshSignIn: true,
  body: z.object({ disableDemoAccounts }),
  answer: service,
})
