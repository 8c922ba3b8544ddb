import { LRUCache } from 'lru-cache'
import { UpstreamError } from './errors.ts'
import type { Profile } from './profile.ts'
import {
  isGiven,
  isSent,
  pagedData,
  readFields,
  readList,
  valueAt,
  warn,
  type Answer,
  type ExtensionRecord,
  type NumberedExtension,
  type Paged,
  type Reader,
  type Warning,
} from './records.ts'
import type { PageInput, Request } from './request.ts'
import type { SendOptions } from './send.ts'

/*
 * Reads the paged lists of a service that may page badly (docs/upstream-api.md#paging). The check of a connection does not prove its
 * paging: it can be left out, and a list that is short has no second page yet. So each page is compared with what is known of its
 * list, because rows would be missing without a word.
 */

/** The names under which services report how many rows there are. */
const totalNames = ['total', 'totalCount', 'total_count', 'totalElements', 'totalNum', 'totalSize']

/** Returns the list of operation 8 or 9 at a path of the answer, and what the service sends with it; null without an object there. */
export function pagedAt(answer: unknown, path: string, warnings: Warning[] = []) {
  const end = path.lastIndexOf('.')
  const holder = valueAt(answer, path.slice(0, Math.max(end, 0)))
  if (!isSent(holder)) return null
  const data = valueAt(answer, 'data')
  const totals = [holder, data].flatMap((each) =>
    isSent(each) ? totalNames.map((name) => each[name]).filter((value) => isGiven(value)) : [],
  )
  const paging = holder === answer ? {} : { currPage: holder['currPage'], pageSize: holder['pageSize'] }
  return readFields(pagedData, { ...paging, list: holder[path.slice(end + 1)], total: totals[0] }, warnings)
}

type PageRequest = Pick<PageInput, 'page' | 'pageSize'>

/**
 * Returns the total as sent; when it is missing or less than the rows already seen, the least possible total. The answer had
 * `given` rows, and `rows` of them are left. A page that is not full ends the list, so the total must equal the rows given so far.
 */
export function readTotal(
  total: number | null,
  { page, pageSize }: PageRequest,
  { given, rows }: { given: number; rows: number },
  warnings: Warning[],
): number {
  const before = (page - 1) * pageSize
  const seen = rows === 0 ? 0 : before + rows
  if (total === null) warn(warnings, 'total-missing')
  else if (total < seen || (given < pageSize && total > before + given))
    warn(warnings, 'total-lies', String(total))
  return Math.max(total ?? 0, seen)
}

/**
 * Returns the most rows of a page. A service may return fewer rows than requested (docs/upstream-api.md#paging): its own
 * `pageSize` is used when it explains the missing rows; without it, the row count of the first page is used.
 */
function pageSizeOf(
  { list, pageSize: stated, total }: NonNullable<ReturnType<typeof pagedAt>>,
  { page, pageSize }: PageRequest,
  warnings: Warning[],
): number {
  const given = list?.length ?? 0
  if (total === null || given >= pageSize) return pageSize
  const before = (page - 1) * pageSize
  const expected = Math.min(pageSize, Math.max(0, total - before))
  if (given === expected) return pageSize
  const explains = stated !== null && (given === stated || (page - 1) * stated + given === total)
  const smaller = explains ? stated : page === 1 && given < expected ? given : 0
  if (smaller < 1 || smaller >= pageSize) return pageSize
  warn(warnings, 'page-smaller', String(smaller))
  return smaller
}

/** A page as read, with what the page checks need. */
interface ReadPage extends Paged<NumberedExtension> {
  /** The page number that the answer names; null when it names none. */
  sentPage: number | null
  /** Rows in the answer, readable or not. */
  given: number
}

/** Lists whose first rows are remembered, to notice a page that repeats the first one. */
const rememberedLists = 200
/** Rows that a page must share with the first one to repeat it: in a list without an order, one row can be the first again. */
const comparedRows = 3
/** Later, new numbers may have pushed the first row to the second page. */
const rememberedMs = 30_000
/** The parts of a page are read one after the other, so a page has few. */
const maxParts = 50

/** Returns the largest size of at most `most` that divides a page of `pageSize` rows. */
function partSize(pageSize: number, most: number): number {
  for (let parts = Math.ceil(pageSize / most); parts <= Math.min(pageSize, maxParts); parts++)
    if (pageSize % parts === 0) return pageSize / parts
  return most
}

const operationOf = { idlePage: 'search_idle_page', unboundPage: 'unbound_page' } as const

type IsRequested = (row: NumberedExtension) => boolean

/** Makes one call of a page; `read` returns null for an answer of another shape. */
export type PageCall = (
  request: Request,
  options: SendOptions | undefined,
  read: (answer: unknown, warnings: Warning[]) => ReadPage | null,
) => Promise<Answer<ReadPage>>

interface PagedListOptions<Input> {
  name: keyof typeof operationOf
  profile: Profile
  reader: Reader<ExtensionRecord>
  requestOf: (input: Input) => Request
  call: PageCall
}

/** The list of operation 8 or 9. */
export class PagedList<Input extends PageInput> {
  readonly #list: PagedListOptions<Input>
  readonly #paging
  readonly #number: RegExp
  readonly #firstRows = new LRUCache<string, string>({ max: rememberedLists, ttl: rememberedMs })
  /** The service has rows on the page before its first one. */
  #isZeroBased = false

  constructor(list: PagedListOptions<Input>) {
    this.#list = list
    this.#paging = list.profile.operations[list.name]
    this.#number = new RegExp(list.profile.records.number)
  }

  /** Reads a page, in as many parts as the service's page size demands. */
  async read(
    input: Input,
    call: SendOptions | undefined,
    isRequested: IsRequested,
  ): Promise<Answer<Paged<NumberedExtension>>> {
    if (this.#isZeroBased) throw this.#error('firstPage')
    const { page, pageSize } = input
    const { maxSize } = this.#paging
    const size = pageSize <= maxSize ? pageSize : partSize(pageSize, maxSize)
    const parts = pageSize / size
    const readPart = (part: number) =>
      this.#readPart({ ...input, page: (page - 1) * parts + part + 1, pageSize: size }, call, isRequested)
    const { data: first, warnings } = await readPart(0)
    if (parts === 1) {
      const { items, pageSize: returned } = first
      const total = call?.bulk === true ? first.total : await totalOf(first, () => readPart(1), warnings)
      return { data: { items, page, pageSize: returned, total }, warnings }
    }
    if (first.pageSize < size) throw this.#error('maxSize')
    const items = [...first.items]
    let last = first
    for (let part = 1; part < parts && last.given === size; part++) {
      const next = await readPart(part)
      last = next.data
      items.push(...last.items)
      for (const { code, detail } of next.warnings) warn(warnings, code, detail)
    }
    return { data: { items, page, pageSize, total: Math.max(first.total, last.total) }, warnings }
  }

  #readPart(
    input: Input,
    call: SendOptions | undefined,
    isRequested: IsRequested,
  ): Promise<Answer<ReadPage>> {
    const request = this.#list.requestOf({ ...input, page: input.page - 1 + this.#paging.firstPage })
    return this.#list.call(request, call, (answer, warnings) => {
      const page = this.#pageIn(answer, input, warnings, isRequested)
      if (page !== null) this.#checkPaging(request, page)
      return page
    })
  }

  /**
   * Returns null when the answer has no list, unless its total says that the page is beyond the end. `pageSize` is the answer's own,
   * which may be smaller than requested.
   */
  #pageIn(
    answer: unknown,
    requested: PageRequest,
    warnings: Warning[],
    isRequested?: IsRequested,
  ): ReadPage | null {
    const sent = pagedAt(answer, this.#paging.list, warnings)
    if (sent === null) return null
    const isBeyond = sent.total !== null && sent.total <= (requested.page - 1) * requested.pageSize
    const list = sent.list ?? (isBeyond ? [] : null)
    if (list === null) return null
    const options = { most: requested.pageSize, number: this.#number, ...(isRequested && { isRequested }) }
    const items = readList(this.#list.reader, 'ext', list, warnings, options)
    const pageSize = pageSizeOf({ ...sent, list }, requested, warnings)
    const { page } = requested
    const counts = { given: list.length, rows: items.length }
    const total = readTotal(sent.total, { page, pageSize }, counts, warnings)
    return { items, page, pageSize, total, sentPage: sent.currPage, given: list.length }
  }

  /** Throws `paging` for a page that names another number than the requested one, or that begins like the first page. */
  #checkPaging({ path, query, body }: Request, { page, sentPage, items }: ReadPage): void {
    const { firstPage, names } = this.#paging
    const requested = page - 1 + firstPage
    if (sentPage !== null && sentPage !== requested)
      throw this.#error(Math.abs(sentPage - requested) === 1 ? 'firstPage' : 'names.page')
    const key = JSON.stringify([path, { ...query, ...body, [names.page]: null }])
    const start = items
      .slice(0, comparedRows)
      .map(({ ext }) => ext)
      .join(' ')
    if (start === '') return
    if (page === 1) this.#firstRows.set(key, start)
    else if (this.#firstRows.get(key) === start) throw this.#error(page === 2 ? 'firstPage' : 'names.page')
  }

  /**
   * Asks for the page before the first one. When it has other rows than the first page, every list would begin too late without a
   * word, so this and all later reads throw `paging`. To be asked before each scan: a list without rows has proved nothing.
   */
  async checkFirstPage(input: Input, call: SendOptions): Promise<void> {
    if (this.#paging.firstPage === 0) return
    const startOf = async (page: number) => {
      const request = this.#list.requestOf({ ...input, page })
      const { data } = await this.#list.call(request, call, (answer, warnings) =>
        this.#pageIn(answer, input, warnings),
      )
      return data.items[0]?.ext
    }
    const before = await startOf(0).catch((error: unknown) => {
      // A refusal shows that there is no such page.
      if (error instanceof UpstreamError && ['refused', 'invalid', 'not-offered'].includes(error.kind))
        return undefined
      throw error
    })
    if (before === undefined) return
    const first = await startOf(1)
    // Rows that change with each request prove nothing.
    this.#isZeroBased = first !== before && (await startOf(0)) === before && (await startOf(1)) === first
    if (this.#isZeroBased) throw this.#error('firstPage')
  }

  /** @param key the key of the profile that is wrong */
  #error(key: 'firstPage' | 'names.page' | 'maxSize'): UpstreamError {
    const { name } = this.#list
    const code = `operations.${name}.${key}`
    return new UpstreamError({ kind: 'paging', operation: operationOf[name], code })
  }
}

/**
 * Returns the total of a page that a user waits for. A full page that its total, or a missing one, makes the last one may be a page of
 * more: the next page says so.
 */
async function totalOf(
  { items, given, page, pageSize, total }: ReadPage,
  readNext: () => Promise<Answer<ReadPage>>,
  warnings: Warning[],
): Promise<number> {
  if (given < pageSize || items.length === 0 || total > page * pageSize) return total
  const next = await readNext().catch((error: unknown) => {
    if (error instanceof UpstreamError) return null
    throw error
  })
  const numbers = new Set(items.map(({ ext }) => ext))
  const extra = next?.data.items.filter(({ ext }) => !numbers.has(ext)).length ?? 0
  if (extra > 0 && warnings.every(({ code }) => code !== 'total-missing'))
    warn(warnings, 'total-lies', String(total))
  return total + extra
}
