import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './console-test.ts'

// React tells what its boundaries have caught.
test.use({ expected: [/Failed to fetch dynamically imported module/] })

/** As after a newer build took the older one's files away. The answer gives it back. */
async function takeAway(page: Page, part: string): Promise<() => Promise<void>> {
  const files = `**/assets/${part}-*.js`
  await page.route(files, (route) => route.fulfill({ status: 404 }))
  return () => page.unroute(files)
}
const toAgents = (page: Page) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Agents' }).click()

test('until the scripts have come, the page shows whose it is', async ({ page }) => {
  let come = () => {}
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await coming
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const splash = page.locator('.splash')
  await expect(splash).toBeInViewport()
  come()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(splash).toHaveCount(0)
})

test('the server is gone: leaving unsaved work still asks, in the console’s own dialog', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/extensions/new')
  const ahead = page.waitForResponse(/LeaveDialog/)
  await page.getByLabel(/^Number/).fill('7401')
  await ahead
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await toAgents(page)
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7401')
  await context.setOffline(false)
})

test('the server is gone: an act that came to nothing is told of', async ({ page, context, signIn }) => {
  await signIn('admin')
  const ahead = page.waitForResponse(/UserPopover/)
  await page.goto('/jobs')
  await ahead
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText("The console's server does not answer", { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('the question before leaving cannot be fetched: the browser asks it', async ({ page, signIn }) => {
  await signIn('admin')
  await takeAway(page, 'LeaveDialog')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7402')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await toAgents(page)
  await expect.poll(() => asked).toEqual(['What you typed on this page is not saved and will be lost.'])
  await expect(page.getByLabel(/^Number/)).toHaveValue('7402')
  page.once('dialog', (dialog) => void dialog.accept())
  await toAgents(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})

test('the sign-in over the page cannot be fetched: it is done in another tab, and this one goes on', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn('admin')
  await takeAway(page, 'SessionExpiredOverlay')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7403')
  await expect(page.getByText('The service knows no such number yet.')).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Your session has ended')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await fillSignIn(await opened, product.accounts.admin)
  await expect(page.getByRole('heading', { name: 'Extension 7403 is there' })).toBeVisible()
})

test('a page that could not be fetched is fetched when it is tried again', async ({ page, signIn }) => {
  await signIn('admin')
  const giveBack = await takeAway(page, 'AgentsPage')
  await toAgents(page)
  await expect(page.getByRole('heading', { name: 'This could not be shown' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This could not be shown' })).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})
