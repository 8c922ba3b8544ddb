import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ext, letterOrDigit, typedLine, uuid, visible } from './text.ts'

/** The kinds that labels and a note belong to: a number, or an agent in the directory, identified by the console's own id. */
const subjectKinds = ['extension', 'agent'] as const
export type SubjectKind = (typeof subjectKinds)[number]
export type Subject = { kind: SubjectKind; id: string }

/** Most labels of one subject, and most characters of a label and of a note. */
export const maxLabels = 20
export const maxLabelLength = 40
export const maxNoteLength = 2_000

/** Labels are compared by `nameKey`: `VIP` and `vip` are the same label. */
export const labelName = typedLine(maxLabelLength).check(
  z.minLength(1, 'give a label'),
  z.regex(/^[^,;，；、]*$/u, 'use no comma or semicolon'),
  z.regex(letterOrDigit, 'use at least one letter or digit'),
)
const names = z._default(z.array(labelName).check(z.maxLength(maxLabels)), [])

/** Lines of visible text; an empty text removes the note. */
export const noteText = z.string().check(
  z.trim(),
  z.maxLength(maxNoteLength, `use at most ${maxNoteLength} characters`),
  z.refine((text) => text.split('\n').every((line) => visible.test(line)), 'remove the invisible characters'),
)

const note = z.object({
  text: z.string(),
  changedBy: z.string(),
  /** Epoch milliseconds. */
  changedAt: z.number(),
  /** A change names the version that it is based on. */
  version: z.number(),
})

const labels = z.object({ labels: z.array(z.string()), note: z.nullable(note) })
export type Labels = z.infer<typeof labels>

const isOfKind = ({ kind, subject }: { kind: SubjectKind; subject: string }): boolean =>
  z.safeParse(kind === 'extension' ? ext : uuid, subject).success
const subject = z
  .object({ kind: z.enum(subjectKinds), subject: z.string() })
  .check(z.refine(isOfKind, { path: ['subject'], error: "use a number, or an agent's id in the directory" }))

/** Returns the labels, sorted by name, and the current note. */
export const readLabels = endpoint({
  method: 'GET',
  path: '/api/labels/:kind/:subject',
  access: 'extension.read',
  params: subject,
  answer: labels,
})

/**
 * Adds and removes labels, and replaces the note. Refused as `edit-conflict` when another user has changed the note since, and
 * as `too-many-labels` beyond `maxLabels`; a refusal changes nothing. Audited.
 */
export const changeLabels = endpoint({
  method: 'PATCH',
  path: '/api/labels/:kind/:subject',
  access: 'label.write',
  problems: ['limited', 'edit-conflict', 'names-secret', 'too-many-labels'],
  params: subject,
  body: z.object({
    add: names,
    remove: names,
    /** `version` is 0 when there is no note. */
    note: z.optional(z.object({ text: noteText, version: z.number().check(z.int(), z.gte(0)) })),
  }),
  answer: labels,
})

/** Most numbers in one request; the browser splits longer lists into several requests. */
export const maxLabeled = 1_000
/** Adds labels to many numbers and removes labels from them. Each number has its own audit entry. */
export const labelNumbers = endpoint({
  method: 'POST',
  path: '/api/labels',
  access: 'label.write',
  problems: ['limited', 'names-secret', 'too-many-labels'],
  body: z.object({
    numbers: z.array(ext).check(z.minLength(1), z.maxLength(maxLabeled)),
    add: names,
    remove: names,
  }),
  answer: z.object({
    changed: z.number(),
    /** Numbers left unchanged because they would exceed `maxLabels`. */
    full: z.array(z.string()),
  }),
})

/** Labels in use, most frequent first; at most 200. */
export const knownLabels = endpoint({
  method: 'GET',
  path: '/api/labels',
  access: 'extension.read',
  query: z.object({ kind: z.enum(subjectKinds) }),
  answer: z.object({ items: z.array(z.object({ label: z.string(), count: z.number() })) }),
})
