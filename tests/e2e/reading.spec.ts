import type { Locator, Page } from '@playwright/test'
import { patterns } from '#contract/page-patterns.ts'
import { expect, tabTo, test } from './console-test.ts'
import { openPalette, openShortcuts } from './palette.ts'
import { expectToFit } from './page-checks.ts'

/** Opens a dialog with Enter on the button, closes it with Escape, and expects the focus back on the button. */
async function openAndLeave(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Only a dialog that holds the focus gives it back.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
}

test('opens palette, table, menu and dialog with the keyboard alone, and returns the focus', async ({
  page,
  signIn,
}) => {
  await signIn('admin', patterns.idle)
  const shortcuts = await openShortcuts(page)
  await expect(shortcuts.locator('dl > div', { hasText: 'Search and commandsCtrl + K/' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await openAndLeave(page, page.getByRole('button', { name: /^Account of/ }))

  await openPalette(page)
  await page.keyboard.type('idle')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const table = page.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').first()).toBeVisible()

  await openAndLeave(page, page.getByRole('button', { name: 'View' }))

  // The mark of a number that another test has reserved is a link too, beside the tab order.
  const link = table.getByRole('link', { name: /^\d+$/ }).nth(2)
  await tabTo(page, link)
  const number = (await link.textContent()) ?? '-'
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Extension ${number}` })).toBeFocused()
  const revealing = page
    .getByRole('region', { name: 'Phone account' })
    .getByRole('button', { name: 'Reveal' })
  await openAndLeave(page, revealing)
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(revealing).toBeFocused()
  await page.goBack()
  await expect(table.getByRole('link', { name: number })).toBeFocused()
})

test('switches between Chinese and English without a reload, and shows exact times on hover and focus', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', patterns.idle)
  let loads = 0
  page.on('load', () => loads++)
  const table = page.getByRole('table').first()
  const time = table.getByRole('button', { name: /ago|last|year|month/ }).first()
  await expect(time).toBeVisible()
  // A row that moves away from the pointer while the page loads would close the tooltip.
  await page.waitForLoadState('networkidle')
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
  await expect(page.getByRole('heading', { level: 1, name: '号码' })).toBeVisible()
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
  await (await openPalette(page)).fill('国家和地区')
  await page.getByRole('option', { name: /国家和地区/ }).click()
  // The previous page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: '国家和地区' })).toBeVisible()
  await page.getByRole('textbox', { name: '按中文、英文或代码搜索' }).fill('瑞典')
  await expect(page.getByRole('table').getByText('Sweden')).toBeVisible()
  expect(loads).toBe(0)
})

test('renders only the visible rows of a long table, and fits a phone', async ({ page, signIn }) => {
  await signIn('admin', '/jobs/import')
  const lines = Array.from({ length: 500 }, (_, index) => `${70_000_000 + index},Opus`)
  // Another test covers the look-ups; this test is about rows.
  await page.route('**/api/jobs/preview', (route) => route.abort())
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['ext,langCodeTxt', ...lines].join('\r\n')),
  })
  await expect(page.getByText('Rows: 500')).toBeVisible()
  const rows = page.getByRole('row')
  const scroller = page.getByRole('region', { name: 'Rows of the sheet' })
  // The table begins at the end of the window, so that few rows are in view.
  await expect(async () => {
    await scroller.evaluate((element) => {
      element.scrollIntoView()
    })
    await expect(rows.nth(20)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(200)
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(scroller.getByText('70000499')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(200)

  await expectToFit(page)
})

test('lists the twelve operations on the connection page, and renews the token', async ({ page, signIn }) => {
  await signIn('admin', '/service/connection')
  const table = page.getByRole('table', { name: 'The twelve operations' })
  await expect(table.getByRole('link')).toHaveCount(12)
  await expect(page.getByText(/\d+ (hr|min|sec) left/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Renew token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew token' }).click()
  await expect(page.getByText('Token renewed').first()).toBeVisible()
})
