import type { Page } from '@playwright/test'
import { patterns } from '#contract/page-patterns.ts'
import { expect, test } from './console-test.ts'
import { emptyCache } from './page-checks.ts'

// React logs the errors that its error boundaries catch.
test.use({ expected: [/Failed to fetch dynamically imported module/] })

/** Makes a script unavailable, as a newer build does. Returns a function that restores it. */
async function remove(page: Page, part: string): Promise<() => Promise<void>> {
  const files = `**/assets/${part}-*.js`
  await page.route(files, (route) => route.fulfill({ status: 404 }))
  return () => page.unroute(files)
}
const toPeople = (page: Page) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'People' }).click()

test('shows the console’s logo until its scripts are loaded', async ({ page }) => {
  let releaseScripts = () => {}
  const released = new Promise<void>((resolve) => {
    releaseScripts = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const splash = page.locator('.splash')
  await expect(splash).toBeInViewport()
  releaseScripts()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(splash).toHaveCount(0)
})

test('asks in the console’s own dialog before leaving unsaved work while the server is down', async ({
  page,
  context,
  signIn,
}) => {
  // What the console needs without its server must be loaded before, not cached by another test.
  await emptyCache(page)
  await signIn('admin', '/extensions/new')
  await page.getByLabel(/^Number/).fill('7401')
  await page.getByLabel(/^SIP password/).fill('kept-in-no-draft')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await toPeople(page)
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7401')
  await context.setOffline(false)
})

test('reports an action that fails because the server is down', async ({ page, context, signIn }) => {
  await emptyCache(page)
  await signIn('admin', '/jobs')
  await page.waitForLoadState('networkidle')
  // What shows the error loads once the browser is idle.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText("The console's server isn't responding", { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('offers one retry and then a reload when the script of a page cannot be loaded', async ({
  page,
  signIn,
}) => {
  await signIn('admin', patterns.idle)
  const restore = await remove(page, 'PeoplePage')
  await toPeople(page)
  await expect(
    page.getByRole('heading', { name: "This part of the console couldn't be loaded" }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(
    page.getByRole('heading', { name: "This part of the console couldn't be loaded" }),
  ).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
})

test('keeps the language when the messages of the other one cannot be loaded, and says so', async ({
  page,
  signIn,
}) => {
  await signIn('admin', patterns.idle)
  const restore = await remove(page, 'zh')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('alert')).toContainText("The other language couldn't be loaded")
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await restore()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '号码' })).toBeVisible()
})
