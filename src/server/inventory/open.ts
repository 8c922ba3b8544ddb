import { isEmptySet, type NumberSet } from '#contract/number-set.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { Settings } from '#contract/settings.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Limits } from '../numbers/limits.ts'
import type { NumberSelection } from '../numbers/number-set.ts'
import type { SeenListener } from '../numbers/number-tracker.ts'
import type { PeopleOf } from '../numbers/people.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Timings } from '../platform/timings.ts'
import { toNumberState } from './answers.ts'
import { BindingChanges } from './binding-changes.ts'
import { createCrawlStore } from './crawl-store.ts'
import { InventoryCrawler } from './crawler.ts'
import { InventoryRecorder, type SeenRecord } from './recorder.ts'
import { InventorySearch, type SearchedTexts } from './search.ts'
import { InventoryReads, type NumberLabels } from './store-reads.ts'
import { InventoryWrites, type RecordAgents } from './store-writes.ts'

interface InventoryDeps {
  database: Database
  account: string
  audit: Audit
  /** An observed client, so that the crawls' reads are recorded. */
  upstream: UpstreamClient
  background: Pick<Background, 'every'>
  settings: { read: () => Promise<Settings> }
  timings: Timings
  now: () => number
  times: ZoneTimes
  recordAgents: RecordAgents
  /** Adds what the service's records of agents say to the directory. */
  recordRecords: (records: readonly SeenRecord[]) => Promise<void>
  labels: NumberLabels & Pick<SearchedTexts, 'labeledFrom'>
  peopleFor: SearchedTexts['peopleFor']
  peopleOf: PeopleOf
  limits: Limits
  /** A pool's numbers, or those in no pool (`noPool`); `null` for a missing pool. */
  numbersOfPool: (id: string) => Promise<NumberSelection | null>
  onFault: (error: unknown) => void
}

/** Every extension that the console has seen, and the crawls that find them. */
export function openInventory(deps: InventoryDeps) {
  const { database, account, audit, upstream, background, settings, timings, now, onFault } = deps
  const reads = new InventoryReads(database, account, deps.labels)
  const searches = new InventorySearch(database, account, reads, {
    peopleFor: deps.peopleFor,
    labeledFrom: deps.labels.labeledFrom,
  })
  const writes = new InventoryWrites(database, account, deps.recordAgents)
  const recorder = new InventoryRecorder({
    recordNumbers: (observations) => writes.recordSeen(observations),
    recordAgents: deps.recordRecords,
    onFault,
    writeMs: timings.inventoryWriteMs,
  })
  const flush = () => recorder.flush()
  upstream.listen(recorder.observe)
  const crawls = createCrawlStore(database, account)
  const crawler = new InventoryCrawler({
    upstream,
    reads,
    writes,
    recorder,
    crawls,
    now,
  })
  background.every('idle-pages', timings.idlePagesEveryMs, (turn) => crawler.run('idle', turn))
  background.every('agents', timings.agentsEveryMs, (turn) => crawler.run('agents', turn))
  background.every('details', timings.detailsEveryMs, (turn) => crawler.run('details', turn))
  background.every('gaps', timings.gapsEveryMs, (turn) => crawler.run('gaps', turn))
  /** The rows of the numbers that the console has seen, with the observations so far. */
  const seenNumbers = async (numbers: readonly string[]) => {
    await flush()
    return reads.byNumbers(numbers)
  }
  /** The states of numbers by number, with the observations so far; numbers never seen are absent. */
  const statesOf = async (numbers: readonly string[]): Promise<ReadonlyMap<string, NumberState>> =>
    new Map((await seenNumbers(numbers)).map(({ ext, state }) => [ext, toNumberState(state)]))
  /** The first free number, or that of a set; `null` without one. */
  const firstFree = async (numbers?: NumberSet): Promise<string | null> =>
    numbers !== undefined && isEmptySet(numbers)
      ? null
      : ((await reads.numbers({ state: 'free', numbers }, 1))[0] ?? null)
  const bindingChanges = new BindingChanges(database, account)
  background.every('binding-changes', timings.expiredEveryMs, () => bindingChanges.removeExpired(now()))
  return {
    reads,
    searches,
    labels: deps.labels,
    peopleOf: deps.peopleOf,
    limits: deps.limits,
    numbersOfPool: deps.numbersOfPool,
    crawls,
    bindingChanges,
    numbers: { seenNumbers, statesOf, firstFree },
    /** Writes the observations so far. */
    flush,
    onSeen: (listener: SeenListener) => recorder.onSeen(listener),
    upstream,
    settings,
    audit,
    now,
    times: deps.times,
    close: () => recorder.close(),
  }
}
export type InventoryParts = ReturnType<typeof openInventory>
