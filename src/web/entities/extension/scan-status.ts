import { queryOptions } from '@tanstack/react-query'
import { inventoryStatus, type InventoryStatus } from '#contract/inventory.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query-client.ts'

const refreshMs = 15_000

const statusKey = ['inventory', 'status']
const countsOf = ({ states }: InventoryStatus) => states.map(({ state, count }) => `${state} ${count}`).join()

/** What the scans have found. When its counts change, the lists that show these numbers are read again. */
export const scanStatusQuery = () =>
  queryOptions({
    queryKey: statusKey,
    queryFn: async ({ signal, client }) => {
      const status = await call(inventoryStatus, { signal })
      const before = client.getQueryData<InventoryStatus>(statusKey)
      if (before !== undefined && countsOf(before) !== countsOf(status))
        void invalidate(
          client,
          ['inventory', 'page'],
          ['inventory', 'runs'],
          ['inventory', 'number'],
          ['agents', 'list'],
          ['agents', 'team'],
        )
      return status
    },
    // The scans continue while the page is open.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.boundScan !== null || data.crawls.some(({ running }) => running))
        ? 3_000
        : refreshMs,
    meta: { quiet: true },
  })
