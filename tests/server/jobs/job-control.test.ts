import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { job as jobSchema, jobItem, type Job } from '#contract/jobs.ts'
import { openBff, type Bff } from '../bff.ts'

/** Accepted without a response and never created, so it stays in doubt. */
const doubtful = '990104'
/** More rows than can be sent before the job is paused. */
const others = 100
let keys = 0
const newKey = () => `key-for-a-controlled-job-${++keys}`

let bff: Bff
beforeAll(async () => {
  bff = await openBff({
    visibilityTimeoutMs: 300,
    // With this long lease, a resumed job continues only because its lease was released: it is renewed after 18 s.
    timings: { jobPollMs: 100, jobRowsMs: 20, jobLeaseMs: 60_000 },
  })
})
afterAll(() => bff.close())

const start = async (exts: readonly string[]): Promise<Job> => {
  const body = {
    name: 'A team',
    items: exts.map((ext) => ({ ext })),
    passwords: { fill: 'random', length: 16 },
  }
  return jobSchema.parse(
    (await bff.requestAs('admin', '/api/jobs', body, { 'idempotency-key': newKey() })).body,
  )
}
const read = async (id: string): Promise<Job> =>
  jobSchema.parse((await bff.requestAs('admin', `/api/jobs/${id}`)).body)
/** Reads of a job, 50 ms apart: well before its lease is renewed, and on a machine that stands still for a while, later. */
const maxReads = 240
async function until(id: string, isReached: (job: Job) => boolean, most = maxReads): Promise<void> {
  for (let reads = 0; !isReached(await read(id)); reads++) {
    expect(reads).toBeLessThan(most)
    await sleep(50)
  }
}
const rowOf = async (id: string, ext: string) => {
  const { body } = await bff.requestAs('admin', `/api/jobs/${id}/items?ext=${ext}`)
  return jobItem.parse(Array.isArray(body['items']) ? body['items'][0] : null)
}
const control = (id: string, action: string, body: object = {}) =>
  bff.requestAs('admin', `/api/jobs/${id}/${action}`, body)
const setRate = (jobRate: number) => bff.requestAs('admin', '/api/settings', { jobRate }, {}, 'PATCH')
const sent = () => bff.sandbox.calls('create_extension')

/** A paused job with one row that needs review and other rows not sent yet. */
async function pausedInDoubt(from: number): Promise<string> {
  await setRate(3)
  const exts = Array.from({ length: others }, (_, index) => String(from + index))
  const { id } = await start([doubtful, ...exts])
  // Rows are sent in the order in which their look-ups were answered, so many others may be before it.
  await until(id, ({ counts }) => counts.needsReview === 1, Number.POSITIVE_INFINITY)
  await control(id, 'pause')
  await until(id, ({ counts, unverified }) => counts.sending + counts.inDoubt + unverified === 0)
  return id
}

test('keeps a paused job paused when rows are rechecked or retried', async () => {
  const id = await pausedInDoubt(40_000)
  const before = sent()
  const { body } = await control(id, 'recheck')
  expect(body).toMatchObject({ state: 'paused', pausedBecause: 'user', counts: { inDoubt: 1 } })
  await until(id, ({ counts }) => counts.inDoubt === 0)
  expect((await control(id, 'retry', { what: 'needsReview', ext: doubtful })).body).toMatchObject({
    state: 'paused',
  })
  expect([sent(), await read(id)]).toMatchObject([before, { state: 'paused' }])
  await control(id, 'cancel')
  await until(id, ({ state }) => state === 'ended')
  expect((await control(id, 'dismiss', { ext: doubtful })).body).toMatchObject({
    counts: { needsReview: 0, failed: 1 },
  })
})

test('keeps retried rows as needing review when the job is cancelled before they are sent', async () => {
  const id = await pausedInDoubt(42_000)
  await control(id, 'retry', { what: 'needsReview' })
  expect(await rowOf(id, doubtful)).toMatchObject({ state: 'pending', attempts: 1 })
  await control(id, 'cancel')
  await until(id, ({ state }) => state === 'ended')
  const { counts } = await read(id)
  expect(counts).toMatchObject({ needsReview: 1, pending: 0 })
  expect(counts.done + counts.cancelled).toBe(others)
  expect(await rowOf(id, doubtful)).toMatchObject({ state: 'needsReview', code: expect.any(String) })
  await control(id, 'dismiss')
})

test('keeps a number that needs review from other creations until a user decides', async () => {
  await setRate(0)
  const { id } = await start([doubtful])
  await until(id, ({ counts }) => counts.needsReview === 1)
  const before = sent()
  const single = { ext: doubtful, password: 'A-s1ngle-password' }
  const key = { 'idempotency-key': newKey() }
  expect((await bff.requestAs('admin', '/api/extensions', single, key)).body).toMatchObject({
    code: 'creation-in-progress',
  })
  expect(sent()).toBe(before)
  expect((await control(id, 'retry', { what: 'needsReview', ext: doubtful })).status).toBe(200)
  await until(id, ({ counts }) => counts.needsReview === 1)
  expect(sent()).toBe(before + 1)
  await control(id, 'dismiss', { ext: doubtful })
  expect(
    (await bff.requestAs('admin', '/api/extensions', single, { 'idempotency-key': newKey() })).body,
  ).toMatchObject({
    state: 'in-doubt',
  })
})

test('sends the rest of a paused job as soon as it is resumed, also at the moment at which its worker leaves it', async () => {
  await setRate(30)
  const { id } = await start(Array.from({ length: others }, (_, index) => String(44_000 + index)))
  for (let turn = 0; turn < 6; turn++) {
    const { counts } = await read(id)
    await until(id, ({ counts: { done } }) => done > counts.done)
    await control(id, 'pause')
    // Every row in flight was put back or created, so the worker has seen the pause.
    await until(id, ({ counts: { sending }, unverified }) => sending + unverified === 0)
    await control(id, 'resume')
  }
  await setRate(0)
  await until(id, ({ state }) => state === 'ended')
  expect((await read(id)).counts).toMatchObject({ done: others })
})
