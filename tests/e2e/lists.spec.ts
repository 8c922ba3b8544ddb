import type { Page } from '@playwright/test'
import { patterns } from '#contract/page-patterns.ts'
import { expect, test } from './console-test.ts'
import { emptyCache, expectNoLayoutShift, observeShifts } from './page-checks.ts'

const idle = (page: Page) => page.getByRole('table', { name: 'Idle extensions' })
/** Numbers in rows; a reservation's link may load later. */
const numbersIn = (page: Page) => idle(page).getByRole('link', { name: /^\d+$/ }).allTextContents()
/** The scroll container of the table. */
const scroller = (page: Page) => page.getByRole('region', { name: 'Idle extensions' })

test('shows the same list at a filtered URL in a new window, and copies a number', async ({
  page,
  context,
  openAs,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin', patterns.idle)
  await page.getByRole('textbox', { name: 'Number starts with' }).fill('50')
  await expect(page).toHaveURL(/ext=50/)
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('checkbox', { name: 'Company ID' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show agent record' }).click()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('textbox', { name: 'Template ID' }).fill('t-1')
  await expect(page).toHaveURL(/tempId=t-1/)
  await page.getByRole('button', { name: 'Next page' }).click()
  // The URL changes a moment before the page does.
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText(/^21–40 of/)).toBeVisible()
  await expect(idle(page)).not.toHaveAttribute('aria-busy', 'true')
  const rows = await numbersIn(page)
  const columns = await idle(page).getByRole('columnheader').allTextContents()
  expect(rows.length).toBeGreaterThan(10)

  const { pathname, search } = new URL(page.url())
  const other = await openAs('admin')
  await emptyCache(other)
  await using _shifts = await other.addInitScript(observeShifts)
  await other.goto(`${pathname}${search}`)
  await expect(idle(other).getByRole('link').first()).toBeVisible()
  await expect(idle(other)).not.toHaveAttribute('aria-busy', 'true')
  expect(await numbersIn(other)).toEqual(rows)
  expect(await idle(other).getByRole('columnheader').allTextContents()).toEqual(columns)
  expect(other.url()).toBe(page.url())
  await expect(other.getByRole('button', { name: 'Hide agent record' })).toBeVisible()
  await expect(
    other.getByRole('region', { name: 'Filters', exact: true }).getByRole('textbox', { name: 'Template ID' }),
  ).toHaveValue('t-1')
  // Neither the open record nor the filters, which load later, move the list.
  await expectNoLayoutShift(other)

  await idle(page)
    .getByRole('button', { name: `Copy ${rows[0] ?? '-'}` })
    .click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(rows[0])
})

test('restores scroll position and focus on the way back from a detail', async ({ page, signIn }) => {
  await signIn('supervisor', '/extensions/idle?pageSize=100')
  await expect(idle(page).getByRole('link').first()).toBeVisible()
  // By its name: rows move when a number above is taken.
  const number = (await idle(page).getByRole('link').nth(60).textContent()) ?? '-'
  const link = idle(page).getByRole('link', { name: number })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => document.documentElement.scrollTop)
  expect(before).toBeGreaterThan(500)
  const address = page.url()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: `Extension ${number}` })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBeCloseTo(before, -1)

  // The same on a page where the window itself scrolls.
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/extensions/1000')
  const agent = page.getByRole('region', { name: 'History' }).getByRole('link').first()
  await expect(agent).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 150))
  await agent.focus()
  const top = await page.evaluate(() => document.documentElement.scrollTop)
  expect(top).toBeGreaterThan(50)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Current extension' })).toBeVisible()
  await page.goBack()
  await expect(agent).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBeCloseTo(top, -1)
})

/** Sums the layout shifts without user input in `window.shifted`. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
          Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + Number(entry.value) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifts = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** Holds the matching requests until the returned function is called. When several match, the latest wins. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  return () => held.resolve(undefined)
}

test('shows a skeleton, then dimmed rows on paging, without layout shifts on a slow connection, and stops waiting when asked to', async ({
  page,
  signIn,
}) => {
  await using _shifts = await watchShifts(page)
  await signIn('supervisor')
  const releaseFirst = await hold(page, '**/api/extensions/idle?**')
  await page.goto('/extensions/idle')
  await expect(idle(page)).toHaveAttribute('aria-busy', 'true')
  await expect(idle(page).getByRole('row')).toHaveCount(21)
  releaseFirst()
  await expect(idle(page).getByRole('link').first()).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.1)

  const first = await numbersIn(page)
  const height = await scroller(page).evaluate((element) => element.getBoundingClientRect().height)
  const releaseThird = await hold(page, '**/api/extensions/idle?page=3**')
  await page.getByRole('textbox', { name: 'Page' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(idle(page)).toHaveAttribute('aria-busy', 'true')
  expect(await numbersIn(page)).toEqual(first)
  releaseThird()
  await expect(idle(page)).not.toHaveAttribute('aria-busy', 'true')
  expect(await numbersIn(page)).not.toEqual(first)
  expect(await scroller(page).evaluate((element) => element.getBoundingClientRect().height)).toBe(height)
  expect(await shifts(page)).toBeLessThan(0.1)

  // Stops waiting for a slow read, and retries it.
  let asked = 0
  await page.route('**/api/extensions/idle?page=5**', async (route) => {
    asked++
    if (asked > 1) await route.continue()
  })
  await page.getByRole('textbox', { name: 'Page' }).fill('5')
  await page.keyboard.press('Enter')
  const stop = page.getByRole('button', { name: 'Stop waiting' })
  await stop.click()
  await expect(stop).toBeHidden()
  await expect(page.getByText("Stopped. You're looking at earlier data.")).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("Stopped. You're looking at earlier data.")).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('81–100 of')).toBeVisible()
})

test('shows empty, filtered, forbidden, turned-off and broken pages with their own look and next step', async ({
  page,
  openAs,
  signIn,
}) => {
  const none = { items: [], page: 1, pageSize: 20, total: 0, warnings: [] }
  await page.route('**/api/people?*', (route) => route.fulfill({ json: none }))
  // Until everything was read once, which takes a busy machine a minute, the page says that instead.
  await page.route('**/api/numbers/status', async (route) => {
    const response = await route.fetch()
    const status: object = await response.json()
    await route.fulfill({ response, json: { ...status, firstScan: null, boundScan: null } })
  })
  await signIn('admin', '/people')
  const main = page.getByRole('main')
  const shown: string[] = []
  const look = async (of: Page, heading: string, step: { role: 'button' | 'link'; name: string }) => {
    const title = of.getByRole('main').getByRole('heading', { level: 2, name: heading, exact: true })
    await expect(title).toBeVisible()
    await expect(of.getByRole('main').getByRole(step.role, { name: step.name }).last()).toBeVisible()
    // The picture must differ too, and a sentence must follow the title.
    const card = title.locator('..')
    shown.push(`${await card.getAttribute('data-tone')} ${await card.locator('svg').first().innerHTML()}`)
    expect(((await card.textContent()) ?? '').length).toBeGreaterThan(heading.length + 10)
  }
  await look(page, 'No people yet', { role: 'link', name: 'Numbers' })
  await page.goto('/extensions/idle?ext=777')
  await look(page, 'No results for these filters', { role: 'button', name: 'Clear filters' })
  // The button disappears with the filter, so the focus moves to what is left.
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(idle(page).getByRole('link').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.goto('/extensions/new/legacy')
  await look(page, 'This feature is turned off', { role: 'link', name: 'Settings' })
  await page.goto('/extensions/990001')
  await look(page, 'The phone platform reported an internal error', { role: 'button', name: 'Try again' })
  await expect(main.getByText(/Request [0-9a-f-]{36}/)).toBeVisible()
  await page.goto('/extensions/4999')
  await look(page, "This extension doesn't exist on the phone platform", {
    role: 'link',
    name: 'Create 4999',
  })
  const supervisor = await openAs('supervisor', '/settings')
  await look(supervisor, "Your role can't open this page", { role: 'link', name: 'Go to your home page' })
  await expect(
    supervisor.getByRole('main').getByText('Ask an administrator if you need access.'),
  ).toBeVisible()
  expect(new Set(shown).size).toBe(shown.length)
})
