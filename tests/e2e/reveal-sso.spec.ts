import { expect, test } from '@playwright/test'
import { startProvider } from '../oidc/start-provider.ts'
import { freePort } from '../stores/postgres.ts'
import { startProduct } from './product.ts'
import { ageSignIns, askToReveal, reveal } from './reveal.ts'

const ada = { name: 'Ada Lo', email: 'ada@example.com', groups: ['console-admins'] }

test('who came by single sign-on proves it there once more, and comes back to the page', async ({ page }) => {
  const port = await freePort()
  const provider = await startProvider(`http://127.0.0.1:${port}`, { ada })
  const { issuer, clientId, clientSecret, roleClaim, adminValue, supervisorValue } = provider.oidc
  const product = await startProduct({
    PORT: String(port),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLE_CLAIM: roleClaim,
    OIDC_ADMIN_VALUE: adminValue,
    OIDC_SUPERVISOR_VALUE: supervisorValue,
  })
  const signInThere = async () => {
    await page.getByLabel('Name').fill('ada')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Extension 1000' })).toBeVisible()
  }
  try {
    await page.goto(`${product.url}/extensions/1000`)
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await signInThere()
    ageSignIns(product)
    const dialog = await askToReveal(page)
    await expect(dialog.getByText('Your sign-in is too old for this')).toBeVisible()
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    // The provider's own session is still there, and does not count.
    await signInThere()
    expect((await reveal(page)).length).toBeGreaterThan(7)
  } finally {
    await product.stop()
    await provider.stop()
  }
})
