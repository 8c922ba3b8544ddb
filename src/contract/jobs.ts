import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { newExtension } from './extensions.ts'
import { page, pageQuery } from './page.ts'
import { problemCodes, serviceProblems, type ProblemCode } from './problem.ts'
import { extension } from './records.ts'
import { ext, extPrefix, typedLine, uuid } from './text.ts'

/** Most numbers in one job. */
export const maxItems = 10_000
/** Highest line of a sheet; a spreadsheet program has about a million. */
const maxLine = 10_000_000
/** Most numbers in one look-up call; the browser splits longer lists into several calls. */
export const maxLookUps = 100

/**
 * The result of a look-up by operation 7. `absent`: the service has no such number; `existsFree`: it exists and is not shown as bound;
 * `bound`: it exists and is bound; `inJob`: it does not exist, and an open job will create it; `unknown`: the look-up failed.
 */
export const lookUpStates = ['absent', 'existsFree', 'bound', 'inJob', 'unknown'] as const
export type LookUpState = (typeof lookUpStates)[number]

/** Looks numbers up before a job is planned or compared. Sends only reads to the service. */
export const lookUpNumbers = endpoint({
  method: 'POST',
  path: '/api/jobs/preview',
  access: 'job.run',
  problems: serviceProblems,
  body: z.object({ exts: z.array(ext).check(z.minLength(1), z.maxLength(maxLookUps)) }),
  answer: z.object({
    items: z.array(
      z.object({
        ext,
        state: z.enum(lookUpStates),
        extension: z.nullable(extension),
        /** What the directory knows of the agent to whom the number is bound; null when it knows nothing, or the number is not bound. */
        holder: z.nullable(z.object({ name: z.nullable(z.string()), workNumber: z.nullable(z.string()) })),
        /** Why the state is `unknown`. */
        code: z.nullable(z.enum(problemCodes)),
      }),
    ),
  }),
})

/**
 * `pending`: not sent yet; `sending`: being sent; `inDoubt`: the answer was lost and look-ups continue; `done`: created;
 * `failed`: definitely not created; `needsReview`: in doubt after the visibility timeout, a person decides; `cancelled`:
 * definitely not created, and never sent again.
 */
export const itemStates = [
  'pending',
  'sending',
  'inDoubt',
  'done',
  'failed',
  'needsReview',
  'cancelled',
] as const
export type ItemState = (typeof itemStates)[number]
/** Filters for a job's rows: a state, or `mismatched` for rows created with differences. */
export const itemFilters = [...itemStates, 'mismatched'] as const
export type ItemFilterState = (typeof itemFilters)[number]

/** The passwords for rows without a password: none, or a random password each. */
export const passwordFills = ['none', 'random'] as const
export const minFilledLength = 12
export const maxFilledLength = 32

const counts = z.object({
  pending: z.number(),
  sending: z.number(),
  inDoubt: z.number(),
  done: z.number(),
  failed: z.number(),
  needsReview: z.number(),
  cancelled: z.number(),
})

/** A job that creates many extensions, or one extension (`single`). Times are epoch milliseconds. */
export const job = z.object({
  id: z.string(),
  kind: z.enum(['bulk', 'single']),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  /** `ending`: cancelled, while rows that were already sent finish. */
  state: z.enum(['waiting', 'running', 'paused', 'ending', 'ended']),
  /** Why the job is paused: `user`, or the code of a refusal that would affect every row. */
  pausedBecause: z.nullable(z.union([z.literal('user'), z.enum(problemCodes)])),
  /** Of an automatic pause: when the first of the refusals came, and the service's code and message. */
  pausedSince: z.nullable(z.number()),
  pausedMessage: z.nullable(z.string()),
  /** Set while the service is unreachable or asks for fewer calls; the job continues without intervention. */
  waitingFor: z.nullable(z.enum(problemCodes)),
  total: z.number(),
  counts,
  /** Rows created but not read back yet. */
  unverified: z.number(),
  /** Rows created, but read back with differences. */
  mismatched: z.number(),
  /** Rows finished per minute, measured over the last seconds; cancelled rows do not count. */
  perMinute: z.number(),
  secondsLeft: z.nullable(z.number()),
  visibilityTimeoutSeconds: z.number(),
  credentials: z.object({
    /** Generated passwords that wait to be downloaded or printed; 0 while the job may create more. */
    offered: z.number(),
    /** When they are deleted; null before the job has ended and once they are deleted. */
    until: z.nullable(z.number()),
    /** Complete downloads and prints, oldest first. */
    retrievals: z.array(z.object({ how: z.enum(['downloaded', 'printed']), by: z.string(), at: z.number() })),
    /** When they were deleted, and the user who had them; `by` is null when their time had ended. */
    deleted: z.nullable(z.object({ at: z.number(), by: z.nullable(z.string()) })),
  }),
  /** True when rows can be sent again: their passwords still exist, and the job is not ending. */
  retryable: z.boolean(),
})
export type Job = z.infer<typeof job>

export const jobItem = z.object({
  /** The row's line in the sheet; in a job without a sheet, its place in the plan, from 1. */
  line: z.number(),
  ext: z.string(),
  agentID: z.nullable(z.string()),
  agentType: z.nullable(z.string()),
  /** The name in the directory; null for an agent given by work number. */
  agentName: z.nullable(z.string()),
  langCodeTxt: z.nullable(z.string()),
  companyId: z.nullable(z.string()),
  password: z.enum(['none', 'given', 'random']),
  state: z.enum(itemStates),
  attempts: z.number(),
  /** How the console knows that the row is `done`: the service answered with success, or a look-up found the number. */
  how: z.nullable(z.enum(['answered', 'reconciled'])),
  /** The result of the read-back: as requested, or with differences. */
  check: z.nullable(z.enum(['seen', 'differs'])),
  code: z.nullable(z.enum(problemCodes)),
  upstreamCode: z.nullable(z.string()),
  message: z.nullable(z.string()),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
})
export type JobItem = z.infer<typeof jobItem>

/** A row of a new job. `line`: the row's line in the user's sheet; without one, rows count from 1. Each line once. */
const newItem = z.extend(newExtension, {
  line: z.optional(z.number().check(z.int(), z.gte(1), z.lte(maxLine))),
})
export type NewItem = z.infer<typeof newItem>

export const newJob = z.object({
  name: typedLine(128).check(z.minLength(1, 'give a name')),
  items: z.array(newItem).check(z.minLength(1), z.maxLength(maxItems)),
  passwords: z.object({
    fill: z.enum(passwordFills),
    length: z.number().check(z.int(), z.gte(minFilledLength), z.lte(maxFilledLength)),
  }),
})
export type NewJob = z.infer<typeof newJob>

/** Starts a job. Needs the header `Idempotency-Key`: the same key and body return the same job. */
export const createJob = endpoint({
  method: 'POST',
  path: '/api/jobs',
  access: 'job.run',
  idempotencyKey: true,
  // Room for 10,000 rows with every field filled.
  largestBody: 6 * 1024 * 1024,
  problems: ['creation-in-progress'],
  body: newJob,
  answer: job,
})

export const jobSorts = ['created', 'ended', 'failed'] as const
export type JobSort = (typeof jobSorts)[number]

/**
 * Single creations are included only with `kind: 'all'`. `passwords`: jobs whose generated passwords wait. Sorted by `ended`, open
 * jobs come last in ascending order, first in descending order.
 */
export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'extension.read',
  query: z.object({
    ...pageQuery,
    /** `attention`: ended with rows that a person has to review, or, within the last two days, with failed rows. */
    state: z.optional(z.enum(['open', 'ended', 'passwords', 'attention'])),
    kind: z.optional(z.enum(['bulk', 'all'])),
    sort: z._default(z.enum(jobSorts), 'created'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  answer: page(job),
})

export const jobParams = z.object({ id: uuid })

export const readJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'extension.read',
  params: jobParams,
  answer: job,
})

export const listJobItems = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/items',
  access: 'extension.read',
  params: jobParams,
  query: z.object({
    ...pageQuery,
    state: z.optional(z.enum(itemFilters)),
    ext: z.optional(extPrefix),
  }),
  answer: page(jobItem),
})

const jobProblems = ['job-ending', 'job-open', 'job-secrets-gone', 'creation-in-progress'] as const

export const pauseJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/pause',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  answer: job,
})
export const resumeJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/resume',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  answer: job,
})
/** Cancels rows that were not sent. Rows being sent finish, and are not sent again. */
export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  answer: job,
})

/** Refusals of a row that sending it again, as it is, cannot change. */
export const finalCodes: readonly string[] = [
  'extension-exists',
  'extension-bound',
  'company-unknown',
  'password-blocked',
] satisfies readonly ProblemCode[]

/** Sends failed rows once more that may succeed then (not those of `finalCodes`), or rows that need review after a last look-up. A paused job sends them when it resumes. `ext` selects one row with any code. */
export const retryJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/retry',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  body: z.object({ what: z.enum(['failed', 'needsReview']), ext: z.optional(ext) }),
  answer: job,
})

/** Rows that need review, or the row of one number. */
const reviewedRows = z.object({ ext: z.optional(ext) })

/** Looks up rows that need review once more, through a whole visibility timeout. Sends only reads. */
export const recheckJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/recheck',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  body: reviewedRows,
  answer: job,
})

/** Dismisses rows that need review, once a person knows that they were not created: they count as failed, and their numbers are free again. */
export const dismissJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/dismiss',
  access: 'job.run',
  problems: jobProblems,
  params: jobParams,
  body: reviewedRows,
  answer: job,
})

/** CSV with a byte order mark, without passwords. */
export const jobReport = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/report.csv',
  access: 'extension.read',
  params: jobParams,
  query: z.object({ state: z.optional(z.enum(itemFilters)) }),
  answer: z.string(),
})
