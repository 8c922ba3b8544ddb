import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  job as jobSchema,
  jobItem,
  jobSorts,
  listJobs,
  lookUpNumbers,
  type Job,
  type JobItem,
} from '#contract/jobs.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { openBff, type Bff } from '../bff.ts'

let keys = 0
const newKey = () => `key-for-a-bulk-job-${++keys}`
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ ext: String(from + n) }))
/** The service refuses this number with 310120: the subscription's quota is reached. */
const quotaReached = '990105'
const passphrase = 'a-long-passphrase-of-28-chars'

let bff: Bff
beforeAll(async () => {
  bff = await openBff({
    visibilityTimeoutMs: 300,
    timings: { jobPollMs: 100, jobRowsMs: 20, jobWatchMs: 20, jobLookAgainMs: 10 },
  })
})
afterAll(() => bff.close())

const post = (body: object, key = newKey()) =>
  bff.requestAs(
    'admin',
    '/api/jobs',
    { name: 'A team', passwords: { fill: 'none', length: 16 }, ...body },
    { 'idempotency-key': key },
  )
const start = async (body: object): Promise<Job> => jobSchema.parse((await post(body)).body)
const read = async (id: string): Promise<Job> =>
  jobSchema.parse((await bff.requestAs('supervisor', `/api/jobs/${id}`)).body)
const until = async (id: string, state: Job['state']): Promise<Job> => {
  await expect.poll(async () => (await read(id)).state).toBe(state)
  return read(id)
}
const items = async (id: string, query = ''): Promise<JobItem[]> => {
  const { body } = await bff.requestAs('supervisor', `/api/jobs/${id}/items?pageSize=1000${query}`)
  return Array.isArray(body['items']) ? body['items'].map((item) => jobItem.parse(item)) : []
}
const control = (id: string, action: string, body: object = {}) =>
  bff.requestAs('admin', `/api/jobs/${id}/${action}`, body)
const sent = () => bff.sandbox.calls('create_extension')

test('reports in a look-up whether an existing number is bound', async () => {
  const exts = numbers(1_000, 60).map(({ ext }) => ext)
  const { body } = await bff.requestAs('admin', '/api/jobs/preview', { exts })
  const { items: found } = lookUpNumbers.answer.parse(body)
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['bound', 'existsFree']))
  expect(found.filter(({ state }) => state === 'bound')).toEqual(
    found.filter(({ extension }) => extension?.bindStatus === 1),
  )
})

test('creates forty numbers once each, in order, and reads them back', async () => {
  const before = sent()
  const { id, total } = await start({ items: numbers(20_000, 40) })
  expect(total).toBe(40)
  expect(await until(id, 'ended')).toMatchObject({
    counts: { done: 40, pending: 0 },
    unverified: 0,
    mismatched: 0,
  })
  expect(sent() - before).toBe(40)
  const rows = await items(id)
  expect(rows.map(({ ext }) => ext)).toEqual(numbers(20_000, 40).map(({ ext }) => ext))
  const ways = new Set(rows.map(({ state, how, check, attempts }) => [state, how, check, attempts].join()))
  expect(ways).toEqual(new Set(['done,answered,seen,1']))
})

test('reports the outcome and reason of every row', async () => {
  const agent = bff.sandbox.store.agentWithoutExtension(homeCompany.id)
  const bound = bff.sandbox.store.extension(homeCompany.id, '1000')?.agent_uuid ?? ''
  const { id } = await start({
    items: [
      { ext: '0801', agentID: agent?.uuid, agentType: '1' },
      { ext: '0802', agentID: bound, agentType: '1' },
      { ext: '1000' },
      { ext: '21001', agentID: 'unknown', agentType: '0' },
      { ext: '990101' },
      { ext: '990104' },
      { ext: '990106' },
      { ext: '990002' },
    ],
  })
  const job = await until(id, 'ended')
  expect(job.counts).toMatchObject({ done: 2, failed: 5, needsReview: 1 })
  const rows = new Map((await items(id)).map((item) => [item.ext, item]))
  expect(rows.get('0801')).toMatchObject({ line: 1, state: 'done', check: 'seen', agentID: agent?.uuid })
  await expect.poll(async () => (await items(id, '&ext=0801'))[0]?.agentName).toBe(agent?.agent_name)
  expect(rows.get('1000')).toMatchObject({ state: 'failed', attempts: 0 })
  expect(rows.get('1000')?.code).toBe('extension-exists')
  expect(rows.get('21001')).toMatchObject({ state: 'failed', code: 'agent-not-found', attempts: 1 })
  expect(rows.get('990101')).toMatchObject({ state: 'done', how: 'reconciled', attempts: 1 })
  expect(rows.get('990104')).toMatchObject({ state: 'needsReview', attempts: 1 })
  expect(rows.get('990106')).toMatchObject({ code: 'upstream-refused', upstreamCode: '310122' })
  expect(rows.get('0802')).toMatchObject({ code: 'agent-bound', upstreamCode: '310122' })
  expect(rows.get('990002')).toMatchObject({ state: 'failed', attempts: 0, code: 'upstream-not-json' })
  expect((await items(id, '&state=failed')).length).toBe(5)
  expect((await items(id, '&ext=99')).length).toBe(4)

  const report = (await bff.requestAs('supervisor', `/api/jobs/${id}/report.csv?state=failed`)).text
  expect(report.startsWith('ext,agentID,')).toBe(true)
  const parsed = Papa.parse<Record<string, string>>(report, { header: true, skipEmptyLines: true })
  expect(parsed.data.map((row) => row['ext'])).toEqual(['0802', '1000', '21001', '990106', '990002'])
  const all = (await bff.requestAs('admin', `/api/jobs/${id}/report.csv`)).text
  expect(all.trim().split('\n')).toHaveLength(1 + rows.size)
  const trail = listAudit.answer.parse((await bff.requestAs('admin', '/api/audit?action=job.report')).body)
  expect(trail.items).toMatchObject([
    { begunAt: expect.any(Number), result: 'done', values: { state: 'all', rows: 8 } },
    { begunAt: expect.any(Number), result: 'done', values: { state: 'failed', rows: 5 } },
  ])

  // A retry looks up and sends only the one row.
  expect((await control(id, 'retry', { what: 'failed', ext: '21001' })).status).toBe(200)
  await until(id, 'ended')
  expect((await items(id, '&ext=21001'))[0]).toMatchObject({ state: 'failed', attempts: 2 })
  // A recheck looks up rows that need review again and sends nothing.
  const before = sent()
  await control(id, 'recheck')
  expect((await until(id, 'ended')).counts.needsReview).toBe(1)
  expect(sent()).toBe(before)
})

test('creates one job from twenty posts with one key, and refuses another body', async () => {
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post({ items: numbers(22_000, 3) }, key)),
  )
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
  expect((await post({ items: numbers(22_000, 4) }, key)).body).toMatchObject({ code: 'key-reused' })
  expect(
    (await bff.requestAs('admin', '/api/jobs?pageSize=1000')).text.split('"A team"').length,
  ).toBeLessThan(6)
})

test('sorts the jobs by each column in both orders, open ones as the last to end', async () => {
  for (const created of [{ ext: '1000' }, { ext: '24900' }])
    await until((await start({ items: [created] })).id, 'ended')
  for (const sort of jobSorts)
    for (const order of ['asc', 'desc']) {
      const { body } = await bff.requestAs('admin', `/api/jobs?sort=${sort}&order=${order}&pageSize=1000`)
      const values = listJobs.answer
        .parse(body)
        .items.map(({ createdAt, endedAt, counts }) =>
          sort === 'created' ? createdAt : sort === 'failed' ? counts.failed : (endedAt ?? Infinity),
        )
      expect(new Set(values).size).toBeGreaterThan(1)
      expect(values).toEqual(values.toSorted((a, b) => (order === 'asc' || a === b ? a - b : b - a)))
    }
})

test('names rows that repeat a number or are being created elsewhere', async () => {
  const twice = await post({ items: [...numbers(23_000, 2), { ext: '23001' }] })
  expect(twice.body).toMatchObject({
    code: 'bad-request',
    errors: [{ path: 'items.2.ext', message: 'repeats row 2; remove one' }],
  })
  // A job paused by a refusal holds its numbers until it is cancelled.
  const { id } = await start({ items: [{ ext: quotaReached }] })
  await until(id, 'paused')
  expect((await post({ items: [{ ext: '23005' }, { ext: quotaReached }] })).body).toMatchObject({
    code: 'creation-in-progress',
    errors: [{ path: 'items.1.ext' }],
  })
  expect(
    (await bff.requestAs('admin', '/api/extensions', { ext: quotaReached }, { 'idempotency-key': newKey() }))
      .body,
  ).toMatchObject({ code: 'creation-in-progress' })
  await control(id, 'cancel')
  await until(id, 'ended')
})

test('sends nothing while paused, continues when resumed, and never sends cancelled rows', async () => {
  const setRate = (jobRate: number) => bff.requestAs('admin', '/api/settings', { jobRate }, {}, 'PATCH')
  const reached = async (id: string, count: number): Promise<void> => {
    await expect.poll(async () => (await read(id)).counts.done).toBeGreaterThan(count)
  }
  await setRate(20)
  const { id } = await start({ items: numbers(24_000, 500) })
  await reached(id, 3)
  expect((await control(id, 'pause')).body).toMatchObject({ state: 'paused', pausedBecause: 'user' })
  await expect.poll(async () => (await read(id)).counts.sending).toBe(0)
  const { counts } = await read(id)
  // Another job runs from start to end: only its own rows are sent.
  const before = sent()
  await until((await start({ items: numbers(25_500, 5) })).id, 'ended')
  expect([sent() - before, (await read(id)).counts.done]).toEqual([5, counts.done])
  await control(id, 'resume')
  await reached(id, counts.done)
  await control(id, 'cancel')
  await setRate(0)
  const { counts: last } = await until(id, 'ended')
  expect(last.done + last.cancelled).toBe(500)
  const cancelled = await items(id, '&state=cancelled')
  expect(cancelled.length).toBeGreaterThan(0)
  expect(cancelled.every(({ attempts, ext }) => attempts === 0 && ext.startsWith('24'))).toBe(true)
})

test('pauses the job for a refusal that every row would meet, and names the reason', async () => {
  const { id } = await start({ items: [{ ext: quotaReached }, ...numbers(25_000, 3)] })
  expect(await until(id, 'paused')).toMatchObject({ pausedBecause: 'quota-reached' })
  await control(id, 'cancel')
  expect((await until(id, 'ended')).counts.failed).toBe(0)
})

describe('passwords', () => {
  const recorded = async (id: string) => {
    const { body } = await bff.requestAs('admin', `/api/audit?action=job.credentials&object=${id}`)
    return listAudit.answer.parse(body).items.map(({ begunAt, result }) => [begunAt !== null, result])
  }
  /** Signs in first, because each retrieval uses the sign-in up. */
  const raw = async (id: string, signal?: AbortSignal) => {
    bff.forgetCookies()
    const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') }
    const request = new Request(`https://console.example.com/api/jobs/${id}/credentials`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ passphrase }),
      ...(signal && { signal }),
    })
    return bff.console.app.fetch(request)
  }

  test('generated by the console reach the service, appear in no response and download in an encrypted file', async () => {
    const from = 26_000
    const given = { ext: String(from + 9), password: 'Given-S3cret-1' }
    const { id } = await start({
      items: [...numbers(from, 3), given],
      passwords: { fill: 'random', length: 20 },
    })
    expect((await until(id, 'ended')).credentials).toMatchObject({ offered: 3 })
    const held = ['0', '1', '2'].map((digit) =>
      String(bff.sandbox.store.extension(homeCompany.id, String(from + Number(digit)))?.['password']),
    )
    expect(held.every((password) => /^[a-zA-Z2-9]{20}$/.test(password))).toBe(true)
    expect(new Set(held).size).toBe(3)
    const seen = [
      (await bff.requestAs('admin', `/api/jobs/${id}/items`)).text,
      (await bff.requestAs('admin', `/api/jobs/${id}/report.csv`)).text,
      ...bff.logged,
    ].join('\n')
    for (const secret of [...held, given.password, passphrase]) expect(seen).not.toContain(secret)

    const response = await raw(id)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const zip = new ZipReader(new BlobReader(await response.blob()), { password: passphrase })
    const [entry] = await zip.getEntries()
    const csv = entry?.directory === false ? await entry.getData(new TextWriter()) : ''
    const { data } = Papa.parse<Record<string, string>>(csv.replace('\uFEFF', ''), { header: true })
    expect(entry?.encrypted).toBe(true)
    expect(data.filter((row) => row['ext']).map((row) => row['password'])).toEqual(held)
    expect(await recorded(id)).toEqual([[true, 'done']])
  })

  test('are kept when the browser disconnects before the handover', async () => {
    const { id } = await start({ items: numbers(28_500, 1), passwords: { fill: 'random', length: 12 } })
    await until(id, 'ended')
    const controller = new AbortController()
    const answered = raw(id, controller.signal)
    controller.abort()
    await answered
    await expect.poll(() => recorded(id)).toEqual([[true, 'cancelled']])
    expect((await read(id)).credentials.offered).toBe(1)
  })

  test('require a strong passphrase', async () => {
    const { id } = await start({ items: numbers(28_000, 1), passwords: { fill: 'random', length: 12 } })
    await until(id, 'ended')
    bff.forgetCookies()
    expect((await control(id, 'credentials', { passphrase: 'short' })).body).toMatchObject({
      errors: [{ path: 'passphrase' }],
    })
    expect((await read(id)).credentials.offered).toBe(1)
  })
})

test('keeps the lines of the sheet in the rows and in the file of failed rows', async () => {
  const { id } = await start({
    items: [
      { ext: '21501', line: 4 },
      { ext: '21502', agentID: 'unknown', agentType: '0', line: 13 },
      { ext: '21500', line: 700, password: 'given-by-the-sheet' },
    ],
  })
  await until(id, 'ended')
  expect((await items(id)).map(({ ext, line }) => [ext, line])).toEqual([
    ['21501', 4],
    ['21502', 13],
    ['21500', 700],
  ])
  const { text } = await bff.requestAs('admin', `/api/jobs/${id}/report.csv?state=failed`)
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(data).toMatchObject([{ ext: '21502', line: '13' }])
  const repeated = [{ ext: '21510', line: 2 }, { ext: '21511' }]
  expect((await post({ items: repeated })).body).toMatchObject({ errors: [{ path: 'items.1.line' }] })
})

test('looks numbers up for a plan', async () => {
  const { body } = await bff.requestAs('admin', '/api/jobs/preview', { exts: ['1000', '29999', '990002'] })
  expect(body['items']).toMatchObject([
    { ext: '1000', state: expect.stringMatching(/taken|bound/), extension: { ext: '1000' } },
    { ext: '29999', state: 'absent', extension: null },
    { ext: '990002', state: 'unknown', code: 'upstream-not-json' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/"(password|ha1|ha1b)":/)
})

test('shows jobs to supervisors without letting them control jobs', async () => {
  const { id } = await start({ items: numbers(30_000, 1) })
  await until(id, 'ended')
  expect((await bff.requestAs('supervisor', '/api/jobs')).status).toBe(200)
  const controls = ['pause', 'resume', 'cancel', 'retry', 'recheck', 'dismiss']
  const ofPasswords = ['credentials', 'credentials/print', 'credentials/confirm']
  for (const action of [...controls, ...ofPasswords])
    expect((await bff.requestAs('supervisor', `/api/jobs/${id}/${action}`, {})).status).toBe(403)
  expect((await bff.requestAs('supervisor', '/api/jobs/preview', { exts: ['1000'] })).status).toBe(403)
})
