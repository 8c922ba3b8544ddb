import type { CallOptions, Upstream } from '#upstream/client.ts'
import type { Warning } from '#upstream/records.ts'

/** Warnings about an answer that proves nothing about its list. */
const unproven: readonly Warning['code'][] = ['list-missing', 'success-contradicted']
export const proves = (warnings: readonly Warning[]): boolean =>
  !warnings.some(({ code }) => unproven.includes(code))

/** Rows of a page without a readable number, with one of them as sent, and rows that repeat. */
export function unreadRows(warnings: readonly Warning[]) {
  const [, odd = '0', example = null] =
    /^(\d+)(?: \((.*)\))?$/s.exec(warnings.find(({ code }) => code === 'row-dropped')?.detail ?? '') ?? []
  const repeated = warnings.find(({ code }) => code === 'row-repeated')?.detail ?? '0'
  return { odd: Number(odd), example, repeated: Number(repeated) }
}

/** True for an answer of a service that ignores the number that it was asked for. */
export const isOfOtherNumbers = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => code === 'row-other' || code === 'page-other')

/** More than the numbers that begin with one whole number, except in a plan with numbers of very different lengths. */
const rowsAtOnce = 100

/**
 * Asks the service whether its idle list has a number now (operation 8, which searches by the start of a number). `null` when
 * the answer is not whole, or not about this number. Throws the service's errors.
 */
export async function isInIdleList(
  upstream: Pick<Upstream, 'searchIdlePage'>,
  ext: string,
  options: CallOptions,
): Promise<boolean | null> {
  const { data, warnings } = await upstream.searchIdlePage({ ext, page: 1, pageSize: rowsAtOnce }, options)
  if (data.items.some((row) => row.ext === ext)) return true
  const isWhole =
    data.total <= data.items.length &&
    data.items.length < data.pageSize &&
    proves(warnings) &&
    unreadRows(warnings).odd === 0
  return isWhole && !isOfOtherNumbers(warnings) ? false : null
}
