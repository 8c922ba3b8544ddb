import { expect, fillSignIn, tabTo, test } from './console-test.ts'

test('creates an extension with the keyboard alone, starting at the sign-in', async ({ page, product }) => {
  await page.goto('/extensions/new')
  await page.getByRole('textbox', { name: 'Email' }).focus()
  await page.keyboard.type(product.accounts.admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(product.accounts.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Create numbers' })).toBeVisible()
  await expect(page.getByText(/^The service can.t delete or change an extension/)).toBeVisible()
  await tabTo(page, page.getByLabel(/^Number/))
  await page.keyboard.type('7102')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Extension 7102 created' })).toBeVisible()
})

test('renews a session that ends while a form is filled in, and sends the request once', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn('admin', '/extensions/new')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/extensions'))
      answers.push(response.status())
  })
  await page.getByLabel(/^Number/).fill('7302')
  await page.getByLabel(/^SIP password/).fill('typed-before-the-end')
  await expect(page.getByText("This number doesn't exist yet.")).toBeVisible()
  // Hold the background reads, so that the create is the first request to meet the ended session.
  const heard = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await heard.promise
    await route.continue()
  })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  heard.resolve()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7302')
  await expect(page.getByLabel(/^SIP password/)).toHaveValue('typed-before-the-end')
  await fillSignIn(page, product.accounts.admin)
  await expect(page.getByRole('heading', { name: 'Extension 7302 created' })).toBeVisible()
  expect(answers).toEqual([401, 200])
})

test('shows the second of two windows that create a number who created it, and when', async ({
  page,
  openAs,
  signIn,
}) => {
  await signIn('admin', '/extensions/new')
  const second = await openAs('admin', '/extensions/new')
  for (const window of [page, second]) {
    await window.getByLabel(/^Number/).fill('7303')
    await expect(window.getByText("This number doesn't exist yet.")).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Extension 7303 created' })).toBeVisible()
  await second.getByRole('button', { name: 'Create', exact: true }).click()
  const refusal = second.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText(
    /Created in this console by admin@example\.com, (now|this minute|\d+ seconds? ago)/,
  )
  await expect(
    refusal.getByRole('link', { name: 'Open 7303' }).or(refusal.getByRole('link').first()),
  ).toBeVisible()
  await expect(second.getByLabel(/^Number/)).toHaveValue('7303')
  await second.getByLabel(/^Number/).fill('1001')
  await second.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(refusal).toContainText('It was not created in this console.')
})
