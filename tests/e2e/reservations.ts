import type { Page } from '@playwright/test'
import type { Pair } from '#contract/reservations.ts'
import { ask, expect } from './console-test.ts'

/** Returns free numbers of a prefix that no other test counts, without those that were ever reserved. */
export async function freeNumbers(page: Page, count: number, from = '55'): Promise<string[]> {
  const [idle, ever] = await Promise.all([
    ask(page, `/api/extensions/idle?ext=${from}&pageSize=1000`),
    ask(page, `/api/reservations?pageSize=1000`),
  ])
  const reserved = new Set(JSON.stringify(ever).match(/(?<="ext":")\d+/g))
  const free = (JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []).filter((ext) => !reserved.has(ext))
  expect(free.length).toBeGreaterThan(count)
  return free.slice(0, count)
}

/** Sends reservations as the page does, and expects that each is made. Returns the text of the response. */
export async function reserveAll(page: Page, items: Pair[]) {
  const text = await page.evaluate(async (asked) => {
    const answer = await fetch('/api/reservations', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ items: asked }),
    })
    return answer.text()
  }, items)
  expect(text.match(/"code":null/g), text).toHaveLength(items.length)
  return text
}

/** Opens the dialog that reserves this number, from its row, and chooses the person with this UUID. */
export async function openReserve(page: Page, ext: string, uuid: string) {
  await page.goto(`/numbers?search=${ext}`)
  await page.getByRole('table', { name: 'Numbers' }).getByRole('button', { name: 'Reserve…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  await dialog.getByRole('combobox', { name: 'Person' }).fill(uuid)
  const options = dialog.getByRole('option')
  const person = options.and(page.locator(`[value="${uuid}"]`))
  await expect(person).toBeVisible()
  // Until the search is answered, the list has the people from before it too, and a click while they go is lost. Then it has the person,
  // and an offer to ask about one who is not known.
  await expect.poll(() => options.count()).toBeLessThanOrEqual(2)
  await person.click()
  await expect(dialog.getByRole('button', { name: `Reserve ${ext}`, exact: true })).toBeEnabled()
  return dialog
}
