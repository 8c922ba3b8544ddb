import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page, pageQuery, warning } from './page.ts'
import { numberStates } from './number-states.ts'
import { serviceProblems } from './problem.ts'
import { agent, extension } from './records.ts'
import { agentId, ext, extPrefix, ianaZone, shortText, opaqueId, typedLine, uuid } from './text.ts'

const idleFilter = {
  ext: z.optional(extPrefix),
  companyId: z.optional(opaqueId),
  operatorUserId: z.optional(opaqueId),
  tempId: z.optional(opaqueId),
  language: z.optional(opaqueId),
  timezone: z.optional(shortText),
  timezoneid: z.optional(ianaZone),
}

/** Operation 8. `ext` searches by the start of the number; the other parameters go to the service under their specified names. */
export const idleExtensions = endpoint({
  method: 'GET',
  path: '/api/extensions/idle',
  access: 'extension.read',
  problems: serviceProblems,
  query: z.object({ ...pageQuery, ...idleFilter }),
  answer: page(extension),
})

/** Exports every row that the filter shows, page by page as the service sends it. Refused for more than `maxExportedIdle`. Audited. */
export const exportIdle = endpoint({
  method: 'GET',
  path: '/api/extensions/idle/export.csv',
  access: 'extension.read',
  problems: serviceProblems,
  query: z.object(idleFilter),
  answer: z.string(),
})
export const maxExportedIdle = 100_000

/**
 * Operation 6: the first idle extension, which the service sends inside an agent record. `free` is the number to offer: the
 * service's, or the console's first free number when the service's is reserved here.
 */
export const firstIdle = endpoint({
  method: 'GET',
  path: '/api/extensions/idle/first',
  access: 'extension.read',
  problems: serviceProblems,
  query: z.object({ agentId: z.optional(agentId) }),
  answer: z.object({
    agent: z.nullable(agent),
    free: z.nullable(z.string()),
    warnings: z.array(warning),
  }),
})

/** Operation 7, with the people behind the record. */
export const extensionDetail = endpoint({
  method: 'GET',
  path: '/api/extensions/:ext',
  access: 'extension.read',
  problems: serviceProblems,
  params: z.object({ ext }),
  query: z.object({ agentId: z.optional(agentId) }),
  answer: z.object({
    extension,
    /** With this record, and with what the console knows of the idle list. */
    state: z.enum(numberStates),
    /** Names by UUID, for the record's service IDs that the directory of agents or the record itself knows. */
    agentNames: z.record(z.string(), z.string()),
    /** Names that the service's profile gives to the record's integers, by field. */
    valueNames: z.record(z.string(), z.string()),
    /** The record's agent, with what the directory knows of them. */
    holder: z.nullable(
      z.object({
        agentUuid: z.string(),
        agentName: z.nullable(z.string()),
        workNumber: z.nullable(z.string()),
        department: z.nullable(z.string()),
      }),
    ),
    /** The user who created the number with this console; null when no user did. */
    creator: z.nullable(
      z.object({
        user: z.object({ id: z.string(), name: z.string() }),
        job: z.object({ id: z.string(), name: z.string() }),
      }),
    ),
    warnings: z.array(warning),
  }),
})
export type ExtensionWithPeople = z.output<typeof extensionDetail.answer>

/**
 * Operation 11. The answer's fields are undocumented: fields with a name from the record are returned,
 * and a warning names any other field.
 */
export const extensionLanguage = endpoint({
  method: 'GET',
  path: '/api/extensions/:ext/language',
  access: 'extension.read',
  problems: serviceProblems,
  params: z.object({ ext }),
  answer: z.object({
    langCode: z.nullable(z.string()),
    langCodeTxt: z.nullable(z.string()),
    warnings: z.array(warning),
  }),
})

/** The known values of `langCodeTxt` (docs/upstream-api.md#langcodetxt): codecs, although the specification says language. */
export const knownLangCodeTxt = ['Opus', 'G.711 alaw', 'G.711 ulaw'] as const

/** Printable ASCII without spaces, which phones and the service's query string accept. */
export const passwordPattern = /^[\x21-\x7e]{8,64}$/
const password = z
  .string()
  .check(z.regex(passwordPattern, 'use 8 to 64 printable ASCII characters without spaces'))

/**
 * The six parameters of operation 5. The service makes all optional; the console requires a number, because it could not look
 * up a lost answer without it.
 */
export const newExtension = z.object({
  ext,
  password: z.optional(password),
  agentID: z.optional(agentId),
  /** `1`: agentID is the uuid; `0`: agentID is the work number (docs/upstream-api.md#agenttype). */
  agentType: z.optional(z.enum(['0', '1'])),
  langCodeTxt: z.optional(typedLine(128).check(z.minLength(1))),
  companyId: z.optional(opaqueId),
})
export type NewExtension = z.infer<typeof newExtension>

const creation = z.object({
  /** The single-row job that creates the extension. */
  id: uuid,
  /**
   * `created`: read back from the service. `accepted`: the service reported success, but a look-up does not show the number
   * yet. `in-doubt`: the service's answer was lost and a look-up does not show the number yet; the request was not sent again.
   */
  state: z.enum(['created', 'accepted', 'in-doubt']),
  ext,
  extension: z.nullable(extension),
  /** Whether the requested agent is bound, as read back; null when no agent was requested or the service does not say. */
  boundAsAsked: z.nullable(z.boolean()),
  /** `differs`: the record is older, or has another agent, language or password than requested; null when it could not be read back. */
  check: z.nullable(z.enum(['seen', 'differs'])),
  /** False while the console keeps looking up the number. */
  isFinal: z.boolean(),
  warnings: z.array(warning),
})
export type Creation = z.infer<typeof creation>

const creationProblems = [
  ...serviceProblems,
  'creation-in-progress',
  'job-ending',
  'job-secrets-gone',
] as const

/** Operation 5, sent once. Needs the header `Idempotency-Key`: the same key and body return the same creation in its current state. */
export const createExtension = endpoint({
  method: 'POST',
  path: '/api/extensions',
  access: 'extension.create',
  idempotencyKey: true,
  problems: creationProblems,
  body: newExtension,
  answer: creation,
})

/** Operation 10, deprecated by the service and off by default; an administrator switches it on in the settings. Needs `Idempotency-Key`. */
export const createExtensionLegacy = endpoint({
  method: 'POST',
  path: '/api/extensions/legacy',
  access: 'extension.create',
  idempotencyKey: true,
  problems: [...creationProblems, 'feature-off'],
  body: newExtension,
  answer: creation,
})

/** Returns the current state of a creation, by its job. A failed creation is refused with its own problem. */
export const readCreation = endpoint({
  method: 'GET',
  path: '/api/creations/:id',
  access: 'extension.create',
  problems: creationProblems,
  params: z.object({ id: uuid }),
  answer: creation,
})
