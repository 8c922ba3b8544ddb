import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { typedLine } from './text.ts'

/**
 * Fields whose integers docs/upstream-api.md gives no meaning ("States and transitions"), as `record.field`; and the return codes of
 * the two envelopes.
 */
export const codedFields = [
  'extension.bindStatus',
  'extension.status',
  'extension.enabled',
  'extension.extType',
  'agent.agentStatus',
  'agent.loginStatus',
  'agent.callStatus',
  'agent.workStatus',
  'agent.wrapUpType',
  'agent.enabled',
  'v5.ret_code',
  'extensions.retCode',
] as const
export type CodedField = (typeof codedFields)[number]
/** True for the name of a coded field. */
export const isCodedField = (name: string): name is CodedField => codedFields.some((field) => field === name)

/** An integer as text: return codes have leading zeros. */
export const codeValue = z.string().check(z.regex(/^-?\d{1,15}$/, 'use a whole number of at most 15 digits'))

/** An administrator's name for a code: in one language at least, the other falls back to it. */
export const naming = z
  .object({ en: typedLine(60), zh: typedLine(60), note: typedLine(300) })
  .check(z.refine(({ en, zh }) => en !== '' || zh !== '', { path: ['en'], error: 'give a name' }))
export type Naming = z.infer<typeof naming>

const codeName = z.object({
  field: z.enum(codedFields),
  value: z.string(),
  en: z.string(),
  zh: z.string(),
  note: z.string(),
  /** Goes up with each change; a change names the version that it is based on. */
  version: z.number(),
  changedBy: z.string(),
  /** Epoch milliseconds. */
  changedAt: z.number(),
})
export type CodeName = z.infer<typeof codeName>

/** The dictionary, for everyone who sees the raw values. */
export const readCodeNames = endpoint({
  method: 'GET',
  path: '/api/codes',
  access: 'extension.read',
  answer: z.object({ items: z.array(codeName) }),
})

export const mostChanges = 1000
const change = z.object({
  field: z.enum(codedFields),
  value: codeValue,
  /** The version that the change is based on; 0 where there was no name. */
  version: z.number().check(z.int(), z.gte(0)),
  /** Null removes the name. */
  name: z.nullable(naming),
})
export type CodeChange = z.infer<typeof change>

const isOfEach = (changes: readonly CodeChange[]): boolean =>
  new Set(changes.map(({ field, value }) => `${field} ${value}`)).size === changes.length

/** All changes or none: refused as `edit-conflict` when one is based on a version that another user has replaced. */
export const changeCodeNames = endpoint({
  method: 'POST',
  path: '/api/codes',
  access: 'settings.manage',
  body: z.object({
    changes: z
      .array(change)
      .check(z.minLength(1), z.maxLength(mostChanges), z.refine(isOfEach, 'change each code once')),
  }),
  answer: readCodeNames.answer,
  largestBody: 1024 * 1024,
})

/** A value of a coded field, or a field that the specification does not know, and how often and when it was observed. Times are epoch milliseconds. */
export const observedValue = z.object({
  /** A coded field; for an unknown field the operation that brought it. */
  field: z.string(),
  /** The value; for an unknown field its name. */
  value: z.string(),
  count: z.number(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  /** Its meaning is published (docs/upstream-api.md#refusal-codes), so it needs no name. */
  published: z.boolean(),
})
export type ObservedValue = z.infer<typeof observedValue>

export const readObservedValues = endpoint({
  method: 'GET',
  path: '/api/codes/seen',
  access: 'settings.manage',
  answer: z.object({
    items: z.array(observedValue),
    /** Fields that brought more values than are kept; what came after is not recorded. */
    full: z.array(z.string()),
  }),
})
