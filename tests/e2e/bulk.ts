import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './console-test.ts'
import type { Product } from './product.ts'

/** Reads the extensions from the sandbox's database, independent of what the console shows. */
export function atService({ dataDir }: Product) {
  const ask = (sql: string, ...values: string[]) => {
    const db = new DatabaseSync(join(dataDir, 'sandbox.db'), { readOnly: true })
    try {
      return db.prepare(sql).all(...values)
    } finally {
      db.close()
    }
  }
  return {
    count: (): number => Number(ask('SELECT count(*) AS n FROM extension')[0]?.['n']),
    /** Returns the password of the number, '' when it is the service's own, `null` when the number does not exist. */
    password(ext: string): string | null {
      const [row] = ask('SELECT password FROM extension WHERE ext = ?', ext)
      return row === undefined ? null : String(row['password'] ?? '')
    },
  }
}

/** Sets the creates per second, so that a job is slow enough to watch. 0 means no limit. */
export async function setJobRate(page: Page, jobRate: number): Promise<void> {
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/settings', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', 'x-console': '1' },
          body,
        })
      ).status,
    JSON.stringify({ jobRate }),
  )
  expect(status).toBe(200)
}

/** Opens the planner with these numbers, and waits until all are looked up. */
export async function plan(page: Page, numbers: string): Promise<void> {
  await page.goto(`/jobs/new?numbers=${encodeURIComponent(numbers)}`)
  await expect(startButton(page)).toBeEnabled()
}

export const startButton = (page: Page) => page.getByRole('button', { name: /^Create [\d,]+ extensions?$/ })

/** Starts the planned job, and returns the path of its page. */
export async function start(page: Page, name: string): Promise<string> {
  await page.getByLabel('Job name').fill(name)
  await startButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return new URL(page.url()).pathname
}

/** The badge with the job's status, beside its name. */
export const jobStatus = (page: Page, word: string) =>
  page.getByRole('main').getByText(word, { exact: true }).first()

export const row = (page: Page, ext: string) =>
  page.getByRole('table', { name: 'Rows of the job' }).getByRole('row').filter({ hasText: ext })

/** Shows the rows of a sheet that need no change too. */
export const showAllRows = (page: Page) => page.getByText(/^All \d+$/).click()
