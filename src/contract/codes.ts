import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { typedLine } from './text.ts'

/**
 * Integer fields without a documented meaning in docs/upstream-api.md ("States and transitions"), as `record.field`, plus the
 * return codes of the two envelopes.
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

/** An integer as text, because return codes have leading zeros. */
export const codeValue = z.string().check(z.regex(/^-?\d{1,15}$/, 'use a whole number of at most 15 digits'))

/** An administrator's name for a code, in at least one language; the other language falls back to it. */
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
  /** Increases with each change; a change names the version that it is based on. */
  version: z.number(),
  changedBy: z.string(),
  /** Epoch milliseconds. */
  changedAt: z.number(),
})
export type CodeName = z.infer<typeof codeName>

/** The dictionary of code names, for every user who sees the raw values. */
export const readCodeNames = endpoint({
  method: 'GET',
  path: '/api/codes',
  access: 'extension.read',
  limited: 'same',
  answer: z.object({ items: z.array(codeName) }),
})

export const maxChanges = 1000
const change = z.object({
  field: z.enum(codedFields),
  value: codeValue,
  /** The version that the change is based on; 0 when there was no name. */
  version: z.number().check(z.int(), z.gte(0)),
  /** Null removes the name. */
  name: z.nullable(naming),
})
export type CodeChange = z.infer<typeof change>

const isOfEach = (changes: readonly CodeChange[]): boolean =>
  new Set(changes.map(({ field, value }) => `${field} ${value}`)).size === changes.length

/** Applies all changes or none. Refused as `edit-conflict` when another user has replaced a version that a change is based on. */
export const changeCodeNames = endpoint({
  method: 'POST',
  path: '/api/codes',
  access: 'settings.manage',
  body: z.object({
    changes: z
      .array(change)
      .check(z.minLength(1), z.maxLength(maxChanges), z.refine(isOfEach, 'change each code once')),
  }),
  answer: readCodeNames.answer,
  largestBody: 1024 * 1024,
})

/**
 * A value of a coded field, or a field missing from the specification, with
 * how often and when it was observed. Times are epoch milliseconds.
 */
const observedValue = z.object({
  /** A coded field; for an unknown field, the operation that returned it. */
  field: z.string(),
  /** The value; for an unknown field, its name. */
  value: z.string(),
  count: z.number(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  /** True when the code's meaning is published (docs/upstream-api.md#refusal-codes), so it needs no name. */
  published: z.boolean(),
})
export type ObservedValue = z.infer<typeof observedValue>

export const readObservedValues = endpoint({
  method: 'GET',
  path: '/api/codes/seen',
  access: 'settings.manage',
  answer: z.object({
    items: z.array(observedValue),
    /** Fields with more values than the console keeps; later values are not recorded. */
    full: z.array(z.string()),
  }),
})
