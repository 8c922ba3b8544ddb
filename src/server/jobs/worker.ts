import type { Settings } from '#contract/settings.ts'
import { faultOf } from '../platform/log.ts'
import { JobRun, WakeSignal, type SingleResult, type RunDeps } from './job-run.ts'
import type { JobLedger } from './ledger.ts'
import { JobPace } from './pace.ts'
import type { JobRow } from './schema.ts'

/** `pace` is shared by the bulk jobs of this process. */
interface WorkerDeps extends RunDeps {
  ledger: RunDeps['ledger'] & Pick<JobLedger, 'lease'>
  settings: { read: () => Promise<Pick<Settings, 'jobConcurrency' | 'jobRate'>> }
  /** Called when a job's work here has ended. */
  onEnd?: () => Promise<void>
}

/** Bulk jobs of one process that send at the same time. They share the process's pace. */
const maxBulkJobs = 4

/** Leases jobs from the store and works on them, in parallel with the workers of other replicas. */
export class JobWorker {
  readonly #deps: WorkerDeps
  readonly #runs = new Map<JobRun, Promise<void>>()
  readonly #wake = new WakeSignal()
  readonly #working: Promise<void>
  #isStopped = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#working = this.#run()
  }

  /** Call after a job is created or resumed. */
  wake(): void {
    this.#wake.signal()
  }

  /**
   * Works on a job that this worker has leased. Resolves with the result of a single creation; null when the work here ends
   * before.
   */
  start(job: JobRow): Promise<SingleResult | null> {
    // A user waits for a single creation, so bulk jobs do not slow it down.
    const pace =
      job.kind === 'single' ? new JobPace({ waitedFor: () => 0 }, this.#deps.timings) : this.#deps.pace
    const run = new JobRun({ ...this.#deps, pace }, job, () => this.#isStopped)
    const end = run.run().finally(() => {
      this.#runs.delete(run)
      void this.#deps.onEnd?.()
      // There is room for another bulk job.
      if (run.isBulk) this.#wake.signal()
    })
    this.#runs.set(run, end)
    return run.result.promise
  }

  /** Takes no more jobs, finishes the rows in flight, and releases the leases. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake.signal()
    await this.#working
    await Promise.all(this.#runs.values())
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      // Without the store there is no work; log the error and try again after `jobPollMs`.
      await this.#takeJobs().catch((error: unknown) =>
        this.#deps.log.fault({ requestId: null, ...faultOf(error) }),
      )
      await this.#wake.wait(this.#deps.timings.jobPollMs)
    }
  }

  async #takeJobs(): Promise<void> {
    const { ledger, pace, settings } = this.#deps
    pace.set(await settings.read())
    while (!this.#isStopped) {
      // A job that only waits for look-ups does not count.
      const sending = [...this.#runs.keys()].filter(({ isBulk, isSending }) => isBulk && isSending)
      const job = await ledger.lease(sending.length < maxBulkJobs ? ['single', 'bulk'] : ['single'])
      if (job === null) return
      void this.start(job)
    }
  }
}
