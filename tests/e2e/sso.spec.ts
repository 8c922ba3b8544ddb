import { test, type Page } from '@playwright/test'
import { startProvider } from '../oidc/start-provider.ts'
import { freePort } from '../stores/postgres.ts'
import { expect } from './console-test.ts'
import { startProduct, type Product } from './product.ts'
import { ageLastSignIn, askToReveal, stepUpDialog } from './reveal.ts'
import { expectAccessible } from './page-checks.ts'

const ada = {
  name: 'Ada Lo',
  email: 'ada@example.com',
  email_verified: true,
  groups: ['console-admins'],
}
const nora = { name: 'Nora', email: 'nora@example.com', groups: ['staff'] }

// The tests run in this order on one worker, because the last one stops the provider.
test.describe.configure({ mode: 'default' })

let provider: Awaited<ReturnType<typeof startProvider>>
let product: Product
test.beforeAll(async () => {
  const port = await freePort()
  provider = await startProvider(`http://127.0.0.1:${port}`, { ada, nora })
  const { issuer, clientId, clientSecret, roleClaim, roleValues } = provider.oidc
  product = await startProduct({
    PORT: String(port),
    // Fewer take the console less time to find.
    SANDBOX_EXTENSIONS: '60',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLE_CLAIM: roleClaim,
    OIDC_ADMIN_VALUE: roleValues.admin,
    OIDC_SUPERVISOR_VALUE: roleValues.supervisor,
  })
})
test.afterAll(async () => {
  await product.stop()
  await provider.stop()
})

test('opens the requested page after single sign-on, and signs out here and at the provider', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  await page.goto(`${product.url}/people`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/people')
  await page.getByRole('button', { name: 'Account of Ada Lo' }).click()
  await expect(page.getByText('ada@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(page.url()).toBe(`${product.url}/sign-in`)
  await page.goto(`${product.url}/people`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
  expect(complaints).toEqual([])
})

test('shows a user without a role the reason, and offers another account', async ({ page }) => {
  await page.goto(`${product.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Name').fill('nora')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('You have no role in this console')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with another account' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('continues an expired session after signing in at the provider in another tab', async ({
  page,
  context,
}) => {
  await page.goto(`${product.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.goto(`${product.url}/extensions/idle`)
  await expect(page.getByRole('table', { name: 'Idle extensions' }).getByRole('link').first()).toBeVisible()
  await context.clearCookies({ name: 'console-session' })
  await page.getByRole('textbox', { name: 'Number starts with' }).fill('12')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Single sign-on in a new tab' }).click(),
  ])
  await tab.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(tab.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Number starts with' })).toHaveValue('12')
})

test('asks for a fresh provider sign-in in a new tab before revealing, and then reveals', async ({
  page,
  context,
}) => {
  const signInThere = async (tab: Page) => {
    await tab.getByLabel('Name').fill('ada')
    await tab.getByRole('button', { name: 'Continue' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Extension 1000' })).toBeVisible()
  }
  await page.goto(`${product.url}/extensions/1000`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await signInThere(page)
  ageLastSignIn(product)
  const dialog = await askToReveal(page)
  await dialog.getByLabel('Reason').fill('ticket 4711, new desk phone')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    stepUpDialog(page).getByRole('button', { name: 'Sign in again' }).click(),
  ])
  // The provider still has its own session, but that session does not count.
  await signInThere(tab)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Hidden again in \d+ seconds$/)).toBeVisible()
})

test('reports that the provider is down, and still accepts the password', async ({ page }) => {
  await provider.stop()
  await page.goto(`${product.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page.getByRole('alert')).toContainText("The identity provider isn't responding")
  const { email, password } = product.accounts.supervisor
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My team', level: 1 })).toBeVisible()
})
