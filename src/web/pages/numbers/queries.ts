import { keepPreviousData, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  exportChosen,
  exportNumbers,
  findNumbers,
  listNumbers,
  listRuns,
  maxFresh,
  readFresh,
  type NumbersStatus,
} from '#contract/numbers.ts'
import { call, callForFile } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { inBatches } from '../../api/in-batches.ts'
import { invalidateAfter } from '../../api/query-client.ts'
import type { ExportFormat } from '../../spreadsheet/write/save-export.ts'

/** One page of the numbers. The previous page stays on screen while the next one loads. */
export const numbersPageQuery = (query: z.input<(typeof listNumbers)['query']>) =>
  read(listNumbers, { query }, { placeholderData: keepPreviousData, staleTime: 5_000 })

/** The runs of free numbers that fit a search such as `5 in a row`. */
export const runsQuery = (query: z.input<(typeof listRuns)['query']>) =>
  read(listRuns, { query }, { placeholderData: keepPreviousData, staleTime: 5_000 })

/** One number, as the service shows it now; without an item when the console does not know it. */
export const numberQuery = (ext: string) => read(readFresh, { query: { numbers: ext } }, { staleTime: 5_000 })

/** `off`: nothing reads the service. `scanning`: the first scan is not over. `whole`: every number has been read. */
export const scanStateOf = ({ readsPerSecond, firstScan, boundScan }: NumbersStatus) => {
  if (readsPerSecond === 0) return 'off'
  return (firstScan ?? boundScan) === null ? 'whole' : 'scanning'
}

export const matchingNumbers = (filters: z.input<(typeof findNumbers)['query']>) =>
  call(findNumbers, { query: filters })

/** The numbers of the user's limit that the filters show. */
export const ownNumbersQuery = (filters: z.input<(typeof findNumbers)['query']>) =>
  read(findNumbers, { query: { ...filters, own: '1' } }, { staleTime: 5_000 })
export type OwnNumbers = z.output<(typeof findNumbers)['answer']>

/** Returns a CSV file of the filters' matches or of the selected numbers. Refetches the list too, so that its count matches the file. */
export const numbersCsv =
  (client: QueryClient, rows: { filters: z.input<(typeof findNumbers)['query']> } | { numbers: string[] }) =>
  async (format: ExportFormat): Promise<Blob> => {
    const bom = format === 'plain' ? '0' : '1'
    const csv = await ('numbers' in rows
      ? callForFile(exportChosen, { body: { ...rows, bom } })
      : callForFile(exportNumbers, { query: { ...rows.filters, bom } }))
    void client.invalidateQueries({ queryKey: [listNumbers.path] })
    return csv
  }

/** Returns whether a number could not be read from the service. A number that the service does not have was read. */
export const isFailed = ({ problem }: { problem: string | null }): boolean =>
  problem !== null && problem !== 'extension-not-found'

/**
 * Refreshes numbers in batches. `onStep` receives the counts of numbers read and failed. After an abort, resolves
 * with the numbers read so far.
 */
export const freshMutation = () =>
  mutationOptions({
    mutationFn: async ({
      numbers,
      onStep,
      signal,
    }: {
      numbers: readonly string[]
      onStep?: (read: number, failed: number) => void
      signal?: AbortSignal
    }) => {
      const answers = await inBatches(
        numbers,
        maxFresh,
        (batch) =>
          call(readFresh, {
            query: { numbers: batch.join(',') },
            ...(signal === undefined ? {} : { signal }),
          }),
        {
          signal,
          onProgress: (_done, batches) => {
            const items = batches.flatMap((answer) => answer.items)
            onStep?.(items.length, items.filter(isFailed).length)
          },
        },
      )
      return answers.flatMap(({ items }) => items)
    },
    onSettled: invalidateAfter('/api/numbers'),
  })
