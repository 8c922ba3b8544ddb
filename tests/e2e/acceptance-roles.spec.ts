import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { row, setJobRate, standing, start, startButton } from './bulk.ts'
import { agentWithoutExtension, ask, expect, test } from './console-test.ts'

test('D3.16 a supervisor sees agents and free numbers, reserves, reveals nothing, creates nothing in bulk', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Agents' })).toBeVisible()
  for (const name of ['Create extension', 'Audit', 'Users', 'Settings', 'Connection'])
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0)
  const agent = await agentWithoutExtension(page)
  await page.goto(`/agents/${agent.uuid}`)
  await expect(page.getByRole('table', { name: 'Free extensions' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create extension for this agent' })).toHaveCount(0)

  const free = JSON.stringify(await ask(page, '/api/extensions/idle?ext=59&pageSize=20'))
  const [ext = ''] = /(?<="ext":")\d+/.exec(free) ?? []
  await page.goto(`/assign?agentUuid=${agent.uuid}&numbers=${ext}&start=${ext}`)
  await page.getByRole('button', { name: `Reserve ${ext}` }).click()
  await expect(page.getByText(/is reserved for .+ until/).first()).toBeVisible()

  await page.goto('/extensions/1000')
  const account = page.getByRole('region', { name: 'SIP account' })
  await expect(account.getByText(/^Only roles with the right to reveal secrets/)).toBeVisible()
  await expect(account.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
  for (const path of ['/jobs/new', '/jobs/import', '/extensions/new', '/users', '/audit']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your role may not do this' })).toBeVisible()
    await expect(page.getByText('Ask an administrator if you need it.')).toBeVisible()
  }
  // The page only explains: it is the BFF that refuses.
  const refused = await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      'x-console': '1',
      'idempotency-key': crypto.randomUUID(),
    }
    const post = (path: string, body: unknown) =>
      fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).then(({ status }) => status)
    return Promise.all([
      post('/api/extensions/1000/secret', { reason: 'curiosity' }),
      post('/api/extensions', { ext: '7399' }),
      post('/api/jobs', { name: 'x', items: [{ ext: '7399' }], passwords: { fill: 'none', length: 16 } }),
    ])
  })
  expect(refused).toEqual([403, 403, 403])
})

/** Every cell of a file whose texts hold no line break. */
const cellsOf = (csv: string) =>
  csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll(/^"|"$/g, '').replaceAll('""', '"')))

async function saved(page: Page, ask: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await ask()
  return readFileSync(await (await saving).path())
}

test('D3.17 an export is what the filter shows, marked UTF-8 at will, keeps zeros, disarms formulas, goes back in', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const table = page.getByRole('table', { name: 'Inventory' })
  const exported = async (kind: string) =>
    saved(page, async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: kind }).click()
    })
  let header: string[] = []
  // The console goes on learning of numbers: what came between the list and its export is in one of them alone.
  await expect(async () => {
    await page.goto('/inventory?ext=105')
    await expect(table.getByRole('link', { name: /^105\d/ }).first()).toBeVisible()
    const shown = (await table.getByRole('row').allTextContents()).flatMap(
      (text) => /105\d/.exec(text)?.[0] ?? [],
    )
    expect(shown.length).toBeGreaterThan(2)
    const marked = await exported('CSV for spreadsheets (UTF-8 with mark)')
    expect(marked.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const plain = await exported('CSV without the mark')
    expect(plain.subarray(0, 3).toString('hex')).not.toBe('efbbbf')
    expect(marked.subarray(3).equals(plain)).toBe(true)
    const [names = [], ...lines] = cellsOf(plain.toString())
    header = names
    expect(lines.map((cells) => cells[header.indexOf('ext')])).toEqual(shown)
  }).toPass({ timeout: 90_000 })
  expect(header.join()).not.toMatch(/password|ha1/)

  // A job with leading zeros and a formula goes out as a file and comes back in as it was.
  await setJobRate(page, 0)
  await page.goto('/jobs/import')
  const file = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await file('zeros.csv', Buffer.from('ext,langCodeTxt\r\n0071,Opus\r\n00072,=1+1\r\n'))
  await expect(startButton(page)).toHaveText('Create 2 extensions')
  await start(page, 'Zeros and formulas')
  await expect(standing(page, 'Complete').or(standing(page, 'Partial success')).first()).toBeVisible()
  await expect(row(page, '00072')).toBeVisible()
  const report = await saved(page, () => page.getByRole('link', { name: 'Report (CSV)' }).click())
  expect(report.toString()).toMatch(/^\uFEFFext,/)
  expect(report.toString()).toMatch(/\n00072,,,"?'=1\+1"?,/)
  await page.goto('/jobs/import')
  await file('report.csv', report)
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 0071' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Number, line 3: 00072' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Edit Language \(codec\), line 3: =1\+1/ })).toBeVisible()
})
