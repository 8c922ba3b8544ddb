import { queryOptions } from '@tanstack/react-query'
import { numbersStatus, type NumbersStatus } from '#contract/numbers.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'

const refreshMs = 15_000

const statusRead = read(numbersStatus, {})
const countsOf = ({ states, firstScan, boundScan }: NumbersStatus) =>
  [
    ...states.map(({ state, count }) => `${state} ${count}`),
    // Lists say what a scan has not read.
    firstScan === null,
    boundScan === null,
  ].join()
/** What shows these numbers or counts them. */
const listPaths = [
  '/api/numbers',
  '/api/numbers/runs',
  '/api/numbers/fresh',
  '/api/pools/counts',
  '/api/people',
  '/api/team',
]

/** What the scans have found. When its counts change, these are read again, but not what lies below their paths. */
export const scanStatusQuery = () =>
  queryOptions({
    ...statusRead,
    queryFn: async ({ signal, client }) => {
      const status = await call(numbersStatus, { signal })
      const before = client.getQueryData(statusRead.queryKey)
      if (before !== undefined && countsOf(before) !== countsOf(status))
        for (const path of listPaths)
          // A read that failed is repeated by its own page: again and again, its error would hardly be seen.
          void client.invalidateQueries({
            queryKey: [path],
            predicate: ({ state }) => state.status === 'success',
          })
      return status
    },
    // The scans continue while the page is open.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.boundScan !== null || data.crawls.some(({ running }) => running))
        ? 3_000
        : refreshMs,
    meta: { quiet: true },
  })
