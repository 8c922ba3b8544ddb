import type { Settings } from '#contract/settings.ts'
import { faultOf } from '../platform/log.ts'
import type { JobRow } from './job-rows.ts'
import { createWakeSignal } from './wake-signal.ts'
import { runJob, type RunnerDeps } from './runner.ts'

/** Bulk jobs of one process that run side by side; they share its throttle. */
const mostBulkJobs = 4

/** Takes jobs from the store and works on them, beside the workers of other replicas. */
export function createJobWorker(
  deps: RunnerDeps & { owner: string; settings: () => Promise<Pick<Settings, 'jobConcurrency' | 'jobRate'>> },
) {
  const stopped = new AbortController()
  const wakeSignal = createWakeSignal()
  const runs = new Map<Promise<void>, JobRow>()
  let destroyedAt = -Infinity

  async function takeJobs(): Promise<void> {
    deps.throttle.set(await deps.settings())
    while (!stopped.signal.aborted) {
      const bulkJobs = [...runs.values()].filter(({ kind }) => kind === 'bulk').length
      const kinds = bulkJobs < mostBulkJobs ? ['single', 'bulk'] : ['single']
      const job = await deps.leases.lease(deps.owner, deps.timings.jobLeaseMs, kinds)
      if (job === null) break
      const run = runJob(deps, job, () => stopped.signal.aborted).finally(() => {
        runs.delete(run)
        wakeSignal.ring()
      })
      runs.set(run, job)
    }
    if (performance.now() - destroyedAt > deps.timings.jobSecretsMs) {
      destroyedAt = performance.now()
      await deps.leases.destroySecrets()
    }
  }

  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      // A store that is away comes back; until then there is nothing to work on.
      await takeJobs().catch((error: unknown) => deps.log.fault({ requestId: null, ...faultOf(error) }))
      await wakeSignal.wait(deps.timings.jobPollMs)
    }
  }
  const working = work()

  return {
    /** There is a job to take, or one goes on. */
    wake: () => wakeSignal.ring(),
    /** Claims nothing more, sees through what is on its way, and frees the leases. */
    async stop(): Promise<void> {
      stopped.abort()
      wakeSignal.ring()
      await working
      await Promise.all(runs.keys())
    },
  }
}
