import { afterAll, expect, test } from 'vitest'
import { extensionDetail } from '#contract/extensions.ts'
import { readStatus } from '#contract/status.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { fetchJob, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { layCable } from '../../jobs-service/cable.ts'
import { openInProcess, patientLimits } from '../../jobs-service/in-process.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const service = await startMisbehavingService({ modes: { latencyMs: 10 } })
const cable = await layCable(Number(new URL(service.url).port))
const { cooldowns } = defaultTimings.upstream
const console = await openInProcess({
  serviceUrl: cable.url,
  visibilityTimeoutMs: 300,
  timings: {
    upstream: {
      limits: { ...patientLimits, breaker: { ...patientLimits.breaker, probeMs: 100 } },
      cooldowns,
    },
  },
})
let closed = false
afterAll(async () => {
  if (!closed) await console.close()
  cable.cut()
  await service.close()
})

test('R21, R23: waits during an outage, resumes afterward, and sends every create once', async () => {
  const exts = numbers(60)
  const { id } = await post(console, exts)
  await service.reached(20)
  cable.cut()

  const breaker = async () => {
    const { breakers } = await console.request(readStatus)
    return breakers.find(({ family }) => family === 'extensions')?.state
  }
  await expect.poll(breaker).not.toBe('closed')
  await expect
    .poll(async () => (await fetchJob(console, id))?.waitingFor)
    .toMatch(/^upstream-(paused|unreachable)$/)
  // A probe fails: while the breaker is open, a read is refused, except that a due read becomes the probe.
  const read = async (): Promise<unknown> =>
    (await console.send('GET', extensionDetail.path.replace(':ext', '99'))).json()
  await expect.poll(read).toMatchObject({ code: 'upstream-paused' })
  await expect.poll(read).toMatchObject({ code: 'upstream-unreachable' })
  const sent = service.attempts.length
  expect(sent).toBeLessThan(exts.length)
  expect(await fetchJob(console, id)).toMatchObject({ state: 'running', counts: { failed: 0 } })

  await cable.repair()
  await service.reached(sent + 1)
  await retryReview(console, id)
  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect(exts.filter((ext) => service.sends(ext) !== 1)).toEqual([])
  expect(await breaker()).toBe('closed')
})

test('stops during an outage with rows in doubt', async () => {
  const before = service.attempts.length
  service.hold()
  const { id } = await post(console, numbers(8, 300_000))
  await service.reached(before + 1)
  cable.cut()
  const inDoubt = async () => (await fetchJob(console, id))?.counts.inDoubt ?? 0
  await expect.poll(inDoubt).toBeGreaterThan(0)
  // A look-up ran into the outage and waits.
  await expect
    .poll(async () => (await fetchJob(console, id))?.waitingFor)
    .toMatch(/^upstream-(paused|unreachable)$/)
  await console.close()
  closed = true
})
