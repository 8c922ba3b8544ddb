import { readRecipients } from '../auth/recipients.ts'
import type { FeatureContext } from '../feature.ts'
import type { PeopleChanges } from '../people/changes.ts'
import type { ShownRow } from '../numbers/schema.ts'
import { RequestReads } from './store-reads.ts'
import { RequestWrites } from './store-writes.ts'

interface RequestDeps extends FeatureContext {
  /** The numbers among these that the inventory has seen. */
  seenNumbers: (numbers: readonly string[]) => Promise<ShownRow[]>
  directory: Pick<PeopleChanges, 'recordNamed'>
  /** Looks numbers up for a user who waits. */
  check: (numbers: readonly string[], signal: AbortSignal) => Promise<void>
}

/** Requests to the service's staff for changes that the API cannot make. They close once the service shows the change. */
export function openRequests(deps: RequestDeps) {
  const { database, account } = deps
  return {
    ...deps,
    reads: new RequestReads(database, account),
    writes: new RequestWrites(deps),
    users: () => readRecipients(database),
    today: () => deps.times.date(deps.now()),
  }
}
export type RequestParts = ReturnType<typeof openRequests>
