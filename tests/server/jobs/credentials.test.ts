import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { printCredentials } from '#contract/job-credentials.ts'
import { listJobs, readJob, type Job } from '#contract/jobs.ts'
import { domainOf, homeCompany } from '#sandbox/seed.ts'
import { openBffAndStore, passwordOf, type BffAndStore } from '../bff.ts'

configure({ useWebWorkers: false })

const passphrase = 'a-passphrase-of-twenty-letters'
const hostile = `Ada <script>alert("1")</script> & 'Lo'`

let bff: BffAndStore
beforeAll(async () => {
  bff = await openBffAndStore({
    visibilityTimeoutMs: 300,
    timings: { numbersWriteMs: 10, jobPollMs: 20, jobRowsMs: 20, jobLookAgainMs: 10, jobSecretsMs: 20 },
  })
})
afterAll(() => bff.close())

const key = () => ({ 'idempotency-key': crypto.randomUUID() })

/** The files of the archive by name. */
async function filesIn(blob: Blob): Promise<Record<string, string>> {
  const entries = await new ZipReader(new BlobReader(blob), { password: passphrase }).getEntries()
  expect(entries.every(({ encrypted }) => encrypted)).toBe(true)
  const files: Record<string, string> = {}
  for (const entry of entries)
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter())
  return files
}

const read = async (id: string): Promise<Job> =>
  readJob.answer.parse((await bff.requestAs('supervisor', `/api/jobs/${id}`)).body)

/** Starts a job with a random password for each number, and returns its ID. */
async function started(exts: readonly string[]): Promise<string> {
  const items = exts.map((ext) => ({ ext }))
  const body = { name: 'phones', items, passwords: { fill: 'random', length: 16 } }
  return String((await bff.requestAs('admin', '/api/jobs', body, key())).body['id'])
}
async function ended(...job: Parameters<typeof started>): Promise<string> {
  const id = await started(...job)
  await vi.waitFor(
    async () => {
      const { state, unverified } = await read(id)
      if (state !== 'ended' || unverified > 0) throw new Error('the job goes on')
    },
    { timeout: 60_000, interval: 20 },
  )
  return id
}
/** Signs in first, because each retrieval uses the sign-in up. */
const post = (id: string, action: string, body: object = {}) => {
  bff.forgetCookies()
  return bff.requestAs('admin', `/api/jobs/${id}/${action}`, body)
}
/** The response to a download, before its body is read. */
const download = async (id: string) => {
  bff.forgetCookies()
  return bff.console.app.fetch(
    new Request(`https://console.example.com/api/jobs/${id}/credentials`, {
      method: 'POST',
      headers: { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') },
      body: JSON.stringify({ passphrase }),
    }),
  )
}
const accountsIn = async (blob: Blob) => {
  const csv = (await filesIn(blob))['credentials.csv'] ?? ''
  return Papa.parse<Record<string, string>>(csv.replace('\uFEFF', ''), { header: true, skipEmptyLines: true })
    .data
}
/** Returns whether each event has an intent, its result and its count of rows. */
const recorded = async (id: string, action: string) => {
  const { body } = await bff.requestAs('admin', `/api/audit?action=${action}&object=${id}`)
  return listAudit.answer
    .parse(body)
    .items.map(({ begunAt, result, values }) => [begunAt !== null, result, values['rows'] ?? null])
}
/** How many of the job's passwords the store still holds. */
const held = async (id: string) => {
  const rows = await bff.database.db
    .selectFrom('job_item')
    .select('password')
    .where('job_id', '=', id)
    .where('password', 'is not', null)
    .execute()
  return rows.length
}
const run = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n))

test('contains the phones’ credentials', async () => {
  const exts = ['61001', '61002', '61003']
  const id = await ended(exts)
  await bff.requestAs('admin', '/api/people/import', { rows: [{ workNumber: '88101', name: '欧阳娜娜' }] })
  const found = (await bff.requestAs('admin', '/api/people?sort=best&pageSize=10&q=88101')).body
  const [newColleague] = listPeople.answer.parse(found).items
  const pairs = [
    { ext: '61001', agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d', agentName: hostile },
    { ext: '61002', colleagueId: newColleague?.id },
  ]
  expect((await bff.requestAs('admin', '/api/reservations', { items: pairs }, key())).status).toBe(200)

  const response = await download(id)
  const files = await filesIn(await response.blob())
  expect(Object.keys(files)).toEqual(['credentials.csv'])
  const { data } = Papa.parse<Record<string, string>>(
    (files['credentials.csv'] ?? '').replace('\uFEFF', ''),
    {
      header: true,
      skipEmptyLines: true,
    },
  )
  const domain = domainOf(homeCompany.id)
  expect(
    data.map(({ ext, server, domain: at, name, password }) => [ext, server, at, name, password]),
  ).toEqual([
    ['61001', domain, domain, hostile, passwordOf(bff, '61001')],
    ['61002', domain, domain, '欧阳娜娜', passwordOf(bff, '61002')],
    ['61003', domain, domain, '', passwordOf(bff, '61003')],
  ])
  for (const ext of exts) expect(bff.logged.join('')).not.toContain(passwordOf(bff, ext))
})

describe('generated passwords', () => {
  test('stay after a broken download, and each retrieval is on record', async () => {
    const exts = run(62_000, 240)
    const id = await ended(exts)
    const broken = (await download(id)).body?.getReader()
    await broken?.read()
    await broken?.cancel()
    await expect.poll(() => recorded(id, 'job.credentials')).toEqual([[true, 'cancelled', null]])
    expect((await read(id)).credentials).toMatchObject({ offered: 240, retrievals: [], deleted: null })

    for (const times of [1, 2]) {
      const accounts = await accountsIn(await (await download(id)).blob())
      expect(accounts.map(({ ext, password }) => [ext, password])).toEqual(
        exts.map((ext) => [ext, passwordOf(bff, ext)]),
      )
      const { offered, until, retrievals } = (await read(id)).credentials
      expect([offered, retrievals.map(({ how, by }) => [how, by])]).toEqual([
        240,
        Array.from({ length: times }, () => ['downloaded', 'admin@example.com']),
      ])
      expect(until).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    }
    expect((await recorded(id, 'job.credentials'))[0]).toEqual([true, 'done', 240])
  })

  test('are deleted once a user has them, which is asked only after the job has ended', async () => {
    // The service refuses the second number, so its row could be sent again.
    const id = await ended(['64001', '990106'])
    expect((await read(id)).retryable).toBe(true)
    const answer = await post(id, 'credentials/confirm')
    const { credentials, retryable } = readJob.answer.parse(answer.body)
    expect([credentials.offered, credentials.until, retryable]).toEqual([0, null, false])
    expect(credentials.deleted?.by).toBe('admin@example.com')
    expect(await held(id)).toBe(0)
    for (const [action, body] of [
      ['credentials', { passphrase }],
      ['credentials/print', {}],
    ] as const)
      expect((await post(id, action, body)).body).toMatchObject({ code: 'nothing-to-fetch' })
    expect((await post(id, 'retry', { what: 'failed' })).body).toMatchObject({ code: 'job-secrets-gone' })

    const again = await post(id, 'credentials/confirm')
    expect([again.status, readJob.answer.parse(again.body).credentials]).toEqual([200, credentials])
    expect(await recorded(id, 'job.credentials.delete')).toEqual([
      [false, 'deleted', null],
      [false, 'done', null],
    ])
  })

  test('of an open job are not deleted, because rows still need them', async () => {
    // The service refuses this number because of the subscription, which pauses the job.
    const id = await started(['990105'])
    await expect.poll(async () => (await read(id)).state).toBe('paused')
    expect((await post(id, 'credentials/confirm')).body).toMatchObject({ status: 409, code: 'job-open' })
    expect(await held(id)).toBe(1)
    await post(id, 'cancel')
  })

  test('are deleted 24 hours after the job ended, and the job says so', async () => {
    const id = await ended(['64101', '64102'])
    const { endedAt, credentials } = await read(id)
    expect((credentials.until ?? 0) - (endedAt ?? 0)).toBe(24 * 3_600_000)
    const until = Date.now() - 1
    await bff.database.db.updateTable('job').set({ secrets_until: until }).where('id', '=', id).execute()
    // The time counts, not the deletion that follows it.
    const late = await read(id)
    expect([late.credentials.offered, late.credentials.deleted?.by, late.retryable]).toEqual([0, null, false])
    await expect.poll(() => held(id)).toBe(0)
    expect((await read(id)).credentials).toMatchObject({ offered: 0, until: null, deleted: { by: null } })
    expect((await post(id, 'credentials', { passphrase })).body).toMatchObject({ code: 'nothing-to-fetch' })
    expect(await recorded(id, 'job.credentials.delete')).toEqual([[false, 'done', null]])
  })

  test('are listed with the jobs whose passwords wait', async () => {
    const waiting = await ended(['64201'])
    const confirmed = await ended(['64202'])
    await post(confirmed, 'credentials/confirm')
    const answer = await bff.requestAs('supervisor', '/api/jobs?state=passwords&pageSize=1000')
    const { items, total } = listJobs.answer.parse(answer.body)
    const ids = items.map(({ id }) => id)
    expect([ids.includes(waiting), ids.includes(confirmed), total]).toEqual([true, false, items.length])
  })

  test('are returned for printing, on record like a download and never cached', async () => {
    const id = await ended(['64301', '64302'])
    const answer = await post(id, 'credentials/print')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { items } = printCredentials.answer.parse(answer.body)
    expect(items).toEqual(
      ['64301', '64302'].map((ext) => ({
        ext,
        password: passwordOf(bff, ext),
        domain: domainOf(homeCompany.id),
        name: null,
      })),
    )
    expect(await recorded(id, 'job.credentials.print')).toEqual([[true, 'done', 2]])
    const { offered, retrievals } = (await read(id)).credentials
    expect([offered, retrievals.map(({ how, by }) => [how, by])]).toEqual([
      2,
      [['printed', 'admin@example.com']],
    ])
    for (const { ext } of items) expect(bff.logged.join('')).not.toContain(passwordOf(bff, ext))
  })

  test('count against the limit of secret reads with each retrieval', async () => {
    const id = await ended(['64401'])
    await bff.database.db.deleteFrom('attempt_count').execute()
    for (let n = 0; n < 5; n++) {
      expect((await post(id, 'credentials/print')).status).toBe(200)
      expect((await post(id, 'credentials', { passphrase })).status).toBe(200)
    }
    for (const answer of [await post(id, 'credentials/print'), await post(id, 'credentials', { passphrase })])
      expect(answer.body).toMatchObject({ code: 'too-many-requests' })
    await bff.database.db.deleteFrom('attempt_count').execute()
  })
})
