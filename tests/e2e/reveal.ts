import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { expect } from './console-test.ts'
import type { Product } from './product.ts'

const answer = z.strictObject({ password: z.string().min(8) })
const oldMs = 6 * 60_000

/** Backdates the latest sign-in by six minutes; the other sign-ins stay fresh for other tests of the worker. */
export function ageLastSignIn({ dataDir }: Pick<Product, 'dataDir'>): void {
  const database = new DatabaseSync(join(dataDir, 'console.db'), { timeout: 10_000 })
  database
    .prepare(`UPDATE session SET proved_at = ? WHERE began_at = (SELECT max(began_at) FROM session)`)
    .run(Date.now() - oldMs)
  database.close()
}

/** The dialog that asks for a fresh sign-in. */
export const stepUpDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: "Confirm that it's you" })

export async function stepUp(page: Page, password: string): Promise<void> {
  const dialog = stepUpDialog(page)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Opens the reveal dialog on an extension's page, and returns it. */
export async function askToReveal(page: Page): Promise<Locator> {
  await page.getByRole('region', { name: 'Phone account' }).getByRole('button', { name: 'Reveal' }).click()
  return page.getByRole('dialog', { name: /^Reveal/ })
}

/** Reveals with a reason, and with a step-up when `ownPassword` is given. Returns the password that the page shows. */
export async function reveal(page: Page, ownPassword?: string): Promise<string> {
  const dialog = await askToReveal(page)
  await dialog.getByLabel('Reason').fill('ticket 4711, new desk phone')
  const answered = page.waitForResponse((each) => each.url().endsWith('/secret') && each.ok())
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  if (ownPassword !== undefined) await stepUp(page, ownPassword)
  const response = await answered
  expect(response.headers()['cache-control']).toBe('no-store')
  const { password } = answer.parse(await response.json())
  await expect(page.getByRole('region', { name: 'Phone account' }).getByText(password)).toBeVisible()
  return password
}
