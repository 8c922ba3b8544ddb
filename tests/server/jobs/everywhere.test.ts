import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJob, resumeJob } from '#contract/jobs.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { ended, fetchJob, itemsOf, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { openInProcess, patientLimits } from '../../jobs-service/in-process.ts'
import { weathers, type Fate, type Modes } from '../../jobs-service/fates.ts'
import { startMisbehavingService, type MisbehavingService } from '../../jobs-service/service.ts'

const visibilityTimeoutMs = 2_000
let service: MisbehavingService
let console: Awaited<ReturnType<typeof openInProcess>>
beforeEach(async () => {
  service = await startMisbehavingService({ modes: { latencyMs: 10 } })
  console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs })
})
afterEach(async () => {
  await console.close()
  await service.close()
})

const second = { read: 1_000, token: 1_000, create: 1_000 }
test.each(weathers)('fails none of 50 numbers after a while of: %s', async (weather) => {
  await console.close()
  const limits = weather === 'hang' ? { ...patientLimits, headersMs: second, totalMs: second } : patientLimits
  console = await openInProcess({
    serviceUrl: service.url,
    visibilityTimeoutMs: 500,
    timings: { upstream: { ...defaultTimings.upstream, limits } },
  })
  const exts = numbers(50)
  const { id } = await post(console, exts)
  await service.reached(20)
  service.change({ weather })
  await expect.poll(async () => (await fetchJob(console, id))?.waitingFor).toMatch(/^upstream-/)
  expect(await fetchJob(console, id)).toMatchObject({ state: 'running', counts: { failed: 0 } })
  service.change({ weather: 'clear' })
  expect((await ended(console, id)).counts.failed).toBe(0)
  // A person is asked only about the creates that the weather swallowed.
  const asked = (await itemsOf(console, id, 'needsReview')).map(({ ext }) => ext)
  expect(asked).toEqual(service.lost(exts))
  await retryReview(console, id)
  expect(service.lost(exts)).toEqual([])
  expect(service.duplicates()).toEqual([])
})

/** Waits for a job that created each number once, and asked a person only about those that the service has not created. */
async function onceEach(id: string, exts: readonly string[]): Promise<void> {
  expect((await ended(console, id)).counts.failed).toBe(0)
  const asked = (await itemsOf(console, id, 'needsReview')).map(({ ext }) => ext)
  expect(asked).toEqual(service.lost(exts))
  await retryReview(console, id)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(service.lost(exts)).toEqual([])
  expect(service.duplicates()).toEqual([])
}

test.each<[string, Partial<Modes>, Fate[]]>([
  ['storms of HTTP 429', { tooMany: 0.05, burst: 8 }, ['created', 'tooMany']],
  [
    'creates answered by a reset',
    { committedThenDropped: 0.15, droppedBefore: 0.05 },
    ['committedThenDropped', 'created', 'droppedBefore'],
  ],
  ['creates answered by HTTP 500', { http500: 0.15 }, ['created', 'http500']],
  ['creates that happen late', { late: 0.15, lateMs: 500 }, ['created', 'late']],
])('creates each of 80 numbers once despite %s', async (_what, modes, fates) => {
  service.change(modes)
  const exts = numbers(80)
  await onceEach((await post(console, exts)).id, exts)
  expect([...new Set<Fate>(service.attempts.map(({ did }) => did))].toSorted()).toEqual(fates)
})

test.each([
  ['stolen', 100, Infinity],
  ['revoked', Infinity, 100],
])(
  'creates each of 80 numbers once while tokens are %s again and again',
  async (_how, stolenAfterMs, revokedMs) => {
    await console.close()
    const { cooldowns } = defaultTimings.upstream
    console = await openInProcess({
      serviceUrl: service.url,
      visibilityTimeoutMs,
      // The other system takes its token back at once.
      timings: { upstream: { limits: patientLimits, cooldowns: { ...cooldowns, refusedMs: 50 } } },
    })
    service.change({ stolenAfterMs })
    const exts = numbers(80)
    const revoking = Number.isFinite(revokedMs) ? setInterval(service.revoke, revokedMs) : undefined
    try {
      await onceEach((await post(console, exts)).id, exts)
    } finally {
      clearInterval(revoking)
    }
    expect(service.refusals()).toBeGreaterThan(0)
    expect(service.calls('/api/get_token')).toBeGreaterThan(2)
  },
)

// As two minutes are to the minute after which a number of a lost answer must be visible.
test('creates each of 80 numbers once when the service is away for twice the visibility timeout', async () => {
  const exts = numbers(80)
  const { id } = await post(console, exts)
  await service.reached(20)
  // The last creates before the outage lose their answers.
  service.change({ committedThenDropped: 1 })
  await service.reached(service.attempts.length + 3)
  service.change({ weather: 'reset', committedThenDropped: 0 })
  await expect.poll(async () => (await fetchJob(console, id))?.waitingFor).toMatch(/^upstream-/)
  const over = Date.now() + 2 * visibilityTimeoutMs
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(over)
  expect(await fetchJob(console, id)).toMatchObject({ state: 'running', counts: { failed: 0 } })
  service.change({ weather: 'clear' })
  await onceEach(id, exts)
})

test('pauses a job of 80 whose numbers are all refused under an unknown code, and fails none', async () => {
  const exts = numbers(80)
  const { id } = await post(console, exts)
  await service.reached(10)
  service.change({ refusesAllWith: '777777' })
  await expect.poll(async () => (await fetchJob(console, id))?.pausedBecause).toBe('upstream-refused')
  const sent = service.attempts.length
  expect(await fetchJob(console, id)).toMatchObject({
    counts: { failed: 0 },
    pausedMessage: '777777 Refused',
    pausedSince: expect.any(Number),
  })
  service.change({ refusesAllWith: '' })
  await console.request(resumeJob, { params: { id } })
  await ended(console, id)
  await retryReview(console, id)
  expect(sent).toBeLessThan(50)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(service.duplicates()).toEqual([])
})

test('fails no number of a small job while a maintenance page answers', async () => {
  await ended(console, (await post(console, numbers(1, 200_000))).id)
  service.change({ weather: 'maintenance' })
  const exts = numbers(3)
  const { id } = await post(console, exts)
  const before = service.calls('/exts/detail')
  // More look-ups than before, when three misses of a row ended it.
  await expect.poll(() => service.calls('/exts/detail') - before).toBeGreaterThan(15)
  service.change({ weather: 'clear' })
  expect((await ended(console, id)).counts).toMatchObject({ done: 3, failed: 0, needsReview: 0 })
})

test('pauses a job whose creates a gateway blocks, and fails none', async () => {
  service.change({ blocks: 'everything' })
  const exts = numbers(40)
  const { id } = await post(console, exts)
  await expect.poll(async () => (await fetchJob(console, id))?.pausedBecause).toBe('upstream-blocked')
  expect(await fetchJob(console, id)).toMatchObject({ counts: { failed: 0, needsReview: 0 } })
  service.change({ blocks: 'nothing' })
  await console.request(resumeJob, { params: { id } })
  expect((await ended(console, id)).counts).toMatchObject({ done: 40 })
  expect(service.duplicates()).toEqual([])
})

test('says that a gateway blocks a create for the characters of its password', async () => {
  service.change({ blocks: 'password' })
  const exts = numbers(3)
  const { id } = await post(console, exts, "S3cret'<or>1=1")
  expect((await ended(console, id)).counts).toMatchObject({ failed: 3 })
  expect((await itemsOf(console, id, 'failed')).map(({ code }) => code)).toEqual(
    exts.map(() => 'password-blocked'),
  )
  expect(service.lost(exts)).toEqual(exts)
  expect(exts.map((ext) => service.sends(ext))).toEqual([0, 0, 0])
})

test('keeps the words of a refusal whose code means something else, as a look-up shows', async () => {
  service.change({ refusesCreatesWith: '310122' })
  const exts = numbers(1)
  const { id } = await post(console, exts)
  await ended(console, id)
  expect(await itemsOf(console, id, 'failed')).toMatchObject([
    { code: 'upstream-refused', upstreamCode: '310122', message: 'number must have 4 to 8 digits' },
  ])
})

test('pauses a job whose creates are all refused under a code that means something else', async () => {
  service.change({ refusesCreatesWith: '310122' })
  const exts = numbers(200)
  const { id } = await post(console, exts)
  await expect.poll(async () => (await fetchJob(console, id))?.pausedBecause).toBe('upstream-refused')
  const paused = await fetchJob(console, id)
  expect(paused).toMatchObject({ pausedMessage: '310122 number must have 4 to 8 digits' })
  // Five that fail alike pause it, after up to sixteen that are claimed; a busy machine stores results later.
  expect(paused?.counts.failed).toBeLessThan(100)
})

const agentID = 'a'.repeat(32)
const createFor = (ext: string) =>
  console.request(createJob, {
    body: { name: ext, items: [{ ext, agentID, agentType: '1' }], passwords: { fill: 'none', length: 16 } },
    key: randomUUID(),
  })

test('says that an agent has a number only where the service shows it', async () => {
  service.change({ refusesCreatesWith: '310122' })
  const free = await createFor('200001')
  await ended(console, free.id)
  expect(await itemsOf(console, free.id, 'failed')).toMatchObject([
    { code: 'upstream-refused', upstreamCode: '310122', message: 'number must have 4 to 8 digits' },
  ])
  service.seedWith(['200002'], agentID)
  const bound = await createFor('200003')
  await ended(console, bound.id)
  expect(await itemsOf(console, bound.id, 'failed')).toMatchObject([
    { code: 'agent-bound', upstreamCode: '310122', message: 'number must have 4 to 8 digits' },
  ])
})
