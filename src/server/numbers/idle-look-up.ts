import type { CallOptions, Upstream } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Warning } from '#upstream/records.ts'

/** Rows of a page without a readable number, with one of them as sent, and rows that repeat. */
function unreadRows(warnings: readonly Warning[]) {
  const [, odd = '0', example = null] =
    /^(\d+)(?: \((.*)\))?$/s.exec(warnings.find(({ code }) => code === 'row-dropped')?.detail ?? '') ?? []
  const repeated = warnings.find(({ code }) => code === 'row-repeated')?.detail ?? '0'
  return { odd: Number(odd), example, repeated: Number(repeated) }
}

type IdlePage = Awaited<ReturnType<Upstream['searchIdlePage']>>

/**
 * What the pages of the idle list had, read one after the other to the end: a page that is empty or repeats. The total alone ends
 * no list, because it may be that of the page.
 */
export class IdleReading {
  readonly numbers = new Set<string>()
  /** Rows without a readable number, with one of them as sent. */
  odd = 0
  example: string | null = null
  /** As the service says it; null while it says none that the rows confirm. */
  total: number | null = null
  #page = 0
  #hasTotal = true
  #withoutNew = 0

  /** Counts a page. Returns its new rows, and whether the list has ended. */
  add({ data, warnings }: IdlePage) {
    const { pageSize } = data
    const rows = data.items.filter(({ ext }) => !this.numbers.has(ext))
    for (const { ext } of rows) this.numbers.add(ext)
    const { odd, example, repeated } = unreadRows(warnings)
    this.odd += odd
    this.example ??= example
    this.#page++
    this.#hasTotal &&= warnings.every(({ code }) => code !== 'total-missing' && code !== 'total-lies')
    this.total = this.#hasTotal && data.total >= this.numbers.size ? data.total : null
    this.#withoutNew = rows.length > 0 ? 0 : this.#withoutNew + 1
    const given = data.items.length + odd + repeated
    const isWhole = this.missed === 0
    // A page between others can be empty.
    const isLast = given === 0 && data.total <= this.#page * pageSize
    const ended = isLast || this.#withoutNew > 1 || (isWhole && (given < pageSize || this.#withoutNew > 0))
    return { rows, ended }
  }

  /** Numbers that the total counts and no page had; null without a total. */
  get missed(): number | null {
    return this.total === null ? null : Math.max(0, this.total - this.numbers.size - this.odd)
  }

  /** True for an error of the next page that says that the list begins again beyond its end. */
  isPastEnd(error: unknown): boolean {
    const canEnd = this.total === null ? !this.#hasTotal && this.#page > 1 : this.missed === 0
    return canEnd && error instanceof UpstreamError && error.kind === 'paging'
  }
}

/** True for an answer of a service that ignores the digits that it was asked for; numbers may have them anywhere. */
export const isOfOtherNumbers = ({ data, warnings }: IdlePage, digits: string): boolean =>
  data.items.some(({ ext }) => !ext.includes(digits)) || warnings.some(({ code }) => code === 'page-other')

/** More than the numbers that begin with one whole number, except in a plan with numbers of very different lengths. */
const rowsAtOnce = 100

/**
 * Asks the service whether its idle list has a number now (operation 8, which searches by the start of a number). `isListed` is null
 * when the answer is not whole, or not about this number; `isSearched` is false then, and when a service that ignores the search has
 * the number on its first page. Throws the service's errors.
 */
export async function searchIdleList(
  upstream: Pick<Upstream, 'searchIdlePage'>,
  ext: string,
  options: CallOptions,
): Promise<{ isListed: boolean | null; isSearched: boolean }> {
  const answer = await upstream.searchIdlePage({ ext, page: 1, pageSize: rowsAtOnce }, options)
  const { data, warnings } = answer
  const isOfOthers = isOfOtherNumbers(answer, ext)
  const isWhole =
    data.total <= data.items.length && data.items.length < data.pageSize && unreadRows(warnings).odd === 0
  const isListed = data.items.some((row) => row.ext === ext) || (isWhole && !isOfOthers ? false : null)
  return { isListed, isSearched: isListed !== null && !isOfOthers }
}
