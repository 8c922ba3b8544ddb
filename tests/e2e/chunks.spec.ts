import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './console-test.ts'

// React logs the errors that its error boundaries catch.
test.use({ expected: [/Failed to fetch dynamically imported module/] })

/** Makes a script unavailable, as a newer build does. Returns a function that restores it. */
async function remove(page: Page, part: string): Promise<() => Promise<void>> {
  const files = `**/assets/${part}-*.js`
  await page.route(files, (route) => route.fulfill({ status: 404 }))
  return () => page.unroute(files)
}
const toAgents = (page: Page) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Agents' }).click()

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
  await signIn('admin', '/extensions/new')
  const ahead = page.waitForResponse(/LeaveDialog/)
  await page.getByLabel(/^Number/).fill('7401')
  await page.getByLabel(/^SIP password/).fill('kept-in-no-draft')
  await ahead
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await toAgents(page)
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7401')
  await context.setOffline(false)
})

test('reports an action that fails because the server is down', async ({ page, context, signIn }) => {
  await signIn('admin')
  const ahead = page.waitForResponse(/UserPopover/)
  await page.goto('/jobs')
  await ahead
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText("The console's server isn't responding", { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('asks with the browser’s dialog when the leave dialog cannot be loaded', async ({ page, signIn }) => {
  await signIn('admin')
  await remove(page, 'LeaveDialog')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7402')
  await page.getByLabel(/^SIP password/).fill('kept-in-no-draft')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await toAgents(page)
  await expect.poll(() => asked).toEqual(["What you entered on this page isn't saved and will be lost."])
  await expect(page.getByLabel(/^Number/)).toHaveValue('7402')
  page.once('dialog', (dialog) => void dialog.accept())
  await toAgents(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})

test('renews a session in another tab when the sign-in dialog cannot be loaded', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn('admin')
  await remove(page, 'SessionExpiredOverlay')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7403')
  await expect(page.getByText("This number doesn't exist yet.")).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Your session has ended')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await fillSignIn(await opened, product.accounts.admin)
  await expect(page.getByRole('heading', { name: 'Extension 7403 created' })).toBeVisible()
})

test('offers one retry and then a reload when the script of a page cannot be loaded', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const restore = await remove(page, 'AgentsPage')
  await toAgents(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})

test('keeps the page and what was typed when the script of a dialog cannot be loaded', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const restore = await remove(page, 'PoolDialog')
  await page.goto('/inventory/pools')
  const before = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('button', { name: 'New pool' }).first().click()
  await expect(page.getByRole('alert')).toContainText("This part of the console couldn't be loaded")
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate(() => performance.timeOrigin)).not.toBe(before)
  await page.getByRole('button', { name: 'New pool' }).first().click()
  await expect(page.getByRole('dialog', { name: 'New pool' })).toBeVisible()
})
