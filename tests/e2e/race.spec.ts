import type { Page } from '@playwright/test'
import { agentWithoutExtension, ask, expect, test } from './console-test.ts'
import { invite } from './invite.ts'
import { openReserve } from './reservations.ts'

/** The endurance run plays a hundred rounds. */
const rounds = process.env['FULL_COUNTS'] === '1' ? 100 : 2

/** Presses the button of the open dialog. Returns its outcome. */
async function press(page: Page, ext: string): Promise<string> {
  await page.getByRole('button', { name: `Reserve ${ext}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const outcome = dialog
    .getByRole('heading', { name: new RegExp(`^${ext} is reserved for `) })
    .or(dialog.getByRole('alert').filter({ hasText: new RegExp(`${ext} was reserved `) }))
  // A busy console may refuse the request; another click sends it again unchanged.
  while (!(await outcome.first().isVisible())) {
    await outcome
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() =>
        page.getByRole('button', { name: `Reserve ${ext}`, exact: true }).click({ timeout: 1_000 }),
      )
      .catch(() => undefined)
  }
  return (await outcome.first().textContent()) ?? ''
}

test(`gives a number to one of two supervisors who reserve it at once, ${rounds} rounds`, async ({
  openAs,
  browser,
  product,
}) => {
  if (rounds > 2) test.setTimeout(rounds * 5_000)
  const admin = await openAs('admin')
  const one = await openAs('supervisor')
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  const two = await context.newPage()
  await invite(admin, two, 'Second Supervisor')
  const agent = await agentWithoutExtension(one)
  const idle = await Promise.all(
    ['57', '58', '59'].map((start) => ask(one, `/api/extensions/idle?ext=${start}&pageSize=1000`)),
  )
  // Other tests of the worker reserve numbers too.
  const earlier = JSON.stringify(await ask(one, '/api/reservations?state=reserved&pageSize=1000'))
  const numbers = (JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []).filter(
    (ext) => !earlier.includes(`"ext":"${ext}"`),
  )
  expect(numbers.length).toBeGreaterThanOrEqual(rounds)
  const others = ['Second', 'Demo']
  const pages = [
    { page: one, agentUuid: agent.uuid },
    { page: two, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' },
  ]
  for (const ext of numbers.slice(0, rounds)) {
    await Promise.all(pages.map(({ page, agentUuid }) => openReserve(page, ext, agentUuid)))
    const shown = await Promise.all(pages.map(({ page }) => press(page, ext)))
    const lost = shown.map((text, page) =>
      new RegExp(` was reserved .+ by ${others[page]} Supervisor `).test(text),
    )
    const won = shown.map((text, page) => lost[page] === false && / is reserved for /.test(text))
    expect([shown, won.filter(Boolean).length]).toEqual([shown, 1])
    expect([shown, lost]).toEqual([shown, won.map((each) => !each)])
  }
  const { items } = await ask(one, '/api/reservations?state=reserved&pageSize=1000')
  const reserved = JSON.stringify(items).match(/(?<="ext":")5[789]\d+/g) ?? []
  const raced = numbers.slice(0, rounds)
  expect(reserved.filter((ext) => raced.includes(ext)).toSorted()).toEqual(raced.toSorted())
  await context.close()
})
