import type { OccurrenceSource } from '../platform/occurrence.ts'
import type { ServiceStore } from './store.ts'

/** Daily checks that found the service other than the day before. */
export const serviceOccurrences =
  (store: Pick<ServiceStore, 'lastCheck'>, account: string): OccurrenceSource =>
  async (since) => {
    const check = await store.lastCheck(account)
    if (check === null || check.at < since || check.changed.length === 0) return []
    const failed = Object.values(check.states).filter((state) => state === 'fail').length
    return [
      {
        key: `service-changed ${account} ${check.at}`,
        at: check.at,
        count: 1,
        event: { kind: 'service-changed', failed, changed: check.changed.length },
        person: null,
        causedBy: null,
      },
    ]
  }
