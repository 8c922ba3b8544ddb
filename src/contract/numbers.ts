import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { labelName } from './labels.ts'
import { firstScan, numberStates } from './number-states.ts'
import { numberSearch, parseNumberSearch } from './number-search.ts'
import { ownFilter, page, pageQuery, wholeNumber } from './page.ts'
import { problemCodes } from './problem.ts'
import { agentUuid, ext } from './text.ts'

/** The read that last showed the number: an idle page, an unbound page, its own detail, or the console's own creation. */
const numberSources = ['idle', 'unbound', 'detail', 'created'] as const

const text = z.nullable(z.string())
const integer = z.nullable(z.number())

/** An extension as last seen. Names come from the extension's record when it has them; times are epoch milliseconds. */
const numberItem = z.object({
  ext: z.string(),
  state: z.enum(numberStates),
  bindStatus: integer,
  agentUuid: text,
  agentName: text,
  /** As the directory knows the agent. */
  agentWorkNumber: text,
  agentDepartment: text,
  currentUsingAgentUuid: text,
  /** The directory's name of the agent who uses the number. */
  usingAgentName: text,
  langCode: text,
  langCodeTxt: text,
  domain: text,
  status: integer,
  enabled: integer,
  extType: integer,
  creationTime: integer,
  bindTime: integer,
  source: z.enum(numberSources),
  firstSeenAt: z.number(),
  /** When the service last showed the number, or refused it as unknown. */
  seenAt: z.number(),
  /** When the console first saw the number in this state. */
  stateSince: z.number(),
  /** Sorted by name. */
  labels: z.array(z.string()),
})
export type NumberItem = z.infer<typeof numberItem>

/** A `langCodeTxt` value as the service sent it. */
const language = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))
/** Filter value that selects extensions without a `langCodeTxt`. */
export const noLanguage = '-'

/** Filter value that selects the numbers in no pool. */
export const noPool = 'none'

export const numbersFilter = {
  /** As typed (contract, number-search.ts). */
  search: z.optional(numberSearch),
  /** Without a state: every number that the service has, so none in state `gone`. */
  state: z.optional(z.enum(numberStates)),
  language: z.optional(language),
  agentUuid: z.optional(agentUuid),
  label: z.optional(labelName),
  /** A pool's id, or `noPool` for the numbers in no pool; refused as `not-found` when the pool does not exist. */
  pool: z.optional(z.union([z.literal(noPool), z.uuid()])),
  ...ownFilter,
}

const searchProblems = ['not-found'] as const

/**
 * `agent`: by the name of the person whom a number is bound to or reserved for; `labels`: by the first of them. Numbers without a value
 * come last.
 */
export const numberSorts = [
  'ext',
  'state',
  'agent',
  'labels',
  'stateSince',
  'langCodeTxt',
  'domain',
  'agentUuid',
  'bindStatus',
  'status',
  'enabled',
  'extType',
  'bindTime',
  'creationTime',
  'firstSeenAt',
] as const
export type NumberSort = (typeof numberSorts)[number]

export const listNumbers = endpoint({
  method: 'GET',
  path: '/api/numbers',
  access: 'extension.read',
  problems: searchProblems,
  query: z.object({
    ...numbersFilter,
    ...pageQuery,
    pageSize: z._default(wholeNumber(1, 1000), 50),
    sort: z._default(z.enum(numberSorts), 'ext'),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  answer: page(numberItem),
})

const maxRuns = 200
/**
 * Runs of free numbers that follow each other, for a search such as `5 in a row`: the shortest that fit first, at most `maxRuns`.
 * `total` counts all of them.
 */
export const listRuns = endpoint({
  method: 'GET',
  path: '/api/numbers/runs',
  access: 'extension.read',
  problems: searchProblems,
  query: z.object({
    ...numbersFilter,
    search: numberSearch.check(
      z.refine((search) => parseNumberSearch(search).kind === 'run', 'ask for a run: 5 in a row'),
    ),
    limit: z._default(wholeNumber(1, maxRuns), maxRuns),
  }),
  answer: z.object({
    items: z.array(z.object({ from: z.string(), to: z.string(), length: z.number() })),
    total: z.number(),
  }),
})
export type Run = z.infer<typeof listRuns.answer>['items'][number]

/** Most numbers in one answer, and in an export of a selection. */
export const maxNumbers = 10_000
/** The numbers that the filter shows, at most `maxNumbers`; `more` is true when there are further numbers. */
export const findNumbers = endpoint({
  method: 'GET',
  path: '/api/numbers/numbers',
  access: 'extension.read',
  problems: searchProblems,
  query: z.object(numbersFilter),
  answer: z.object({ numbers: z.array(z.string()), more: z.boolean() }),
})

/** Most numbers refreshed in one call. */
export const maxFresh = 20
/**
 * Reads the numbers from the service again (operation 7). `item` is null when neither the service nor the console knows the
 * number; `problem` says why a read failed.
 */
export const readFresh = endpoint({
  method: 'GET',
  path: '/api/numbers/fresh',
  access: 'extension.read',
  query: z.object({ numbers: z.string().check(z.regex(/^\d{2,15}(,\d{2,15}){0,19}$/)) }),
  answer: z.object({
    items: z.array(z.object({ ext: z.string(), item: z.nullable(numberItem), problem: text })),
  }),
})

/** Progress of one of the crawls that find numbers. Times are epoch milliseconds. */
const crawl = z.object({
  kind: z.enum(['idle', 'gaps']),
  running: z.boolean(),
  startedAt: integer,
  /** Numbers read so far. */
  done: z.number(),
  /** How many there are to read; null while unknown. */
  total: integer,
  endedAt: integer,
  /** Rows of the list without a readable number, and one of them as the service sent it. */
  odd: z.number(),
  oddExample: text,
  /** The end of the last crawl without gaps. */
  lastWholeAt: integer,
  /** Why the crawl stopped; null once it has continued. */
  failure: z.nullable(z.enum(problemCodes)),
})
export type NumbersCrawl = z.infer<typeof crawl>

/** How many numbers the console has seen, and how old that is. */
export const numbersStatus = endpoint({
  method: 'GET',
  path: '/api/numbers/status',
  access: 'extension.read',
  answer: z.object({
    states: z.array(z.object({ state: z.enum(numberStates), count: z.number(), oldestSeenAt: integer })),
    languages: z.array(z.object({ language: z.string(), count: z.number() })),
    crawls: z.array(crawl),
    firstScan,
    boundScan: firstScan,
    /** The setting; 0 when background reads are off. */
    readsPerSecond: z.number(),
    /** The interval between two crawls of the idle pages, and the age at which a detail is read again, both in milliseconds. */
    crawlEveryMs: z.number(),
    detailAfterMs: z.number(),
    now: z.number(),
  }),
})
export type NumbersStatus = z.infer<(typeof numbersStatus)['answer']>

const bom = z._default(z.enum(['0', '1']), '1')
/** Exports exactly the rows that the filter shows, sorted by number, while they are read. `bom` 1 is for Excel. Audited. */
export const exportNumbers = endpoint({
  method: 'GET',
  path: '/api/numbers/export.csv',
  access: 'extension.read',
  problems: searchProblems,
  query: z.object({ ...numbersFilter, bom }),
  answer: z.string(),
})

/** Like `exportNumbers`, for the selected numbers; numbers that the console has not seen are left out. Audited. */
export const exportChosen = endpoint({
  method: 'POST',
  path: '/api/numbers/export.csv',
  access: 'extension.read',
  problems: searchProblems,
  body: z.object({ numbers: z.array(ext).check(z.minLength(1), z.maxLength(maxNumbers)), bom }),
  answer: z.string(),
})
