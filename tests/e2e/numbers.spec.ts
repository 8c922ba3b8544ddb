import { readFileSync } from 'node:fs'
import { readSheet } from '#web/spreadsheet/read-sheet.ts'
import { expect, test } from './console-test.ts'

test('keeps a selection across pages and a visit to a detail, and exports it for the import', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', '/numbers?state=free&pageSize=20')
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Next' }).click()
  // Wait for the next page's rows: Playwright repeats a click on a row that disappears.
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText(/^21–40 of/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Numbers' })).not.toHaveAttribute('aria-busy', 'true')
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .nth(2)
    .check()
  await expect(page.getByText('2 selected')).toBeVisible()
  // On a phone too, the actions on the selection stay in sight.
  const before = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText('2 selected')).toBeInViewport()
  await page.setViewportSize(before)
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .nth(5)
    .press('Tab')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/extensions\/\d+/)
  // Only then has the list been left.
  await expect(page.getByRole('region', { name: 'Phone account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('2 selected')).toBeVisible()
  const few = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export selected' }).click()
  await page.getByRole('menuitem', { name: /^CSV for spreadsheets/ }).click()
  expect(
    readFileSync(await (await few).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(3)

  await page.getByRole('button', { name: /^Select all [\d,]+$/ }).click()
  await expect(page.getByText(/^All [\d,]+ matching selected$/)).toBeVisible()
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export selected' }).click()
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click()
  // Read the message first: reading the file may take longer than the message is shown.
  const said = await page.getByText(/^Saved numbers\.xlsx: /).textContent()
  const sheet = await readSheet(readFileSync(await (await all).path()), { maxRows: 100_000 })
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(sheet.total).toBeGreaterThan(1000)
  // The file and its count include numbers discovered since the list was counted.
  const held = (sheet.total - 1).toLocaleString('en')
  expect(said).toBe(`Saved numbers.xlsx: ${held} rows.`)
  await page.getByRole('button', { name: 'Select none' }).click()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
})
