import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { atService, row, setJobRate, standing, startButton } from './bulk.ts'
import { expect, test } from './console-test.ts'

/** Opens the planner with the numbers and starts; 200 and more want their count typed first. Gives the job's address. */
async function startMany(page: Page, numbers: string, count: number, name: string): Promise<string> {
  await page.goto(`/jobs/new?numbers=${encodeURIComponent(numbers)}`)
  await expect(startButton(page)).toHaveText(`Create ${count} extensions`)
  const typed = page.getByRole('textbox', { name: `Type the number of rows to confirm: ${count}` })
  await expect(startButton(page)).toBeDisabled()
  await typed.fill(String(count))
  await page.getByLabel('Name of the job').fill(name)
  await startButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return new URL(page.url()).pathname
}

const settled = async (page: Page): Promise<number> => {
  const text =
    (await page
      .getByRole('main')
      .getByText(/^\d+ of 500 rows settled · /)
      .textContent()) ?? ''
  return Number(/^\d+/.exec(text)?.[0])
}

test('D3.6 five hundred creates: the tab is closed, another machine shows the same job going on', async ({
  page,
  openAs,
  signIn,
}) => {
  await signIn('admin')
  await setJobRate(page, 5)
  const path = await startMany(page, '30000-30499', 500, 'Five hundred')
  await expect.poll(() => settled(page)).toBeGreaterThan(0)
  const before = await settled(page)
  await page.close()
  const other = await openAs('admin')
  await other.goto('/jobs')
  await other.getByRole('link', { name: 'Five hundred' }).click()
  await expect(other).toHaveURL(path)
  await expect(standing(other, 'Running')).toBeVisible()
  expect(await settled(other)).toBeGreaterThanOrEqual(before)
  const seen = await settled(other)
  await expect.poll(() => settled(other)).toBeGreaterThan(seen)
  await other.getByRole('button', { name: 'Cancel the rest' }).click()
  // D3.14 too: what cannot be taken back is said where it is decided.
  await expect(other.getByRole('dialog')).toContainText('the service offers no deletion')
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(standing(other, 'Cancelled')).toBeVisible()
  await setJobRate(other, 0)
})

test('D3.7 row 37 fails: 499 are kept, the row says why, is sent again alone, is downloaded alone', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin')
  await setJobRate(page, 0)
  const before = atService(product).count()
  await startMany(page, '31000-31035, 99010637, 31036-31498', 500, 'Row 37')
  await expect(standing(page, 'Partial success')).toBeVisible({ timeout: 180_000 })
  await expect(page.getByText('500 of 500 rows settled')).toBeVisible()
  expect(atService(product).count() - before).toBe(499)
  await page.getByRole('button', { name: /^Not created 1$/ }).click()
  await expect(row(page, '99010637').getByRole('cell', { name: '37', exact: true })).toBeVisible()
  await expect(row(page, '99010637')).toContainText('This extension is bound to another agent')
  await expect(row(page, '99010637')).toContainText('310122')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download failed rows/ }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^99010637,/)
  await page.getByRole('button', { name: 'Send again: 99010637' }).click()
  await expect(row(page, '99010637').getByRole('cell', { name: '2', exact: true })).toBeVisible()
  expect(atService(product).count() - before).toBe(499)
})

test('D3.14 what cannot be taken back is said before it is done; the count is typed only when many are hit', async ({
  page,
  signIn,
}) => {
  const stays = 'What is created stays: the service offers no deletion and no change.'
  await signIn('admin')
  await page.goto('/extensions/new')
  await expect(page.getByText(stays)).toBeVisible()
  await page.goto('/jobs/new?numbers=32000-32004')
  await expect(startButton(page)).toBeEnabled()
  await expect(page.getByText(stays)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /to confirm/ })).toHaveCount(0)
  await page.goto('/jobs/new?numbers=32000-32249')
  const typed = page.getByRole('textbox', { name: 'Type the number of rows to confirm: 250' })
  await expect(startButton(page)).toHaveText('Create 250 extensions')
  await expect(startButton(page)).toBeDisabled()
  await typed.fill('25')
  await expect(startButton(page)).toBeDisabled()
  await typed.fill('250')
  await expect(startButton(page)).toBeEnabled()
})
