import { rmSync } from 'node:fs'
import { expect, fillSignIn, test } from './console-test.ts'
import { startProduct } from './product.ts'

// The server may die while the page still loads parts in the background.
test.use({ expected: [/Failed to fetch dynamically imported module|Unable to preload CSS/] })

test('keeps the rows and forms of pages when the server dies, and offers a retry', async ({
  page,
  context,
}) => {
  const own = await startProduct({ SANDBOX_EXTENSIONS: '60' })
  await page.goto(`${own.url}/extensions/new`)
  await fillSignIn(page, own.accounts.admin)
  await page.getByLabel(/^Number/).fill('7301')
  const list = await context.newPage()
  await list.goto(`${own.url}/extensions/idle`)
  const table = list.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').first()).toBeVisible()
  const rows = await table.getByRole('link').allTextContents()
  process.kill(own.pid, 'SIGKILL')
  await list.keyboard.press('r')
  const main = list.getByRole('main')
  await expect(main.getByRole('alert').filter({ hasText: "server isn't responding" })).toBeVisible()
  await expect(
    main.getByText(/^As of (now|this minute|in 0 seconds|\d+ (seconds?|minutes?) ago) · /),
  ).toBeVisible()
  // One button in the banner, one in the panel.
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(2)
  expect(await table.getByRole('link').allTextContents()).toEqual(rows)

  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: "isn't responding" }).first()).toBeVisible()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7301')
  rmSync(own.dataDir, { recursive: true, force: true })
})
