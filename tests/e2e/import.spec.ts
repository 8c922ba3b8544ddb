import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atService, row, jobStatus, showAllRows, start, startButton } from './bulk.ts'
import { expect, test } from './console-test.ts'
import { readWorkbook } from '#web/spreadsheet/read-workbook.ts'
import { reader } from './steps.ts'
import { workbook } from '../web/workbooks.ts'

const hex = (digits: string) => Buffer.from(digits, 'hex')

/** A file as a Chinese spreadsheet program saves it: GBK, with the header 分机号,密码,语言,备注 and the notes 李雷 and 韩梅梅. */
const team = Buffer.concat([
  hex('b7d6bbfabac52cc3dcc2eb2cd3efd1d42cb1b8d7a2'),
  Buffer.from('\r\n0801,abc-12345,Opus,'),
  hex('c0eec0d7'),
  Buffer.from('\r\n0802,short,,'),
  hex('baabc3b7c3b7'),
  Buffer.from('\r\n0801,,,\r\n1000,,,\r\n'),
])

test('reads a GBK sheet with Chinese headers in a worker, and creates its rows after a fix', async ({
  page,
  product,
  signIn,
}) => {
  const service = atService(product)
  await signIn('admin', '/jobs/import')
  let template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).click()
  await page.getByRole('menuitem', { name: /^CSV for spreadsheets/ }).click()
  expect(readFileSync(await (await template).path(), 'utf8')).toMatch(/^\uFEFFext,agentID,/)

  const worker = page.waitForEvent('worker')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '新员工.csv', mimeType: 'text/csv', buffer: team })
  await worker
  await expect(page.getByRole('heading', { name: '新员工.csv' })).toBeVisible()
  await expect(page.getByLabel('Encoding')).toHaveValue('gb18030')
  await expect(page.getByLabel('Number', { exact: false }).first()).toBeVisible()
  for (const count of ['Rows: 4', 'Ready: 1', 'With errors: 1', 'Duplicate: 1', 'Exists: 1'])
    await expect(page.getByText(count, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /line 4: 0801 Same number as line 2/ })).toBeVisible()
  await page.getByRole('button', { name: /Edit Password, line 3: .* Use at least 8 characters/ }).click()
  await page.getByRole('textbox', { name: 'Password, line 3' }).fill('long-enough')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ready: 2', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Edit Number, line 5: 1000 This number exists and is bound to / }),
  ).toBeVisible()
  await expect(startButton(page)).toHaveText('Create 2 extensions')
  await expect(page.getByText('2 of 2 rows have their own passwords, which will be used.')).toBeVisible()
  expect(
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.body.innerText])),
  ).not.toMatch(/abc-12345|long-enough/)
  expect(service.password('0801')).toBeNull()

  await start(page, '新员工 0801')
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(row(page, '0802')).toContainText('imported')
  expect(service.password('0801')).toBe('abc-12345')
  expect(service.password('0802')).toBe('long-enough')
  expect(service.password('801')).toBeNull()
  template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('menuitem', { name: /^CSV for spreadsheets/ }).click()
  const report = readFileSync(await (await template).path(), 'utf8')
  expect(report).toMatch(/^\uFEFFext,.*\r\n0801,/)
  expect(report).not.toMatch(/abc-12345|long-enough/)
})

test('reads cells pasted from a spreadsheet', async ({ page, context, product, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin', '/jobs/import')
  await page.evaluate(() => navigator.clipboard.writeText('Extension\tCodec\r\n0811\tOpus\r\n0812\t\r\n'))
  await page.getByLabel('Or paste cells').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('Ready: 2', { exact: true })).toBeVisible()
  await showAllRows(page)
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 0811' })).toBeVisible()
  await page.getByText('Let the service choose').click()
  await start(page, 'Pasted')
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download passwords' })).toHaveCount(0)
  expect(atService(product).password('0812')).toBe('')
})

test('reads a workbook with two sheets in a worker, and imports its report again', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin', '/jobs/import')
  const team = await workbook([
    { name: 'Old team', rows: [['分机号'], ['0091'], [{ raw: '46082', format: 'date' }]] },
    {
      name: 'New team',
      rows: [
        ['分机号', '密码'],
        ['0821', 'abc-12345'],
        [{ raw: '8.22E+2' }, ''],
      ],
    },
  ])
  const field = (name: string) => join(import.meta.dirname, '../web/field-sheets', name)
  await page.locator('input[type=file]').setInputFiles(field('06a-roster-cp1252-en.csv'))
  await page.getByRole('button', { name: 'Use Windows-1252 (Western European)' }).click()
  await expect(page.getByText('Jörg Müller · Zoë Nuñez · André Gonçalves')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(field('01-filtered-rows-exceljs.xlsx'))
  await expect(page.getByText('2 rows are hidden in the workbook', { exact: false })).toBeVisible()
  await expect(page.getByText('Rows: 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import them too' }).click()
  await expect(page.getByText('Rows: 4', { exact: true })).toBeVisible()

  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const worker = page.waitForEvent('worker')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'team.xlsx', mimeType, buffer: Buffer.from(team) })
  await worker
  await expect(
    page.getByRole('button', { name: /line 3: 2026-03-01 The spreadsheet program turned this into a date/ }),
  ).toBeVisible()
  await page.getByLabel('Sheet', { exact: true }).selectOption('New team')
  await showAllRows(page)
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 0821' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Number, line 3: 822' })).toBeVisible()
  await expect(startButton(page)).toHaveText('Create 2 extensions')
  await start(page, 'From a workbook')
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  expect(atService(product).password('0821')).toBe('abc-12345')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^job-.{8}\.xlsx$/)
  await expect(page.getByText(/^Saved job-.{8}\.xlsx: 2 rows\.$/)).toBeVisible()
  const bytes = readFileSync(await download.path())
  const report = await readWorkbook(bytes, { maxRows: 100 })
  if (typeof report === 'string') throw new Error(report)
  expect(report.rows.map(({ cells }) => cells[0])).toEqual(['ext', '0821', '822'])
  expect(JSON.stringify(report)).not.toContain('abc-12345')

  await page.goto('/jobs/import')
  await page.locator('input[type=file]').setInputFiles({ name: 'report.xlsx', mimeType, buffer: bytes })
  await showAllRows(page)
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 0821' })).toBeVisible()
})

test('imports a sheet with unknown agents after one click per kind, also after leaving the page', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/jobs/import')
  const by = reader(page)
  await by.attach(page.locator('input[type=file]'), {
    name: 'newcomers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Number,Employee ID,Name\r\n84201,999801,Nora Newcomer\r\n84202,999802,\r\n84203,,\r\n',
    ),
  })
  await expect(page.getByText('Unknown agent: 2', { exact: true })).toBeVisible()
  await by.click(page.getByRole('button', { name: '1 new colleague' }))
  await by.click(page.getByRole('button', { name: 'Create 1 free' }))
  const counts = ['New colleague: 1', 'Created free: 1', 'Ready: 1']
  for (const count of counts) await expect(page.getByText(count, { exact: true })).toBeVisible()
  await expect(page.getByText(/^Draft saved today \d\d:\d\d/)).toBeVisible()
  expect(by.taken()).toBe(3)

  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'People' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.goto('/jobs/import')
  await expect(page.getByText(/^Your draft is restored, saved today \d\d:\d\d/)).toBeVisible()
  for (const count of counts) await expect(page.getByText(count, { exact: true })).toBeVisible()
  await by.click(startButton(page))
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(page.getByText('1 number is for a new colleague')).toBeVisible()
  expect(by.taken()).toBe(1)
})
