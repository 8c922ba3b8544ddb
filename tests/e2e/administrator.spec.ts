import type { Page } from '@playwright/test'
import { currentSession } from '#contract/session.ts'
import { jobStatus, plan, start } from './bulk.ts'
import { ask, enter, expect, test, visibilityTimeoutSeconds, waitForFirstCrawl } from './console-test.ts'
import { startProduct } from './product.ts'
import { reader } from './steps.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })

/** Sends a JSON body to the BFF from the page, with its session. */
const post = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      return (await fetch(to, { method: 'POST', headers, body: text })).status
    },
    [path, JSON.stringify(body)] as const,
  )

const nameOf = async (page: Page) => currentSession.answer.parse(await ask(page, '/api/session')).user.name

const rowsHigherThan = (page: Page, height: number) =>
  page
    .locator('main tbody tr')
    .evaluateAll(
      (rows, most) => rows.filter((row) => row.getBoundingClientRect().height > most).length,
      height,
    )

test('an administrator sees in the navigation that requests wait, takes one and passes it on, in three steps', async ({
  page,
  signIn,
  openAs,
}) => {
  const supervisor = await openAs('supervisor')
  const items = [{ ext: '5207' }]
  const asked = { reason: 'left the company', dueOn: '2020-02-29', items }
  expect(await post(supervisor, '/api/service-requests', { kind: 'delete', ...asked })).toBe(200)
  expect(
    await post(supervisor, '/api/service-requests', { kind: 'new-password', ...asked, dueOn: null }),
  ).toBe(200)
  await signIn('admin', '/overview')
  const [own, other] = [await nameOf(page), await nameOf(supervisor)]
  await expect(page.getByText(/^\d+ open requests, some overdue$/)).toBeAttached()

  const by = reader(page)
  await by.click(menu(page, 'Requests'))
  const row = page.getByRole('row').filter({ hasText: '5207' }).filter({ hasText: 'Delete' })
  // Overdue requests come first; who has it and who asked, by name; the second request for the number.
  await expect(page.getByRole('row').nth(1)).toContainText('Overdue')
  await expect(row).toContainText('Feb 29, 2020')
  await expect(row.getByTitle(own, { exact: true })).toBeVisible()
  await expect(row.getByTitle(other, { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: '1 other open request for 5207' })).toBeVisible()
  expect(await rowsHigherThan(page, 33)).toBe(0)
  await by.click(row.getByRole('button', { name: 'Take: Delete 5207' }))
  await by.click(row.getByRole('button', { name: 'Mark as sent: Delete 5207' }))
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Check now: Delete 5207' })).toBeVisible()
  expect(by.taken()).toBe(3)

  // The supervisor sees the name of the user who has the request.
  await supervisor.goto('/extensions/1016')
  await supervisor.getByRole('button', { name: 'Request a change' }).click()
  await expect(supervisor.getByRole('dialog')).toContainText(`Your request goes to ${own}.`)
})

test('an administrator finds who saw passwords, and what happened yesterday, in one click each', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/overview')
  expect(await post(page, '/api/extensions/1017/secret', { reason: 'phone lost' })).toBe(200)
  const by = reader(page)
  await by.click(menu(page, 'Audit'))
  await by.click(page.getByRole('button', { name: 'Who saw passwords' }))
  await expect(page.getByRole('button', { name: 'Remove filter Action: Who saw passwords' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '1017' }).first()
  await expect(row).toContainText('Password revealed')
  // The date, and beside it how long ago.
  await expect(row.getByRole('cell').first()).toHaveText(/\d\d:\d\d .*(second|minute)s? ago|\d\d:\d\d now/)
  const actions = page.getByRole('row').filter({ hasText: /Signed in|Settings changed/ })
  await expect(actions).toHaveCount(0)
  expect(by.taken()).toBe(2)

  await by.click(page.getByRole('button', { name: 'Yesterday' }))
  await expect(page).toHaveURL(/to=\d+/)
  const query = new URL(page.url()).searchParams
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  // A day of the reader's calendar, which has ended.
  expect([to - from, new Date(from + 8 * 3_600_000).toISOString().slice(11, 19)]).toEqual([
    86_400_000,
    '00:00:00',
  ])
  expect(to).toBeLessThanOrEqual(Date.now())
  expect(by.taken()).toBe(1)
})

test('shows an administrator on one screen what needs attention, the capacity and the latest actions', async ({
  browser,
}) => {
  const product = await startProduct({
    JOB_VISIBILITY_TIMEOUT_SECONDS: visibilityTimeoutSeconds,
    SANDBOX_EXTENSIONS: '700',
  })
  const size = { width: 1366, height: 768 }
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', viewport: size })
  const page = await context.newPage()
  await enter(page, 'admin', '/overview', product, new Map())
  await waitForFirstCrawl(page)
  for (const [index, name] of ['Sales', 'Support', 'Billing', 'Loyalty', 'Spare'].entries()) {
    const pool = { name, prefixes: [String(11 + index)], leastFree: index === 0 ? 90 : null }
    expect(await post(page, '/api/pools', pool)).toBe(200)
  }
  const request = { kind: 'delete', reason: 'hall closed', dueOn: '2020-02-29', items: [{ ext: '1607' }] }
  expect(await post(page, '/api/service-requests', request)).toBe(200)
  await plan(page, '9301 9901066')
  await start(page, 'Numbers of the hall')
  await expect(jobStatus(page, 'Partial success')).toBeVisible()
  await page.goto('/overview')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem')).toHaveCount(3)
  await expect(attention.getByRole('listitem').first()).toContainText(
    /Sales · \d+ free, fewer than 90\.\s*Snooze for a week/,
  )
  await expect(page.getByRole('table', { name: 'Capacity by pool' }).locator('tbody tr')).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'Recent actions' }).getByRole('listitem')).toHaveCount(5)
  for (const language of ['中文', 'English']) {
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(size.height)
    await page.getByRole('banner').getByRole('button', { name: language }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: language })).toHaveCount(0)
  }
  await context.close()
  await product.stop()
})

test('fills a large screen with 50 rows, and remembers another choice for every list', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn('admin', '/numbers')
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(size).toHaveValue('50')
  const table = page.getByRole('table', { name: 'Numbers' })
  await expect(table.locator('tbody tr')).toHaveCount(50)
  const right = await table.evaluate((element) => element.getBoundingClientRect().right)
  expect(right).toBeGreaterThan(1920 - 48)
  const by = reader(page)
  await by.choose(size, '100')
  await expect(table.locator('tbody tr')).toHaveCount(100)
  await by.click(menu(page, 'People'))
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  await expect(size).toHaveValue('100')
  expect(by.taken()).toBe(2)
})
