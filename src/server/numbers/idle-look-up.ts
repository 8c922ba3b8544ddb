import type { CallOptions, Upstream } from '#upstream/client.ts'
import type { Warning } from '#upstream/records.ts'

/** Warnings about a list with missing rows, or with rows that are not recorded. */
const missingRows: readonly Warning['code'][] = [
  'list-missing',
  'total-missing',
  'total-lies',
  'row-dropped',
  'success-contradicted',
]
export const hasMissingRows = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => missingRows.includes(code))

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
  // A service that ignores the number answers with others.
  const isOther = warnings.some(({ code }) => code === 'row-other' || code === 'page-other')
  const isWhole = data.total <= data.items.length && !isOther && !hasMissingRows(warnings)
  return isWhole ? false : null
}
