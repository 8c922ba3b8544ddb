import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { labelName } from './labels.ts'
import { wholeNumber } from './page.ts'
import { agentUuid, ext, extPrefix } from './text.ts'

/**
 * What the console last saw of an extension. `free` and `bound` by bindStatus (docs/upstream-api.md#bindstatus), `unknown` by any other
 * or none; `not-seen-free` was free and is no longer among the idle ones; `gone` the service no longer knows it.
 */
export const seenStates = ['free', 'bound', 'not-seen-free', 'unknown', 'gone'] as const
export type SeenState = (typeof seenStates)[number]
/** As shown and counted everywhere: a number last seen free with an open reservation is `reserved`, not `free`. */
export const inventoryStates = ['free', 'reserved', 'bound', 'not-seen-free', 'unknown', 'gone'] as const
export type InventoryState = (typeof inventoryStates)[number]
/** What showed it last: an idle page, an unbound page, its own detail, or the console's own creation. */
export const inventorySources = ['idle', 'unbound', 'detail', 'created'] as const

const text = z.nullable(z.string())
const integer = z.nullable(z.number())

/** An extension as it was last seen. Names are the record's own where it has them; times are epoch milliseconds. */
export const inventoryItem = z.object({
  ext: z.string(),
  state: z.enum(inventoryStates),
  bindStatus: integer,
  agentUuid: text,
  agentName: text,
  langCode: text,
  langCodeTxt: text,
  domain: text,
  status: integer,
  enabled: integer,
  extType: integer,
  creationTime: integer,
  bindTime: integer,
  source: z.enum(inventorySources),
  firstSeenAt: z.number(),
  /** When the service last showed it, or refused it as unknown. */
  seenAt: z.number(),
  /** When the console first saw it in this state. */
  stateSince: z.number(),
  /** By name. */
  labels: z.array(z.string()),
})
export type InventoryItem = z.infer<typeof inventoryItem>

/** A `langCodeTxt` as the service sent it. */
const language = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))
/** Filter value for extensions without a `langCodeTxt`. */
export const noLanguage = '-'

export const inventoryFilter = {
  /** Beginning of the number. */
  ext: z.optional(extPrefix),
  state: z.optional(z.enum(inventoryStates)),
  language: z.optional(language),
  agentUuid: z.optional(agentUuid),
  label: z.optional(labelName),
  /** A pool's id; `not-found` when there is no such pool. */
  pool: z.optional(z.uuid()),
}

/** How many there are; `exact` is false where that many are counted and there are more. */
const counted = z.object({ count: z.number(), exact: z.boolean() })
export type Counted = z.infer<typeof counted>

/** By number, by keyset: `after` and `before` are the `next` and `previous` of a page, null where there is no more. */
export const listInventory = endpoint({
  method: 'GET',
  path: '/api/inventory',
  access: 'extension.read',
  query: z.object({
    ...inventoryFilter,
    after: z.optional(ext),
    before: z.optional(ext),
    /** `1`: the last page. */
    last: z.optional(z.literal('1')),
    pageSize: z._default(wholeNumber(1, 1000), 50),
  }),
  answer: z.object({
    items: z.array(inventoryItem),
    total: counted,
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  }),
})

/** Most numbers of one answer, and of an export of a selection. */
export const mostNumbers = 10_000
/** The numbers that the filter shows, at most `mostNumbers`; `more` when there are others. */
export const inventoryNumbers = endpoint({
  method: 'GET',
  path: '/api/inventory/numbers',
  access: 'extension.read',
  query: z.object(inventoryFilter),
  answer: z.object({ numbers: z.array(z.string()), more: z.boolean() }),
})

/** Most numbers that one call refreshes. */
export const mostFresh = 20
/** Reads the numbers again at the service (operation 7). `item` is null where neither it nor the inventory knows the number; `problem` says why a read failed. */
export const readFresh = endpoint({
  method: 'GET',
  path: '/api/inventory/fresh',
  access: 'extension.read',
  query: z.object({ numbers: z.string().check(z.regex(/^\d{2,15}(,\d{2,15}){0,19}$/)) }),
  answer: z.object({
    items: z.array(z.object({ ext: z.string(), item: z.nullable(inventoryItem), problem: text })),
  }),
})

/** Progress of one of the crawls that fill the inventory. Times are epoch milliseconds. */
const crawl = z.object({
  kind: z.enum(['idle', 'agents', 'details', 'gaps']),
  running: z.boolean(),
  startedAt: integer,
  /** Rows, agents or numbers read in this crawl. */
  done: z.number(),
  /** How many there are to read; null while unknown. */
  total: integer,
  endedAt: integer,
  /** The last crawl that missed nothing, and what it read. */
  lastWholeAt: integer,
  lastWholeCount: integer,
  /** The problem that stopped it; null when it has continued since. */
  problem: text,
})
export type InventoryCrawl = z.infer<typeof crawl>

/** What the inventory holds and how fresh it is. */
export const inventoryStatus = endpoint({
  method: 'GET',
  path: '/api/inventory/status',
  access: 'extension.read',
  answer: z.object({
    states: z.array(z.object({ state: z.enum(inventoryStates), count: z.number(), oldestSeenAt: integer })),
    languages: z.array(z.object({ language: z.string(), count: z.number() })),
    crawls: z.array(crawl),
    /** The setting; 0 when nothing is read in the background. */
    readsPerSecond: z.number(),
    /** Ms between two crawls over the idle pages, and the age at which a detail is read again. */
    crawlEveryMs: z.number(),
    detailAfterMs: z.number(),
    now: z.number(),
  }),
})
export type InventoryStatus = z.infer<(typeof inventoryStatus)['answer']>

const bom = z._default(z.enum(['0', '1']), '1')
/** Exactly the rows that the filter shows, by number, as they are read; `bom` 1 for Excel. On record. */
export const exportInventory = endpoint({
  method: 'GET',
  path: '/api/inventory/export.csv',
  access: 'extension.read',
  query: z.object({ ...inventoryFilter, bom }),
  answer: z.string(),
})

/** As `exportInventory`, of the numbers chosen; those the inventory does not know are left out. On record. */
export const exportChosen = endpoint({
  method: 'POST',
  path: '/api/inventory/export.csv',
  access: 'extension.read',
  body: z.object({ numbers: z.array(ext).check(z.minLength(1), z.maxLength(mostNumbers)), bom }),
  answer: z.string(),
})
