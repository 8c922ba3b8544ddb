import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './console-test.ts'
import type { Product } from './product.ts'
import { ageLastSignIn, reveal } from './reveal.ts'
import { expectAccessible } from './page-checks.ts'

/** Signs in through the form: a step-up changes the session's ID, and other tests of the worker share their sessions. */
async function signInApart(page: Page, product: Product): Promise<void> {
  await page.goto('/extensions/1000')
  await fillSignIn(page, product.accounts.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Extension 1000' })).toBeVisible()
}

test('R26: reveals a password with a reason and a fresh sign-in, hides it again, and keeps it nowhere', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const urls: string[] = []
  const written = product.output().length
  page.on('request', (request) => urls.push(request.url()))
  await signInApart(page, product)
  ageLastSignIn(product)
  const account = page.getByRole('region', { name: 'Phone account' })
  const password = await reveal(page, product.accounts.admin.password)
  await expect(account.getByRole('img', { name: 'QR code with the SIP account of 1000' })).toBeVisible()
  await expect(account.getByText(/^Hidden again in \d+ seconds$/)).toBeVisible()
  await account.getByRole('button', { name: 'Copy password' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await page.emulateMedia({ media: 'print' })
  await expect(account.getByText(password)).toBeHidden()
  await expect(account.getByRole('img')).toBeHidden()
  await page.emulateMedia({ media: null })
  await expectAccessible(page)

  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(account.getByText(password)).toBeHidden()
  expect(await page.content()).not.toContain(password)

  // Within five minutes of the step-up, the console asks only for the reason.
  await reveal(page)
  await page.getByRole('link', { name: 'Numbers' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
  await page.goBack()
  await expect(account.getByRole('button', { name: 'Reveal' })).toBeVisible()
  expect(await page.content()).not.toContain(password)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  const stored = await page.evaluate(async () =>
    JSON.stringify([localStorage, sessionStorage, await caches.keys(), await indexedDB.databases()]),
  )
  for (const secret of [password, product.accounts.admin.password]) {
    expect(urls.filter((url) => decodeURIComponent(url).includes(secret))).toEqual([])
    expect(stored).not.toContain(secret)
    expect(product.output().slice(written)).not.toContain(secret)
  }
})
