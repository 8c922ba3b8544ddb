import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunDeps } from '#server/jobs/job-run.ts'
import { JobPace } from '#server/jobs/pace.ts'
import { JobWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/platform/log.ts'
import { system } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { JobCreation } from '#server/jobs/creation.ts'
import { JobLedger } from '#server/jobs/ledger.ts'
import { JobControl } from '#server/jobs/control.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { jobContext } from '../../jobs-service/context.ts'
import { patientLimits } from '../../jobs-service/in-process.ts'
import { startMisbehavingService, type MisbehavingService } from '../../jobs-service/service.ts'
import { eachStore } from '../../stores/each-store.ts'
import { client } from '../../upstream/options.ts'

const settings = { jobConcurrency: 8, jobRate: 0 }

/**
 * Simulates a stopped process: while frozen, no call through it is sent and no response arrives. Its worker still trusts the last
 * response.
 */
function createFreezer() {
  let thawed = Promise.resolve()
  let thaw = (): void => undefined
  const { promise: frozen, resolve: noteFrozen } = Promise.withResolvers<void>()
  return {
    frozen,
    freeze(): void {
      const { promise, resolve } = Promise.withResolvers<void>()
      thawed = promise
      thaw = resolve
      noteFrozen()
    },
    thaw: () => thaw(),
    async through<Result>(call: () => Promise<Result>): Promise<Result> {
      await thawed
      try {
        return await call()
      } finally {
        await thawed
      }
    },
  }
}

/** The moment when the first worker freezes. */
type Moment = 'before the claim' | 'claimed' | 'sent and answered'

eachStore(({ open }) => {
  let service: MisbehavingService
  let ext = '8000'
  let upstream: RunDeps['upstream']
  let database: Database
  const closing: (() => unknown)[] = []
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    ext = String(Number(ext) + 1)
    service = await startMisbehavingService()
    const handle = client(service.url, { sendLimits: patientLimits })
    upstream = handle.upstream
    closing.push(
      () => service.close(),
      () => handle.close(),
    )
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  const parts = (jobLeaseMs = 60_000) => {
    const timings = { ...defaultTimings, jobLeaseMs, jobPollMs: 100, jobRowsMs: 20 }
    const context = jobContext(database, { timings, visibilityTimeoutMs: 300 })
    return { upstream, timings, context, ledger: new JobLedger(context) }
  }
  type Parts = Pick<ConstructorParameters<typeof JobWorker>[0], 'upstream' | 'ledger' | 'timings'>
  function startWorker(deps: Parts) {
    const worker = new JobWorker({
      ...deps,
      pace: new JobPace({ waitedFor: () => 0 }, { jobBackoffMs: 10, jobLongestBackoffMs: 10 }),
      log: createLog('silent'),
      settings: { read: () => Promise.resolve(settings) },
    })
    closing.push(() => worker.stop())
    return worker
  }
  /** A worker with a short lease that freezes once, at `moment` when `isDue` returns true. */
  function startFreezing(moment: Moment, isDue = () => true) {
    const { ledger, timings } = parts(500)
    const freezer = createFreezer()
    const through = <Result>(call: () => Promise<Result>) => freezer.through(call)
    let before: Moment | null = moment
    const at = (reached: Moment) => {
      if (before !== reached || !isDue()) return
      before = null
      freezer.freeze()
    }
    const worker = startWorker({
      timings,
      ledger: {
        lease: (...args) => through(() => ledger.lease(...args)),
        renew: (...args) => through(() => ledger.renew(...args)),
        release: (...args) => through(() => ledger.release(...args)),
        pause: (...args) => through(() => ledger.pause(...args)),
        finish: (...args) => through(() => ledger.finish(...args)),
        passwordOf: (row) => ledger.passwordOf(row),
        next: (...args) => through(() => ledger.next(...args)),
        takeOver: (...args) => through(() => ledger.takeOver(...args)),
        write: (lease, changes) => {
          if (changes.some(({ events }) => events[0]?.kind === 'claimed')) at('before the claim')
          return through(() => ledger.write(lease, changes))
        },
      },
      upstream: {
        createExtensionLegacy: (...args) => upstream.createExtensionLegacy(...args),
        getUnboundPage: (...args) => upstream.getUnboundPage(...args),
        getExtension: (...args) => through(() => upstream.getExtension(...args)),
        createExtension: (input, options) => {
          at('claimed')
          return through(async () => {
            const answer = await upstream.createExtension(input, options)
            at('sent and answered')
            return answer
          })
        },
      },
    })
    // Thaw first, even when a test fails: a frozen worker cannot stop.
    closing.push(() => freezer.thaw())
    return { freezer, worker }
  }
  const startHealthy = () => startWorker(parts())

  async function createJob(): Promise<string> {
    const { context, ledger } = parts()
    const creation = new JobCreation(context, ledger)
    const row = {
      ext,
      agent_id: null,
      agent_type: null,
      lang_code_txt: null,
      company_id: null,
      password: null,
    }
    const { id } = await creation.create({
      kind: 'bulk',
      operation: 'create_extension',
      actor: system,
      idempotencyKey: randomUUID(),
      body: ext,
      name: 'One number',
      items: [{ ...row, password_source: 'none' }],
      passwordFill: 'none',
    })
    return id
  }
  const rowOf = async (id: string) => (await parts().ledger.items(id, {}, 0, 1)).rows[0]
  const until = async (id: string, state: string): Promise<void> => {
    await expect.poll(async () => (await rowOf(id))?.state).toBe(state)
  }

  test('does not send a row that another worker took over while the first was frozen before the claim', async () => {
    const id = await createJob()
    const { freezer, worker } = startFreezing('before the claim')
    await freezer.frozen
    const release = service.hold()
    startHealthy()
    await service.reached(1)
    // Thaw while the other worker's create is in flight.
    freezer.thaw()
    await worker.stop()
    release()
    await until(id, 'done')
    expect([service.sends(ext), await rowOf(id)]).toMatchObject([1, { how: 'answered', attempts: 1 }])
  })

  test('does not send a row later when its worker froze between the claim and the send', async () => {
    const id = await createJob()
    const { freezer, worker } = startFreezing('claimed')
    await freezer.frozen
    startHealthy()
    await until(id, 'needsReview')
    expect(service.sends(ext)).toBe(0)
    const release = service.hold()
    const { context, ledger } = parts()
    const control = new JobControl(context, ledger)
    await control.retry({ jobId: id, actor: system }, 'needsReview')
    await service.reached(1)
    freezer.thaw()
    await worker.stop()
    release()
    await until(id, 'done')
    expect([service.sends(ext), await rowOf(id)]).toMatchObject([1, { how: 'answered', attempts: 2 }])
  })

  test('does not overwrite an outcome with the response of a frozen worker', async () => {
    const id = await createJob()
    const { freezer, worker } = startFreezing('sent and answered')
    await freezer.frozen
    startHealthy()
    await until(id, 'done')
    const found = await rowOf(id)
    freezer.thaw()
    await worker.stop()
    expect([service.sends(ext), found, await rowOf(id)]).toMatchObject([
      1,
      { how: 'reconciled' },
      found ?? {},
    ])
  })
})
