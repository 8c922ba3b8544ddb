import * as z from 'zod/mini'

export const pageSizes = [20, 50, 100, 500, 1000] as const
export const defaultPageSize = 20

/** A number in a query string. Accepts digits only, not ` 1`, `1e3` or `0x10`. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.transform((given: unknown) => (/^\d{1,16}$/.test(String(given)) ? Number(given) : Number.NaN)),
    z.int().check(z.gte(least), z.lte(most)),
  )

/** Users who are offered as a filter of a list. */
export const maxFilterPeople = 1_000

/** `page` counts from 1. */
export const pageQuery = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  pageSize: z._default(wholeNumber(1, 1000), defaultPageSize),
}

/** Only what is within the caller's limit to departments and pools; everything for a caller without a limit. */
export const ownFilter = { own: z.optional(z.literal('1')) }

/** A list from what the console has read of the service may lack numbers: of the idle list, or those that are bound, with their agents. */
export const scanWarnings = ['idle-unread', 'bound-unread'] as const

/** A defect that the BFF found in an answer that it could still use. */
export const warning = z.object({
  code: z.enum([
    'list-missing',
    'total-missing',
    'total-lies',
    'page-other',
    'page-smaller',
    'page-larger',
    'unknown-fields',
    'field-unreadable',
    'field-changed',
    'row-dropped',
    'row-repeated',
    'row-other',
    'stale',
    ...scanWarnings,
  ]),
  detail: z.string(),
})
export type Warning = z.infer<typeof warning>

export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.number(),
    pageSize: z.number(),
    total: z.number(),
    warnings: z.array(warning),
  })
