import type { Page } from '@playwright/test'
import { plan, setJobRate, start } from './bulk.ts'
import { expect, tabTo, test } from './console-test.ts'
import { openPalette } from './palette.ts'

test('D3.10 with the keyboard alone: palette, table, menu, dialog; the focus returns; ? lists the shortcuts', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByRole('row', { name: /Ctrl \+ K \/ Search and commands/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  const account = page.getByRole('button', { name: /^Account of/ })
  await tabTo(page, account)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Account of/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('idle')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const table = page.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').first()).toBeVisible()

  const view = page.getByRole('button', { name: 'View' })
  await tabTo(page, view)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'View' })).toHaveCount(0)
  await expect(view).toBeFocused()

  const link = table.getByRole('link').nth(2)
  await tabTo(page, link)
  const number = (await link.textContent()) ?? '-'
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Extension ${number}` })).toBeFocused()
  const revealing = page.getByRole('region', { name: 'SIP account' }).getByRole('button', { name: 'Reveal' })
  await tabTo(page, revealing)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(revealing).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(revealing).toBeFocused()
  await page.goBack()
  await expect(table.getByRole('link', { name: number })).toBeFocused()
})

test('D3.11 for a screen reader: the order of rows, the name of each choice, a live region for a job', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/jobs')
  await plan(page, '8501-8512')
  await setJobRate(page, 1)
  await start(page, 'Spoken progress')
  await expect(
    page.getByRole('status').filter({ hasText: /^\d+ of 12 rows settled/ }),
    'spoken without taking the focus',
  ).toHaveCount(1)
  await setJobRate(page, 0)
  await page.goto('/jobs')
  await expect(page.locator('th[aria-sort=descending]')).toHaveText(/Started/)
  await page.goto('/audit')
  await expect(page.locator('th[aria-sort=descending]')).toHaveText(/When/)
  await page.goto('/inventory?ext=1')
  await page.getByRole('checkbox', { name: 'Select extension 1004' }).click()
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await page.goto('/extensions/idle')
  const row = page.getByRole('table', { name: 'Idle extensions' }).getByRole('row').nth(1)
  const number = (await row.getByRole('link').textContent()) ?? '-'
  await expect(row.getByRole('button', { name: `Copy ${number}` })).toBeVisible()
})

test('D3.12 Chinese and English without a reload, reference names too; exact times on hover and on focus', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  let loads = 0
  page.on('load', () => loads++)
  const table = page.getByRole('table').first()
  const time = table.getByRole('button', { name: /ago|last|year|month/ }).first()
  await expect(time).toBeVisible()
  const exact = /\d{1,2} \w+ \d{4}.*(GMT|UTC|CST|中国)|\d{4}.*GMT\+8/
  await time.hover()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await time.focus()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
  await expect(time).toHaveAttribute(
    'aria-describedby',
    (await page.getByRole('tooltip').getAttribute('id')) ?? '-',
  )

  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '空闲分机' })).toBeVisible()
  await expect(table.getByRole('button', { name: /前|去年|上/ }).first()).toBeVisible()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  const zone = page.getByRole('combobox', { name: '时区' })
  await zone.fill('尼泊尔')
  await page
    .getByRole('option', { name: /尼泊尔/ })
    .first()
    .click()
  await expect(zone).toHaveValue(/尼泊尔/)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Nepal/)
  const language = page.getByRole('combobox', { name: 'Language', exact: true })
  await language.fill('Japan')
  await page
    .getByRole('option', { name: /Japanese/ })
    .first()
    .click()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('combobox', { name: '语言', exact: true })).toHaveValue(/日语/)
  await page.getByRole('link', { name: '国家和地区' }).click()
  await page.getByRole('textbox', { name: '按中文、英文或代码搜索' }).fill('瑞典')
  await expect(page.getByRole('table').getByText('Sweden')).toBeVisible()
  expect(loads).toBe(0)
})

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('D3.13 ten thousand rows, 360 px, dark, zoomed to 200 %, printed', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/jobs/import')
  const lines = Array.from({ length: 10_000 }, (_, index) => `${70_000_000 + index},Opus`)
  // Ten thousand look-ups are another test's; here it is about rows.
  await page.route('**/api/jobs/preview', (route) => route.abort())
  await page.locator('input[type=file]').setInputFiles({
    name: 'ten-thousand.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['ext,langCodeTxt', ...lines].join('\r\n')),
  })
  await expect(page.getByText('Rows: 10,000')).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.nth(20)).toBeVisible()
  expect(await rows.count()).toBeLessThan(200)
  const scroller = page.getByRole('region', { name: 'Rows of the sheet' })
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(scroller.getByText('70009999')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(200)

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(scroller.getByRole('row').nth(2)).toBeAttached()
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  // 200 % of a window 1280 wide: 640 CSS pixels.
  await page.setViewportSize({ width: 640, height: 400 })
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/extensions/idle?pageSize=100')
  const table = page.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').nth(99)).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Number starts with' })).toBeHidden()
  // All rows are on the paper, dark on white whatever the screen is.
  const [box, paper] = await Promise.all([
    page
      .getByRole('region', { name: 'Idle extensions' })
      .evaluate((element) => element.scrollHeight - element.clientHeight),
    table
      .getByRole('cell')
      .first()
      .evaluate((cell) => [getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor]),
  ])
  expect(box).toBeLessThanOrEqual(1)
  expect(paper).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})
