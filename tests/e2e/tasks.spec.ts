import type { Page } from '@playwright/test'
import { jobStatus, startButton } from './bulk.ts'
import { ask, expect, test, waitForFirstCrawl } from './console-test.ts'
import { reader } from './steps.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a supervisor finds numbers, reserves them for people, and reports who leaves, in few steps', async ({
  page,
  signIn,
  openAs,
}) => {
  const names = Array.from('ABCDEFGHIJ', (letter) => `Chatter ${letter}`)
  const rows = names.map((name, n) => ({ name, agentUuid: `chatter-000${n}`, workNumber: `6690${n}` }))
  const admin = await openAs('admin')
  await admin.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    await fetch('/api/agents/import', { method: 'POST', headers, body })
  }, JSON.stringify({ rows }))
  await signIn('supervisor', '/team')
  await waitForFirstCrawl(page)
  const by = reader(page)

  // Which numbers end in 88, and which free ones follow each other?
  await by.click(menu(page, 'Numbers'))
  const search = page.getByRole('textbox', { name: '1010, *88, 20??, 5 in a row, person or label' })
  await by.write(search, '*88')
  const numbers = page.getByRole('table', { name: 'Numbers' })
  await expect(numbers.getByRole('link', { name: /^\d+$/ }).first()).toHaveText(/88$/)
  expect(by.taken()).toBeLessThanOrEqual(2)
  await by.write(search, '5 in a row')
  await expect(page.getByText(/^[\d,]+ runs of 5 or more/)).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(2)

  // Reserve until tomorrow for a person who is not in the system yet.
  await page.goto('/team')
  await by.click(page.getByRole('button', { name: 'New colleague' }))
  const dialog = dialogOf(page, 'Reserve a number')
  await by.write(dialog.getByRole('textbox', { name: /^Name/ }), 'Theodora Newton')
  await by.click(dialog.getByRole('button', { name: /^Reserve \d+$/ }))
  const done = dialogOf(page, /^\d+ is reserved for Theodora Newton$/)
  await expect(done.getByText('Until tomorrow 18:00')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(4)
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(done).toBeHidden()

  // Reserve for ten names from a chat.
  const palette = await by.palette()
  await by.write(palette, names.join(', '))
  await by.click(page.getByRole('option', { name: /^Reserve numbers for these 10 people/ }))
  await by.click(page.getByRole('button', { name: 'Fill in 10 free numbers' }))
  await by.click(page.getByRole('button', { name: 'Show plan' }))
  await by.click(page.getByRole('button', { name: 'Reserve 10 numbers' }))
  await expect(page.getByRole('alert')).toContainText('10')
  expect(by.taken()).toBeLessThanOrEqual(6)

  // An agent leaves.
  const answer = await ask(page, '/api/inventory?state=bound&pageSize=1&last=1')
  const [, uuid = ''] = /"agentUuid":"([^"]+)"/.exec(JSON.stringify(answer)) ?? []
  await page.goto(`/agents/${uuid}`)
  await by.click(page.getByRole('button', { name: 'Agent leaves' }))
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Request unbinding' }))
  await expect(page.getByRole('dialog')).toContainText('unbinding requested')
  expect(by.taken()).toBeLessThanOrEqual(3)
})

test('an administrator creates numbers, fetches passwords, labels numbers and adds a pool, in few steps', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/overview')
  await waitForFirstCrawl(page)
  const by = reader(page)

  // One extension.
  await by.click(menu(page, 'Create numbers'))
  await by.write(page.getByRole('textbox', { name: /^Number/ }), '970900')
  await by.click(page.getByRole('button', { name: 'Create', exact: true }))
  await expect(page.getByRole('heading', { name: 'Extension 970900 created' })).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(3)

  // 150 rows of a sheet, with errors.
  const exts = Array.from({ length: 148 }, (_, n) => String(970_000 + n))
  const buffer = Buffer.from(`Extension\r\n${[...exts, '97000a', '970000'].join('\r\n')}\r\n`)
  await by.click(menu(page, 'Create numbers'))
  await by.click(page.getByRole('link', { name: 'Spreadsheet' }))
  await by.attach(page.locator('input[type=file]'), { name: 'new hall.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('With errors: 1', { exact: true })).toBeVisible()
  await expect(startButton(page)).toHaveText('Create 148 extensions')
  await by.write(page.getByLabel('Job name'), 'New hall')
  await by.click(startButton(page))
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(6)

  // Their passwords.
  await by.click(page.getByRole('button', { name: 'Download passwords' }))
  const saving = page.waitForEvent('download')
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }))
  await saving
  expect(by.taken()).toBeLessThanOrEqual(3)

  // A label for twenty numbers.
  await page.goto('/numbers?search=9701&pageSize=20')
  await by.click(page.getByRole('checkbox', { name: 'Select all numbers on this page' }))
  await by.click(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Labels' }))
  await by.write(dialogOf(page, 'Labels of 20 numbers').getByRole('combobox', { name: 'Add labels' }), 'hall')
  await by.press('Enter')
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Labels of 20 numbers changed.')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(5)

  // A pool with an owner and a threshold.
  await page.goto('/numbers/pools')
  await by.click(page.getByRole('button', { name: 'New pool' }))
  const pool = page.getByRole('dialog')
  await by.write(pool.getByRole('textbox', { name: 'Name' }), 'Hall of 970')
  await by.write(pool.getByRole('textbox', { name: 'Ranges' }), '970000-970149')
  await by.click(pool.getByRole('combobox', { name: 'Owner' }))
  await by.click(pool.getByRole('option').first())
  await by.write(pool.getByRole('textbox', { name: /^Alert when free/ }), '20')
  await by.click(pool.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('link', { name: /^Hall of 970, Free: \d+$/ })).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(7)
})
