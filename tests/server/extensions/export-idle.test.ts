import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { exportIdle, idleExtensions, maxExportedIdle } from '#contract/extensions.ts'
import { profileSchema } from '#upstream/profile.ts'
import { extensionSuccess, startService } from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff({ sandbox: { extensions: 2_600 }, timeZone: 'America/New_York' })
})
afterAll(() => bff.close())

const lines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')

test('contains every idle extension once, across pages, and no password', async () => {
  const page = idleExtensions.answer.parse((await bff.requestAs('supervisor', '/api/extensions/idle')).body)
  expect(page.total).toBeGreaterThan(1_000)
  const { text, status, headers } = await bff.requestAs('supervisor', exportIdle.path)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('idle.csv')
  const [head, ...rows] = lines(text)
  expect(head).toBe(
    'ext,langCodeTxt,companyId,bindStatus,langCode,domain,status,enabled,extType,creationTime (America/New_York)',
  )
  expect(rows).toHaveLength(page.total)
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(page.total)
})

test('contains the filtered extensions, and audits the filter and row count', async () => {
  const { text } = await bff.requestAs('supervisor', `${exportIdle.path}?ext=100`)
  const [, ...rows] = lines(text)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row.startsWith('100'))).toBe(true)
  const { items } = listAudit.answer.parse(
    (await bff.requestAs('admin', '/api/audit?action=extension.export')).body,
  )
  expect(items[0]).toMatchObject({
    begunAt: expect.any(Number),
    result: 'done',
    values: { ext: '100', rows: rows.length },
  })
  expect((await bff.requestAs('supervisor', `${exportIdle.path}?ext=x`)).status).toBe(400)
})

test('refuses an export with too many rows and says how to narrow it', async () => {
  const large = await openBff({ sandbox: { extensions: 250_000 } })
  try {
    const { status, body } = await large.requestAs('supervisor', exportIdle.path)
    expect(status).toBe(400)
    expect(body['errors']).toEqual([
      { path: 'ext', message: `more than ${maxExportedIdle} rows; give more digits` },
    ])
    expect((await large.requestAs('supervisor', `${exportIdle.path}?ext=1000`)).status).toBe(200)
  } finally {
    await large.close()
  }
})

test.each([
  ['a page without a readable row', (n: number) => ({ number: n })],
  ['an empty page', () => null],
])('continues after %s', async (_name, secondPage) => {
  const service = await startService()
  const unclear = await openBff({ serviceUrl: service.url })
  try {
    service.on('search_idle_page', (request, response) => {
      const page = Number(/"currPage":(\d+)/.exec(request.body)?.[1])
      const numbers = Array.from(
        { length: page > 3 ? 0 : 1_000 },
        (_, row) => 100_000 + (page - 1) * 1_000 + row,
      )
      const list = numbers
        .map((n) => (page === 2 ? secondPage(n) : { ext: String(n) }))
        .filter((row) => row !== null)
      return extensionSuccess({ currPage: page, pageSize: 1_000, total: 3_000, list })(request, response)
    })
    const { status, text } = await unclear.requestAs('supervisor', exportIdle.path)
    expect([status, lines(text).length - 2]).toEqual([200, 2_000])
    expect(lines(text).at(-1)).toContain('# ')
  } finally {
    await unclear.close()
    await service.close()
  }
})

test('counts the unreadable rows of every page that the service returns in parts', async () => {
  const service = await startService()
  const profile = profileSchema.parse({ operations: { idlePage: { maxSize: 500 } } })
  const inParts = await openBff({ serviceUrl: service.url, profile })
  try {
    service.on('search_idle_page', (request, response) => {
      const page = Number(/"currPage":(\d+)/.exec(request.body)?.[1])
      const list = Array.from({ length: page > 3 ? 0 : 500 }, (_, row) => ({
        ext: row === 0 ? `SIP-${page}` : String(100_000 + page * 500 + row),
      }))
      return extensionSuccess({ currPage: page, pageSize: 500, total: 1_500, list })(request, response)
    })
    const { text } = await inParts.requestAs('supervisor', exportIdle.path)
    expect(lines(text).filter((line) => line.includes('# '))).toEqual([
      expect.stringContaining('not included: 3 rows without a readable number, such as SIP-1'),
    ])
  } finally {
    await inParts.close()
    await service.close()
  }
})
