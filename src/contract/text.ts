import * as z from 'zod/mini'

/**
 * An extension number is text: digits only, leading zeros kept
 * (docs/upstream-api.md#ids-and-numbers). The pattern also blocks path traversal.
 */
const extPattern = /^\d{2,15}$/
export const ext = z.string().check(z.regex(extPattern, 'use 2 to 15 digits'))
/** A check of items in a body: an error for each number that an earlier one names, or another field of the same. */
export const eachNumberOnce =
  <Field extends string>(...fields: Field[]) =>
  ({ value, issues }: z.core.ParsePayload<Partial<Record<Field, string | undefined>>[]>): void => {
    const seen = new Set<string>()
    for (const [index, item] of value.entries())
      for (const field of fields) {
        const input = item[field]
        if (input === undefined) continue
        if (seen.has(input))
          issues.push({ code: 'custom', path: [index, field], message: 'name each number once', input })
        seen.add(input)
      }
  }
/** The start of an extension number, as typed into a search. */
export const extPrefix = z.string().check(z.regex(/^\d{1,15}$/, 'use 1 to 15 digits'))
/** An agent's uuid, or the work number for operations that take either. */
export const agentId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'use letters, digits, - or _, at most 64'))
export const isAgentId = (text: string): boolean => z.safeParse(agentId, text).success
export const agentUuid = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{7,63}$/, 'use the agent uuid: 8 to 64 letters, digits or -'))
const uuidShape = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
export const isUuid = (text: string): boolean => uuidShape.test(text)
/** True when two ids name the same agent. Case counts except in uuids, because a service may write a uuid in capitals. */
export const isSameAgent = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && isUuid(a) && a.toLowerCase() === b.toLowerCase())
/** The console's own ids. */
export const uuid = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
/** The ID of a user of the console. */
export const userId = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** Opaque ids that the service accepts unchanged. */
export const opaqueId = z.string().check(z.regex(/^[\w.:@-]{1,64}$/))
export const uiLanguage = z.enum(['zh', 'en'])
export type UiLanguage = z.infer<typeof uiLanguage>
/** An IANA name such as `Asia/Shanghai` or `Etc/GMT+11`. */
export const ianaZone = z.string().check(z.regex(/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/), z.maxLength(64))
/** One line of at most 128 characters, such as the time zone `GMT+08:00 北京`. */
export const shortText = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[^\p{Cc}]*$/u))
/** An agent's name as the browser received it from the service, without the characters that upstream/records.ts replaces. */
export const agentName = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u))
/** Length of a console user's password, in characters. */
export const passwordLength = { least: 12, most: 256 } as const
/**
 * Matches text without characters that are invisible or that move their neighbors: control and format characters, fillers, line
 * separators, the empty Braille pattern and the empty note head.
 */
export const visible = /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u
export const letterOrDigit = /[\p{L}\p{N}]/u
/** Returns the same key for names that differ only in case or width. Converts to upper case first, because ß becomes SS. */
export const nameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()
/** One line of text that a user types for other users. */
export const typedLine = (most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(most, `use at most ${most} characters`),
      z.regex(visible, 'remove the invisible characters'),
    )
/** Of a reason: room for the longest name in the words that the console fills in. */
export const maxReasonLength = 300
export const userName = typedLine(100).check(
  z.minLength(1, 'give a name'),
  z.regex(letterOrDigit, 'use at least one letter or digit'),
)
/** Letters and digits that are unambiguous on paper and that every phone's keypad and web page accepts. */
export const phoneAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A second factor: six digits from the authenticator app, or a backup code such as `abcdef-ghijkl-mnopqr-stuvwx`. */
export const secondFactorForm = { app: /^\d{6}$/, backup: /^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/i }
export const secondFactorCode = z.string().check(
  z.trim(),
  z.refine((text) => secondFactorForm.app.test(text) || secondFactorForm.backup.test(text)),
)
