import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'
import { ext, extPrefix, uuid } from './text.ts'

/**
 * How an extension's main language (operation 11) stands against operation 3's list and the extension's own record, the
 * gravest first: the answer names none; neither a language of the list nor a codec; its code and its text name different
 * languages; the record says otherwise; a codec, which is all the service is known to answer (upstream-facts 2.1); a
 * language of the list.
 */
export const languageStandings = [
  'none',
  'unknown',
  'code-differs',
  'record-differs',
  'codec',
  'language',
] as const
export type LanguageStanding = (typeof languageStandings)[number]
/** Those that somebody should look at. */
export const languageMismatches = languageStandings.slice(0, 4)

const text = z.nullable(z.string())
const extensionLanguageRow = z.object({
  ext: z.string(),
  /** What it is listed under: the answer's text, else its code; empty where it has neither. */
  language: z.string(),
  /** As operation 11 answered. */
  langCode: text,
  langCodeTxt: text,
  /** As the extension's record says, where one was read. */
  recordLangCode: text,
  recordLangCodeTxt: text,
  standing: z.enum(languageStandings),
  /** Epoch milliseconds. */
  readAt: z.number(),
})
export type ExtensionLanguageRow = z.infer<typeof extensionLanguageRow>

export const longestLanguage = 64
const languageFilter = {
  /** Whole; `-` for extensions whose answer names none. */
  language: z.optional(
    z.string().check(z.minLength(1), z.maxLength(longestLanguage), z.regex(/^[^\p{Cc}]*$/u)),
  ),
  /** `mismatch`: any of `languageMismatches`. */
  standing: z.optional(z.enum([...languageStandings, 'mismatch'])),
  /** Beginning of the number. */
  ext: z.optional(extPrefix),
}
/** Stands for no language in `language`. */
export const noLanguage = '-'

/** By number, in the order of its digits as text; `after` and `before` are the ends of the page at hand. */
export const listExtensionLanguages = endpoint({
  method: 'GET',
  path: '/api/extension-languages',
  access: 'extension.read',
  query: z.object({
    ...languageFilter,
    after: z.optional(ext),
    before: z.optional(ext),
    pageSize: z._default(pageQuery.pageSize, 50),
  }),
  answer: z.object({
    items: z.array(extensionLanguageRow),
    /** The ends, null where there is no more. */
    previous: text,
    next: text,
  }),
})

export const languageRange = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  total: z.number(),
  read: z.number(),
  /** Numbers the service knows no extension for. */
  missing: z.number(),
  failed: z.number(),
  state: z.enum(['waiting', 'reading', 'done', 'cancelled']),
  askedBy: z.string(),
  askedAt: z.number(),
  endedAt: z.nullable(z.number()),
})
export type LanguageRange = z.infer<typeof languageRange>

/** Counts over everything read so far, and how far the reading is. Times are epoch milliseconds. */
export const languageSummary = endpoint({
  method: 'GET',
  path: '/api/extension-languages/summary',
  access: 'extension.read',
  answer: z.object({
    counts: z.array(
      z.object({ language: z.string(), standing: z.enum(languageStandings), count: z.number() }),
    ),
    /** Extensions whose language was read. */
    read: z.number(),
    /** Extensions the console has seen at all. */
    known: z.number(),
    oldestReadAt: z.nullable(z.number()),
    newestReadAt: z.nullable(z.number()),
    /** How old a reading may get before it is read again, in ms. */
    freshMs: z.number(),
    /** The latest ranges asked for, newest first. */
    ranges: z.array(languageRange),
  }),
})
export type LanguageSummary = z.infer<typeof languageSummary.answer>

export const mostInRange = 5000
/** Numbers of one length, the first not after the last. */
export const rangeOfNumbers = z.object({ from: ext, to: ext }).check(
  z.refine(({ from, to }) => from.length === to.length && from <= to, {
    path: ['to'],
    error: 'use as many digits as in the first number, and not a lesser one',
  }),
  z.refine(({ from, to }) => Number(to) - Number(from) < mostInRange, {
    path: ['to'],
    error: `use at most ${mostInRange} numbers`,
  }),
)

/** Reads the language of every number of a range, before what is read in the background anyway. */
export const readLanguages = endpoint({
  method: 'POST',
  path: '/api/extension-languages/ranges',
  access: 'extension.read',
  body: rangeOfNumbers,
  answer: languageRange,
})

/** What was read stays; the rest is not read. */
export const cancelLanguages = endpoint({
  method: 'POST',
  path: '/api/extension-languages/ranges/:id/cancel',
  access: 'extension.read',
  params: z.object({ id: uuid }),
  answer: languageRange,
})

export const mostExportedLanguages = 100_000
/** Exactly the rows that the filter shows. Refused for more than `mostExportedLanguages`. Itself on record. */
export const exportLanguages = endpoint({
  method: 'GET',
  path: '/api/extension-languages/export.csv',
  access: 'extension.read',
  query: z.object(languageFilter),
  answer: z.string(),
})
