import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { numbersStatus, type NumbersStatus } from '#contract/numbers.ts'
import { read } from '../../api/endpoint-queries.ts'

const refreshMs = 15_000

/** What the scans have found. */
export const scanStatusQuery = () =>
  read(
    numbersStatus,
    {},
    {
      // The scans continue while the page is open.
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && (data.boundScan !== null || data.crawls.some(({ running }) => running))
          ? 3_000
          : refreshMs,
      meta: { quiet: true },
    },
  )

const countsOf = ({ states, firstScan, boundScan }: NumbersStatus) =>
  [
    ...states.map(({ state, count }) => `${state} ${count}`),
    // Lists say what a scan has not read.
    firstScan === null,
    boundScan === null,
  ].join()
/** What shows these numbers or counts them, but not what lies below these paths. */
const listPaths: readonly unknown[] = [
  '/api/numbers',
  '/api/numbers/runs',
  '/api/numbers/fresh',
  '/api/pools/counts',
  '/api/people',
  '/api/team',
]

/** Reads the lists again when a page's poll of the scans finds other counts. */
export function useScanWatch(): void {
  const client = useQueryClient()
  const { data: counts } = useQuery({ ...scanStatusQuery(), enabled: false, select: countsOf })
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = before.current === undefined
    // Polls before this was loaded may have found other counts: lists older than the last one are read again.
    const { dataUpdateCount = 0, dataUpdatedAt = 0 } = client.getQueryState(scanStatusQuery().queryKey) ?? {}
    if (isFirst ? dataUpdateCount > 1 : before.current !== counts)
      void client.invalidateQueries({
        // A read that failed is repeated by its own page: again and again, its error would hardly be seen.
        predicate: ({ queryKey: [path], state }) =>
          listPaths.includes(path) &&
          state.status === 'success' &&
          (!isFirst || state.dataUpdatedAt < dataUpdatedAt),
      })
    before.current = counts
  }, [client, counts])
}
