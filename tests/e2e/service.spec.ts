import { profileSchema } from '#upstream/profile.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { expect, fillSignIn, test } from './console-test.ts'
import { expectAccessible } from './page-checks.ts'
import { startProduct } from './product.ts'

const appKey = 'the key of another service'

test('connects a service with other names through the browser alone, which completes the first step', async ({
  page,
}) => {
  // A check sends two requests per second.
  test.setTimeout(90_000)
  const other = createSandbox({
    file: null,
    appId: 'acme',
    appKey,
    extensions: 50,
    tokens: 'lenient',
    profile: profileSchema.parse({ operations: { idlePage: { names: { page: 'pageNo' } } } }),
  })
  const { url, close } = await other.listen(0, '127.0.0.1')
  const own = await startProduct({ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'my-own-long-password' })
  await page.goto(`${own.url}/overview`)
  await fillSignIn(page, own.accounts.admin)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('link', { name: 'Connect' }).click()
  await page.getByLabel(/^Service address/).fill(url)
  await page.getByLabel(/^App ID/).fill('acme')
  await page.getByLabel(/^App key/).fill(appKey)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply and test' }).click()
  const use = page.getByRole('button', { name: 'Yes, use this service' })
  await expect(use).toBeVisible()
  await expectAccessible(page)
  await use.click()
  await expect(page.getByRole('button', { name: 'Back to the sandbox' })).toBeVisible()
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0)
  await page.goto(`${own.url}/extensions/idle`)
  await expect(page.getByRole('table', { name: 'Idle extensions' }).getByRole('link').first()).toBeVisible()
  await page.goto(`${own.url}/overview`)
  await expect(steps.getByRole('listitem').first()).toHaveText(/^Connect the service Done/)
  await own.stop()
  await close()
  other.close()
})
