import type { Settings } from '#contract/settings.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { AgentNames } from '../platform/agent-names.ts'
import type { ActionLimits } from '../auth/action-limits.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { createJobControl } from './control.ts'
import { createJobCreation } from './creation.ts'
import { createJobEvents } from './events.ts'
import { createJobLeases } from './lease.ts'
import { createJobLedger } from './ledger.ts'
import { createNumbersInJobs } from './numbers-in-jobs.ts'
import { createSingleCreations } from './single-creation.ts'
import { createJobStore } from './store.ts'
import { createJobThrottle } from './throttle.ts'
import { createJobWorker } from './worker.ts'

/** By number: the domain where it registers, and the name of its user. */
type PhonesOf = (
  numbers: readonly string[],
) => Promise<ReadonlyMap<string, { domain: string | null; name: string | null }>>

interface JobDeps {
  database: Database
  account: string
  audit: Audit
  seal: Seal
  upstream: Upstream
  /** The number of reads that users are waiting for. */
  waitedFor: () => number
  /** Password downloads count against these limits. */
  actionLimits: ActionLimits
  settings: { read: () => Promise<Settings> }
  /** Known facts about numbers, for setting up phones. */
  phonesOf: PhonesOf
  agentNames: AgentNames
  visibilityTimeoutMs: number
  timings: Timings
  times: ZoneTimes
  log: Log
}

/** Creation of extensions: jobs, and the worker that runs them. */
export async function openJobs(deps: JobDeps) {
  const { database, account, audit, seal, upstream, settings, visibilityTimeoutMs, timings, log } = deps
  const leases = createJobLeases(database, audit, account)
  // SQLite's data directory is locked, so no other process can hold a lease.
  if (database.engine === 'sqlite') await leases.freeAll()
  const worker = createJobWorker({
    upstream,
    leases,
    ledger: createJobLedger(database, audit),
    throttle: createJobThrottle(deps.waitedFor, timings),
    seal,
    visibilityTimeoutMs,
    timings,
    log,
    settings: settings.read,
  })
  const store = createJobStore(database, account)
  const creation = createJobCreation(database, audit, seal, account)
  const control = createJobControl(database, audit)
  const { wake, stop } = worker
  return {
    store,
    creation,
    control,
    numbersInJobs: createNumbersInJobs(database, account),
    singles: createSingleCreations({ upstream, store, creation, control, seal, timings, wake }),
    listen: createJobEvents(store.read, timings.jobWatchMs),
    upstream,
    audit,
    seal,
    actionLimits: deps.actionLimits,
    phonesOf: deps.phonesOf,
    agentNames: deps.agentNames,
    settings,
    times: deps.times,
    visibilityTimeoutMs,
    wake,
    stop,
  }
}
export type JobParts = Awaited<ReturnType<typeof openJobs>>
