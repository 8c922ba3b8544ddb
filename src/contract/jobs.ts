import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { newExtension } from './extensions.ts'
import { page, pageQuery } from './page.ts'
import { problemCodes } from './problem.ts'
import { extension } from './records.ts'
import { ext, extPrefix, typedLine, uiLanguage, uuid } from './text.ts'

/** Most numbers of one job. */
export const mostItems = 10_000
/** Most numbers of one look-up call; the browser asks for more in several. */
export const mostLookUps = 100

/**
 * Result of a look-up by operation 7: no such number, exists and free, exists and bound, or look-up failed; `inJob`: no such number,
 * and an open job is going to create it.
 */
export const numberStates = ['free', 'taken', 'bound', 'inJob', 'unknown'] as const
export type NumberState = (typeof numberStates)[number]

/** Looks numbers up before anything is planned or compared. Sends nothing but reads. */
export const lookUpNumbers = endpoint({
  method: 'POST',
  path: '/api/jobs/preview',
  access: 'job.run',
  body: z.object({ exts: z.array(ext).check(z.minLength(1), z.maxLength(mostLookUps)) }),
  answer: z.object({
    items: z.array(
      z.object({
        ext,
        state: z.enum(numberStates),
        extension: z.nullable(extension),
        /** Why it is `unknown`. */
        code: z.nullable(z.enum(problemCodes)),
      }),
    ),
  }),
})

/**
 * `pending` not sent yet; `sending` being sent; `inDoubt` the answer was lost and look-ups continue; `done` created;
 * `failed` certainly not created; `needsReview` in doubt after the visibility timeout, for a person to decide; `cancelled`
 * certainly not created, and never sent again.
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
/** What a job's rows are filtered by: their state, or created with differences. */
export const itemFilters = [...itemStates, 'mismatched'] as const
export type ItemFilterState = (typeof itemFilters)[number]

/** Passwords of rows without one: none, a random one each, or one derived from the job's key. */
export const passwordFills = ['none', 'random', 'derived'] as const
export const shortestFilled = 12
export const longestFilled = 32

const counts = z.object({
  pending: z.number(),
  sending: z.number(),
  inDoubt: z.number(),
  done: z.number(),
  failed: z.number(),
  needsReview: z.number(),
  cancelled: z.number(),
})

/** A creation of many extensions, or of one (`single`). Times are epoch milliseconds. */
export const job = z.object({
  id: z.string(),
  kind: z.enum(['bulk', 'single']),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  /** `ending`: cancelled, and rows that were sent are not finished yet. */
  state: z.enum(['waiting', 'running', 'paused', 'ending', 'ended']),
  /** What paused it: `user`, or the code of a refusal that every row would meet. */
  pausedBecause: z.nullable(z.union([z.literal('user'), z.enum(problemCodes)])),
  /** The service cannot be reached or asked for fewer calls; the job continues without help. */
  waitingFor: z.nullable(z.enum(problemCodes)),
  total: z.number(),
  counts,
  /** Created, but not read back yet. */
  unverified: z.number(),
  /** Created, but read back with differences. */
  mismatched: z.number(),
  /** Rows finished per minute in the last seconds, without cancelled ones. */
  perMinute: z.number(),
  secondsLeft: z.nullable(z.number()),
  visibilityTimeoutSeconds: z.number(),
  credentials: z.object({
    /** Generated passwords that can still be downloaded, once. */
    offered: z.number(),
    /** When those not downloaded are destroyed. */
    until: z.nullable(z.number()),
  }),
  /** Rows can be sent again: their passwords still exist, and the job is not ending. */
  retryable: z.boolean(),
})
export type Job = z.infer<typeof job>

export const jobItem = z.object({
  /** Line of the plan, from 1. */
  line: z.number(),
  ext: z.string(),
  agentID: z.nullable(z.string()),
  agentType: z.nullable(z.string()),
  /** As the directory has it; null for an agent given by work number. */
  agentName: z.nullable(z.string()),
  langCodeTxt: z.nullable(z.string()),
  companyId: z.nullable(z.string()),
  password: z.enum(['none', 'given', 'random', 'derived']),
  state: z.enum(itemStates),
  attempts: z.number(),
  /** How `done` is known: the service said yes, or the number was found by look-up. */
  how: z.nullable(z.enum(['answered', 'reconciled'])),
  /** Result of the read-back: as requested, or with differences. */
  check: z.nullable(z.enum(['seen', 'differs'])),
  code: z.nullable(z.enum(problemCodes)),
  upstreamCode: z.nullable(z.string()),
  message: z.nullable(z.string()),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
})
export type JobItem = z.infer<typeof jobItem>

export const newJob = z.object({
  name: typedLine(128).check(z.minLength(1, 'give a name')),
  items: z.array(newExtension).check(z.minLength(1), z.maxLength(mostItems)),
  passwords: z.object({
    fill: z.enum(passwordFills),
    length: z.number().check(z.int(), z.gte(shortestFilled), z.lte(longestFilled)),
  }),
})
export type NewJob = z.infer<typeof newJob>

/** Starts a job. Needs the header `Idempotency-Key`: the same key and body give the same job. */
export const createJob = endpoint({
  method: 'POST',
  path: '/api/jobs',
  access: 'job.run',
  // 10,000 rows with every field filled.
  largestBody: 6 * 1024 * 1024,
  body: newJob,
  answer: job,
})

/** Newest first; single creations only where `kind` asks for all. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'extension.read',
  query: z.object({
    ...pageQuery,
    state: z.optional(z.enum(['open', 'ended'])),
    kind: z.optional(z.enum(['bulk', 'all'])),
  }),
  answer: page(job),
})

const jobParams = z.object({ id: uuid })

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

/** Server-sent events: each `data` is a job, sent when it has changed. */
export const jobEvents = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/events',
  access: 'extension.read',
  params: jobParams,
  answer: job,
})

export const pauseJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/pause',
  access: 'job.run',
  params: jobParams,
  answer: job,
})
export const resumeJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/resume',
  access: 'job.run',
  params: jobParams,
  answer: job,
})
/** Cancels rows that were not sent; those being sent finish, and are not sent again. */
export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  access: 'job.run',
  params: jobParams,
  answer: job,
})

/** Sends failed rows, or rows in review after a last look-up, once more; in a paused job when it is resumed. `ext` picks one. */
export const retryJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/retry',
  access: 'job.run',
  params: jobParams,
  body: z.object({ what: z.enum(['failed', 'needsReview']), ext: z.optional(ext) }),
  answer: job,
})

/** Rows in review, or one of them. */
const reviewedRows = z.object({ ext: z.optional(ext) })

/** Looks rows in review up once more, through a whole visibility timeout; sends nothing. */
export const recheckJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/recheck',
  access: 'job.run',
  params: jobParams,
  body: reviewedRows,
  answer: job,
})

/** Rows in review that a person knows were not created: they count as failed, and their numbers are free again. */
export const dismissJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/dismiss',
  access: 'job.run',
  params: jobParams,
  body: reviewedRows,
  answer: job,
})

/** CSV with a byte order mark. Holds no password. */
export const jobReport = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/report.csv',
  access: 'extension.read',
  params: jobParams,
  query: z.object({ state: z.optional(z.enum(itemFilters)) }),
  answer: z.string(),
})

/** Most cards of a job's welcome sheet. */
export const mostCards = 2_000

/**
 * Generated passwords as an AES-256 encrypted ZIP, handed over once, then destroyed: `credentials.csv` with what a phone registers by,
 * and `welcome.html`, a card for each person with a QR code, for at most `mostCards` numbers.
 */
export const jobCredentials = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/credentials',
  access: 'job.run',
  freshSignIn: true,
  params: jobParams,
  body: z.object({
    passphrase: z
      .string()
      .check(z.regex(/^[\x21-\x7e]{20,128}$/, 'use 20 to 128 printable ASCII characters without spaces')),
    /** Of the welcome sheet. */
    language: z._default(uiLanguage, 'en'),
  }),
  answer: z.string(),
})
