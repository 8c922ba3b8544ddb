import { readFileSync } from 'node:fs'
import { readSheet } from '#web/jobs/import/read-sheet.ts'
import { ask, expect, expectSound, test } from './console-test.ts'

/** The first whole walk over the idle pages comes some seconds after the start. */
const walkMs = 60_000

test.beforeEach(async ({ page, signIn }) => {
  await signIn('supervisor')
  await expect
    .poll(
      async () => {
        const { walks } = await ask(page, '/api/inventory/standing')
        return JSON.stringify(walks).includes('"lastWholeAt":1')
      },
      { timeout: walkMs },
    )
    .toBe(true)
})

test('who has a number: asked for, told with its age, read again, its agent’s other numbers', async ({
  page,
}) => {
  await page.goto('/inventory?ext=1000')
  const asked = page.getByRole('button', { name: 'Ask the service about 1000' })
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: 'Select extension 1000', exact: true }) })
  await expect(asked.or(row)).toBeVisible()
  if (await asked.isVisible()) await asked.click()
  await expect(row).toContainText('Bound')
  await expect(row).toContainText(/ago|now/)
  await row.getByRole('button', { name: 'Read extension 1000 again' }).click()
  await expect(row.getByRole('button', { name: 'Read extension 1000 again' })).toBeEnabled()
  await row.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/agents\//)
  await page.goto('/inventory?ext=999999999')
  await page.getByRole('button', { name: 'Ask the service about 999999999' }).click()
  await expect(page.getByText('The service does not know 999999999 either.')).toBeVisible()
})

test('a selection over pages survives a look at a detail; its export goes back through the import', async ({
  page,
}) => {
  await page.goto('/inventory?state=free&pageSize=20')
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=/)
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .nth(2)
    .check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .nth(5)
    .press('Tab')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/extensions\/\d+/)
  await page.goBack()
  await expect(page.getByText('2 selected')).toBeVisible()
  const few = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these' }).click()
  expect(
    readFileSync(await (await few).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(3)

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('menuitem', { name: /^All [\d,]+ of the filter$/ }).click()
  await expect(page.getByText(/^All [\d,]+ of the filter selected$/)).toBeVisible()
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these' }).click()
  const sheet = readSheet(readFileSync(await (await all).path()), { mostRows: 100_000 })
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(sheet.total).toBeGreaterThan(1000)
  // The console goes on learning of numbers: what came since the list was counted is in the file, and said.
  const held = (sheet.total - 1).toLocaleString('en')
  await expect(page.getByText(`Saved inventory.csv: ${held} rows`)).toBeVisible()
  await page.getByRole('button', { name: 'Select none' }).click()
  await expect(page.getByText('None selected')).toBeVisible()
})

test('a shared view is opened by its link, its owner told', async ({ page, openAs }) => {
  await page.goto('/inventory?state=free&language=Opus&columns=ext,state')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Free with Opus')
  await dialog.getByRole('checkbox', { name: 'Show to all users' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Free with Opus' })).toBeFocused()
  const admin = await openAs('admin')
  await admin.goto('/inventory')
  await admin.getByRole('button', { name: 'Saved views' }).click()
  await admin.getByRole('menuitem', { name: /Free with Opus.*supervisor@example\.com/ }).click()
  await expect(admin).toHaveURL(/state=free&language=Opus&columns=ext%2Cstate/)
  await expect(admin.getByRole('columnheader')).toHaveCount(2)
  await admin.getByRole('button', { name: 'Free with Opus' }).click()
  await admin.getByRole('menuitem', { name: 'Remove “Free with Opus”' }).click()
  await expect(admin.getByRole('button', { name: 'Saved views' })).toBeVisible()
})

test('in Chinese, without a reload', async ({ page }) => {
  await page.goto('/inventory')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '分机台账' })).toBeVisible()
  await page.getByRole('button', { name: '台账如何维护' }).click()
  await expect(page.getByText('服务不提供全部分机的列表')).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^选择分机 \d+$/ })
    .first()
    .check()
  await expect(page.getByText('已选 1 个')).toBeVisible()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await page.getByRole('combobox', { name: '状态' }).click()
  await page.getByRole('option', { name: '空闲', exact: true }).click()
  await expect(page).toHaveURL(/state=free/)
  await expectSound(page)
})

test('axe in both schemes, 360 px, 200 % zoom', async ({ page }) => {
  for (const path of ['/inventory', '/inventory?state=gone', '/inventory?ext=99999']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
    await expectSound(page)
  }
  await page.goto('/inventory')
  await page.getByRole('button', { name: 'How this list is kept' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page
    .getByRole('checkbox', { name: /^Select extension/ })
    .first()
    .check()
  await expectSound(page)
  // What 200 % zoom leaves of a window 1280 pixels wide.
  await page.setViewportSize({ width: 640, height: 400 })
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over).toBeLessThanOrEqual(0)
})
