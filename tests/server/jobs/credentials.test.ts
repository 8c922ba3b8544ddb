import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchAgents } from '#contract/agents.ts'
import { readJob } from '#contract/jobs.ts'
import { sipUri } from '#contract/sip-uri.ts'
import { domainOf, homeCompany } from '#sandbox/seed.ts'
import { openBff, passwordOf, type Bff } from '../bff.ts'

configure({ useWebWorkers: false })

const passphrase = 'a-passphrase-of-twenty-letters'
const hostile = `Ada <script>alert("1")</script> & 'Lo'`

let bff: Bff
beforeAll(async () => {
  bff = await openBff({ timings: { inventoryWriteMs: 10 } })
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

test('contains the phones’ credentials and a sheet of cards, and escapes names on the sheet', async () => {
  const items = [{ ext: '61001' }, { ext: '61002' }, { ext: '61003' }]
  const passwords = { fill: 'random', length: 16 }
  const made = await bff.requestAs('admin', '/api/jobs', { name: 'phones', items, passwords }, key())
  const path = `/api/jobs/${String(made.body['id'])}`
  await vi.waitFor(
    async () => {
      const { state, unverified } = readJob.answer.parse((await bff.requestAs('admin', path)).body)
      if (state !== 'ended' || unverified > 0) throw new Error('the job goes on')
    },
    { timeout: 60_000, interval: 50 },
  )
  await bff.requestAs('admin', '/api/agents/import', { rows: [{ workNumber: '88101', name: '欧阳娜娜' }] })
  const found = (await bff.requestAs('admin', '/api/agents/search?q=88101')).body
  const [joiner] = searchAgents.answer.parse(found).items
  const pairs = [
    { ext: '61001', agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d', agentName: hostile },
    { ext: '61002', joinerId: joiner?.id },
  ]
  expect((await bff.requestAs('admin', '/api/reservations', { items: pairs }, key())).status).toBe(200)

  const response = await bff.console.app.fetch(
    new Request(`https://console.example.com${path}/credentials`, {
      method: 'POST',
      headers: { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') },
      body: JSON.stringify({ passphrase, language: 'zh' }),
    }),
  )
  const files = await filesIn(await response.blob())
  expect(Object.keys(files)).toEqual(['credentials.csv', 'welcome.html'])
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
  const sheet = files['welcome.html'] ?? ''
  expect(sheet).toContain('<html lang="zh">')
  expect(sheet).toContain("default-src 'none'")
  expect(sheet).toContain('欢迎，欧阳娜娜')
  expect(sheet).toContain('Ada &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Lo&#39;')
  expect(sheet).not.toContain('<script')
  for (const { ext } of items) {
    const password = passwordOf(bff, ext)
    expect(sheet).toContain(password)
    expect(sheet).toContain(toSvgPath(generate(sipUri({ ext, domain, password }))))
  }
  for (const { ext } of items) expect(bff.logged.join('')).not.toContain(passwordOf(bff, ext))
})
