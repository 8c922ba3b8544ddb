import type { FeatureContext } from '../feature.ts'
import { JobControl } from './control.ts'
import { JobCreation, SingleCreations } from './creation.ts'
import { JobLedger } from './ledger.ts'
import { JobPace } from './pace.ts'
import type { JobContext } from './schema.ts'
import { JobStore } from './store.ts'
import { JobWorker } from './worker.ts'

interface JobDeps extends FeatureContext, Pick<JobContext, 'visibilityTimeoutMs'> {
  /** A console of this process before may still send creates and record their outcomes. */
  replaces: boolean
  /** Called when a job has ended, also a single creation. */
  readCreated: () => Promise<void>
}

/** Creation of extensions: jobs, and the worker that runs them. */
export async function openJobs(deps: JobDeps) {
  const { database, audit, upstream, settings, timings, log } = deps
  const { db, now, engine } = database
  const context: JobContext = { ...deps, db, now }
  const ledger = new JobLedger(context)
  // SQLite's data directory is locked, so no other process can hold a lease.
  if (engine === 'sqlite' && !deps.replaces) await ledger.freeAll()
  deps.background.every('job-passwords', timings.jobSecretsMs, () =>
    audit.transaction((transaction, write) => ledger.expireSecrets(transaction, write)),
  )
  const pace = new JobPace(upstream, timings)
  const worker = new JobWorker({
    upstream,
    ledger,
    pace,
    timings,
    log,
    settings,
    onEnd: deps.readCreated,
  })
  const creation = new JobCreation(context, ledger)
  const control = new JobControl(context, ledger)
  return {
    visibilityTimeoutMs: deps.visibilityTimeoutMs,
    store: new JobStore(context),
    ledger,
    creation,
    control,
    worker,
    singles: new SingleCreations({ upstream, ledger, creation, control, worker, timings }),
  }
}
