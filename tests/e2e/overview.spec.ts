import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { blocksByLength } from '#server/overview/blocks.ts'
import { openDatabase } from '#server/store/database.ts'
import { createPoolStore } from '#server/store/pool-store.ts'
import { createSnapshotStore } from '#server/store/snapshot-store.ts'
import { ask, expect, expectSound, tabTo, test } from './console-test.ts'
import type { Product } from './product.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Two months in which every block loses numbers, as if the console had kept snapshots all the time. */
async function remember({ dataDir, sandboxUrl }: Product): Promise<void> {
  const database = await openDatabase({ file: join(dataDir, 'console.db') })
  const account = `${sandboxUrl} sandbox`
  const pool = createPoolStore(database, account)
  const snapshots = createSnapshotStore(database, account)
  const figures = [await pool.whole(), ...(await blocksByLength(pool)).flatMap((each) => each.figures)]
  const hour = Math.floor(Date.now() / hourMs) * hourMs
  for (let age = 60; age > 0; age--)
    await snapshots.take(
      hour - age * dayMs,
      figures.map(({ prefix, free, bound, unknown }) => ({
        prefix,
        free: free + age * (prefix === '' ? 40 : 2),
        bound,
        unknown,
      })),
    )
  await database.close()
}

const bars = (page: Page, name = 'Blocks of numbers') => page.getByRole('list', { name }).getByRole('link')

test.beforeEach(async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/overview')
  // The console reads all idle extensions by itself.
  await expect(bars(page).first()).toBeVisible()
})

test('figures, blocks, trend: axe, both schemes, 360 px, 200 % zoom, both languages', async ({
  page,
  product,
}) => {
  await remember(product)
  await page.reload()
  const all = page.getByRole('region', { name: 'All numbers' })
  await expect(all.getByText(/^In \d+(–\d+)? (days|weeks|months)/)).toBeVisible()
  const trend = page.getByRole('region', { name: 'Trend' })
  await expect(trend.locator('svg.recharts-surface').first()).toBeVisible()
  await expect(trend.locator('figcaption')).toHaveText(/^All numbers: free from [\d,]+ to [\d,]+ between/)
  await expectSound(page)
  // 1280 px wide at 200 %: half as many CSS pixels.
  await page.setViewportSize({ width: 640, height: 400 })
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await over()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible()
  await page.goto('/overview?view=table&trend=table&length=3&sort=soonest&span=year')
  const blocks = page.getByRole('table', { name: '各号段数据' })
  await expect(blocks.getByRole('row')).toHaveCount(21)
  await expect(blocks.getByText(/^(\d+(-\d+)?(天|周|个月)后|\d+(天|周|个月)内)$/).first()).toBeVisible()
  // What was remembered, and what the console kept itself if it has run for long enough.
  const { items } = await ask(page, '/api/overview/trend?span=year')
  const kept = Array.isArray(items) ? items.length : 0
  expect(kept).toBeGreaterThanOrEqual(60)
  await expect(page.getByRole('table', { name: '逐份快照' }).getByRole('row')).toHaveCount(kept + 1)
  await expectSound(page)
})

test('a bar leads to its numbers, by click and by Enter; back finds the same view', async ({ page }) => {
  await page.goto('/overview?length=1&sort=free')
  await expect(bars(page).nth(1)).toBeVisible()
  const [first, second] = [bars(page).nth(0), bars(page).nth(1)]
  const prefixOf = async (link: typeof first) => /^\d+/.exec((await link.textContent()) ?? '')?.[0] ?? ''
  const prefixes = [await prefixOf(first), await prefixOf(second)]
  await first.click()
  await expect(page).toHaveURL(new RegExp(`/inventory\\?ext=${prefixes[0]}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/overview\?length=1&sort=free$/)
  await tabTo(page, second)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/inventory\\?ext=${prefixes[1]}$`))
})

test('200 blocks: paged, to one scale', async ({ page }) => {
  await page.goto('/overview?length=3')
  await expect(bars(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(bars(page)).toHaveCount(20)
  await expectSound(page)
})

test('a threshold by keyboard, told to a supervisor in another browser, taken care of, in Chinese', async ({
  page,
  openAs,
}) => {
  await page.getByRole('button', { name: '中文' }).click()
  await tabTo(page, page.getByRole('button', { name: '设置阈值' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '设置阈值' })
  await expect(dialog.getByRole('textbox', { name: '号码开头' })).toBeFocused()
  await expectSound(page)
  await page.keyboard.type('10')
  await page.keyboard.press('Tab')
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/空闲 \d+ 个，少于 5,000 个/)).toBeVisible()
  await expect(page.getByRole('link', { name: /总览.*1 条告警/ })).toBeVisible()
  await expectSound(page)

  const supervisor = await openAs('supervisor')
  await supervisor.goto('/overview')
  const alerts = supervisor.getByRole('region', { name: 'Alerts' })
  await expect(alerts.getByText(/\d+ free, fewer than 5,000/)).toBeVisible()
  await expect(alerts.getByRole('button', { name: /Take care|Change|Set/ })).toHaveCount(0)
  await expect(supervisor.getByRole('region', { name: 'Recent acts' })).toHaveCount(0)

  await page.getByRole('button', { name: '认领 10…' }).click()
  await page.getByRole('menuitem', { name: '静默 1天' }).click()
  await expect(page.getByText(/admin@example\.com 已认领/)).toBeVisible()
  await supervisor.getByRole('button', { name: 'Refresh' }).click()
  await expect(alerts.getByText(/admin@example\.com takes care of it until/)).toBeVisible()
  await expect(supervisor.getByRole('link', { name: 'Overview', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '更改 10… 的阈值' }).first().click()
  await page.getByRole('button', { name: '取消阈值' }).click()
  await expect(page.getByText('尚未设置阈值。', { exact: false })).toBeVisible()
})
