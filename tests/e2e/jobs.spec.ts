import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readWorkbook } from '#web/spreadsheet/read-workbook.ts'
import { atService, plan, row, setJobRate, jobStatus, start, startButton, showAllRows } from './bulk.ts'
import { expect, tabTo, test } from './console-test.ts'

test('plans a pasted message, sends nothing before the start, and reports partial success', async ({
  page,
  product,
  signIn,
}) => {
  const service = atService(product)
  const posted: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') posted.push(pathname)
  })
  await signIn('admin')
  const before = service.count()
  await page.goto('/jobs/new')
  await page
    .getByRole('textbox', { name: 'Numbers' })
    .fill('麻烦开通 8201-8205、8210，还有 1000到1003；谢谢！8210 7 9901015, 9901045 9901065 9901075')
  await expect(page.getByText('10 numbers recognized')).toBeVisible()
  for (const ext of ['9901015', '9901045', '9901065', '9901075'])
    await page.getByRole('button', { name: `Add ${ext}` }).click()
  await expect(page.getByText('14 numbers recognized')).toBeVisible()
  await expect(page.getByText('Not used: 7 (too short)')).toBeVisible()
  await expect(page.getByText('1 number was repeated')).toBeVisible()
  const cells = page.getByRole('region', { name: 'Planned numbers' }).getByRole('listitem')
  await expect(cells).toHaveCount(14)
  await expect(cells.filter({ hasText: '8201' })).toContainText("doesn't exist yet")
  await expect(cells.filter({ hasText: '1000' })).toContainText('exists, bound')
  await expect(page.getByText("doesn't exist yet 10")).toBeVisible()
  await page.getByText('Use next available').click()
  await expect(cells).toHaveCount(18)
  await expect(startButton(page)).toHaveText('Create 14 extensions')
  await expect(page.getByText(/^The service can.t delete or change an extension/)).toBeVisible()
  await page.getByText("Don't start", { exact: true }).click()
  await expect(startButton(page)).toBeDisabled()
  await expect(page.getByText("4 numbers already exist, so the job can't start")).toBeVisible()
  await page.getByText('Skip', { exact: true }).click()
  await expect(cells).toHaveCount(14)
  await expect(page.getByText('4 rows excluded')).toBeVisible()
  expect(posted.filter((path) => path !== '/api/jobs/preview' && !path.startsWith('/api/auth'))).toEqual([])
  expect(service.count()).toBe(before)

  let loads = 0
  page.on('load', () => loads++)
  await start(page, '客服中心二期')
  await expect(jobStatus(page, 'Partial success')).toBeVisible()
  await expect(page.getByText('10 of 10 rows finished')).toBeVisible()
  expect(loads).toBe(0)
  expect(posted.filter((path) => path === '/api/jobs')).toHaveLength(1)
  expect(service.count()).toBe(before + 7)

  await expect(row(page, '9901015')).toContainText('Response lost, confirmed by lookup')
  for (const ext of ['9901045', '9901075']) await expect(row(page, ext)).toContainText('Needs review')
  // A look-up shows no such number, so the service's own words count.
  await expect(row(page, '9901065')).toContainText('The phone platform refused the request')
  await expect(row(page, '9901065')).toContainText('310122 分机已经被绑定')
})

test('creates 39 of 40 rows when one is refused, and downloads and resends that row alone', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin')
  const before = atService(product).count()
  await plan(page, '31000-31035, 99010637, 31036-31038')
  await start(page, 'Row 37')
  await expect(jobStatus(page, 'Partial success')).toBeVisible()
  await expect(page.getByText('40 of 40 rows finished')).toBeVisible()
  expect(atService(product).count() - before).toBe(39)
  await page.getByRole('button', { name: /^Not created 1$/ }).click()
  await expect(row(page, '99010637').getByRole('cell', { name: '37', exact: true })).toBeVisible()
  await expect(row(page, '99010637')).toContainText('310122 分机已经被绑定')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download failed rows/ }).click()
  const report = await (await saving).path()
  const sheet = await readWorkbook(readFileSync(report), { maxRows: 10 })
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(sheet.rows.map(({ cells }) => cells[0])).toEqual(['ext', '99010637'])
  expect(sheet.rows[1]?.cells).toContain('310122')
  await page.getByRole('button', { name: 'Send again: 99010637' }).click()
  await expect(row(page, '99010637').getByRole('cell', { name: '2', exact: true })).toBeVisible()
  expect(atService(product).count() - before).toBe(39)

  await page.goto('/jobs/import')
  await page.locator('input[type=file]').setInputFiles(report)
  await expect(page.getByText('Ready: 1', { exact: true })).toBeVisible()
  await showAllRows(page)
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 99010637' })).toBeVisible()
})

test('continues a job when its tab is closed, and shows it to a supervisor read-only', async ({
  page,
  openAs,
  signIn,
}) => {
  await signIn('admin')
  await setJobRate(page, 1)
  await plan(page, '8300-8339')
  const path = await start(page, 'Forty numbers')
  await page.close()
  const other = await openAs('admin', path)
  const supervisor = await openAs('supervisor', '/jobs')
  await supervisor.getByRole('link', { name: 'Forty numbers' }).click()
  await expect(jobStatus(supervisor, 'Running')).toBeVisible()
  const progress = (of: Page) => of.getByText(/^\d+ of 40 rows finished · /)
  const seen = (await progress(other).textContent()) ?? ''
  await expect(progress(other)).not.toHaveText(seen)
  await expect(
    other.getByRole('log').filter({ hasText: /\d+ of 40 rows finished/ }),
    'announced without taking the focus',
  ).toHaveCount(1)
  await other.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(jobStatus(supervisor, 'Paused')).toBeVisible()
  await expect(other.getByText('Paused: nothing is being sent')).toBeVisible()
  await expect(async () => {
    expect(await progress(supervisor).textContent()).toBe(await progress(other).textContent())
  }).toPass()
  await expect(supervisor.getByRole('button', { name: 'Report' })).toBeVisible()
  await expect(
    supervisor.getByRole('button', { name: /Pause|Resume|Cancel|again|Download passwords/ }),
  ).toHaveCount(0)
  await setJobRate(other, 0)
  await other.getByRole('button', { name: 'Resume' }).click()
  await expect(jobStatus(other, 'Complete')).toBeVisible()
})

test('plans, starts, pauses and resumes a job by keyboard, and announces its end on another page', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await setJobRate(page, 1)
  await page.goto('/jobs/new')
  await tabTo(page, page.getByRole('textbox', { name: 'Numbers' }))
  // Rows for two minutes: the job still runs however long the steps by keyboard take.
  await page.keyboard.type('8400-8519')
  await expect(startButton(page)).toBeEnabled()
  await tabTo(page, page.getByLabel('Job name'))
  await page.keyboard.type('By hand')
  await tabTo(page, startButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By hand' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Pause', exact: true }))
  await page.keyboard.press('Enter')
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeVisible()
  await tabTo(page, resume)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: 'Pause', exact: true }).or(jobStatus(page, 'Complete')).first(),
  ).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('Countr')
  await page.getByRole('option', { name: 'Go to Countries' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/service\/countries/)
  // The job must not end before this page is shown.
  await setJobRate(page, 0)
  await expect(page.getByText('By hand has ended')).toBeVisible()
  await expect(page.getByText('Complete · 120 of 120 created')).toBeVisible()
})
