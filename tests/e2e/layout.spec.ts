import type { Page } from '@playwright/test'
import { patterns } from '#contract/page-patterns.ts'
import { jobStatus, plan, start } from './bulk.ts'
import { enter, expect, test } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'
import { pagePaths, sampleParameters } from './pages.ts'
import { startProduct } from './product.ts'
import { expectNoLayoutShift, observeShifts, tooWide, waitForPage } from './page-checks.ts'

const sizes = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
]

/**
 * Pages that look the same without data. They and the pages with data are checked by tests/e2e/sweep.spec.ts; languages and countries by
 * the list of time zones, whose component they share.
 */
const withoutData = new Set<string>([
  patterns.signIn,
  patterns.reserveBatch,
  patterns.timeZones,
  patterns.languages,
  patterns.countries,
  patterns.newJob,
  patterns.importJob,
  patterns.reconcile,
  patterns.newExtensionLegacy,
  patterns.settings,
  patterns.notificationSettings,
  patterns.notificationPreferences,
  patterns.service,
  patterns.users,
  patterns.account,
  patterns.api,
  // Of a job that no console has; of the service; of the sign-in.
  pagePaths(sampleParameters)['job'] ?? '',
  patterns.connection,
  patterns.audit,
  '/nowhere',
])

test('keeps pages without data still while they load, on a laptop and on a phone', async ({ browser }) => {
  const product = await startProduct({ SANDBOX_EXTENSIONS: '0' })
  const paths = Object.values(pagePaths(sampleParameters)).filter((path) => !withoutData.has(path))
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  await enter(await context.newPage(), 'admin', null, product, new Map())
  const visit = async (part: string[]): Promise<void> => {
    const page = await context.newPage()
    await page.addInitScript(observeShifts)
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const path of part) {
        await page.goto(path)
        await waitForPage(page)
        await expectNoLayoutShift(page)
      }
    }
  }
  // Most of a visit waits for the network to become idle, so three pages load in parallel.
  await Promise.all([0, 1, 2].map((turn) => visit(paths.filter((_, index) => index % 3 === turn))))
  await context.close()
  await product.stop()
})

for (const viewport of sizes)
  test(`keeps pages still when their reads fail, ${viewport.width} px wide`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport)
    await using _shifts = await page.addInitScript(observeShifts)
    await signIn('admin')
    const { overview, person, extension, idle, api } = pagePaths(sampleParameters)
    await page.route(/\/api\/(?!auth|session)/, (route) => route.fulfill({ status: 500, json: {} }))
    for (const path of [overview, person, extension, idle, api]) {
      // The error message may load only after its placeholder is attached.
      const failure = Promise.withResolvers<void>()
      await page.route(/\/assets\/ErrorState/, async (route) => {
        await failure.promise
        await route.continue()
      })
      await page.goto(path ?? '')
      await expect(page.locator('[class*=failure]').first()).toBeAttached()
      failure.resolve()
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoLayoutShift(page)
      expect(await page.evaluate(tooWide), path).toEqual([])
    }
  })

test('loads the charts of an administrator’s landing page only after its counts', async ({
  page,
  signIn,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn('admin', '/')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('region', { name: 'Recent actions' })).toBeVisible()
  const figuresAt = asked.findIndex((path) => path === '/api/capacity')
  const chartsAt = asked.findIndex((path) => path.includes('/charts-'))
  expect(figuresAt).toBeGreaterThan(0)
  expect(chartsAt === -1 || chartsAt > figuresAt).toBe(true)
  // The landing page does not request the list of idle extensions.
  expect(asked.filter((path) => path.startsWith('/api/extensions'))).toEqual([])
})

const laptop = { width: 1366, height: 768 }

/** Sets the clock of the pages that the tab loads to when lists of what happened just now are widest: "58 minutes ago". */
const showWidestTimes = (page: Page) =>
  page.addInitScript(`{
    const now = ${Date.now() + 58 * 60_000}
    Date = class extends Date {
      static now = () => now
      constructor(...values) {
        super(...(values.length === 0 ? [now] : values))
      }
    }
  }`)

/** Opens each page, and checks that its lists are no wider than the window. */
async function expectToFit(page: Page, paths: readonly string[]): Promise<void> {
  await using _times = await showWidestTimes(page)
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const excess = async () => {
      const pixels = await page
        .locator('[data-place]')
        .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth))
      const widths = await page
        .getByRole('columnheader')
        .evaluateAll((headers) => headers.map((header) => `${header.textContent} ${header.clientWidth}`))
      return pixels.some((each) => each > 0) ? { path, pixels, widths } : null
    }
    // On a busy machine the rows come after the last answer.
    await expect.poll(excess).toBeNull()
  }
}

test('starts the inventory near the top, and fits lists with labels on a laptop', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(laptop)
  await signIn('admin', '/numbers')
  const row = page.getByRole('table', { name: 'Numbers' }).locator('tbody tr').first()
  await expect(row.getByRole('link').first()).toBeVisible()
  expect((await row.boundingBox())?.y).toBeLessThanOrEqual(280)
  // A threshold, a reservation and labels, on numbers and on an agent, widen the lists.
  const name = '客服中心华东大区二期扩容批量开通质检坐席王小明'
  const agentUuid = 'layout-agent-0001'
  const [ext = ''] = await freeNumbers(page, 1, '56')
  await reserveAll(page, [{ ext, agentUuid, agentName: name }])
  const person = { agentUuid, workNumber: '660990', name, department: `${name}所在部门` }
  const statuses = await page.evaluate(async (agentRow) => {
    const send = async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      return (await fetch(path, { method, headers, body: JSON.stringify(body) })).status
    }
    const labels = { add: ['night shift team', 'VIP customers'], remove: [] }
    const inList = document.querySelectorAll('tbody tr a')
    const numbers = [...inList].map(({ textContent }) => textContent).filter((text) => /^\d+$/.test(text))
    const imported = await send('POST', '/api/people/import', { rows: [agentRow] })
    const found = await (await fetch('/api/people?q=660990')).text()
    const agent = /"id":"([^"]+)"/.exec(found)?.[1] ?? ''
    return [
      imported,
      await send('POST', '/api/capacity/thresholds', { scope: '1', leastFree: 1, leastDays: 1, version: 0 }),
      await send('POST', '/api/labels', { numbers: numbers.slice(0, 3), ...labels }),
      await send('PATCH', `/api/labels/agent/${agent}`, labels),
    ]
  }, person)
  expect(statuses).toEqual([200, 200, 200, 200])
  await expectToFit(page, [
    '/overview',
    '/numbers/pools',
    '/extensions/idle',
    '/numbers',
    '/people',
    '/people?q=660990',
    '/reservations/list',
  ])
})

test('fits jobs, audit and the administrator’s lists on a laptop, and announces their order', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(laptop)
  await signIn('admin')
  await plan(page, '9302 9901047')
  await start(page, 'One of two')
  await expect(jobStatus(page, 'Partial success')).toBeVisible()
  // With a job of every outcome, the list shows every column.
  await page.route('**/api/jobs?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"needsReview":0', '"needsReview":1')
    await route.fulfill({ response, body })
  })
  await expectToFit(page, ['/jobs'])
  await expect(page.locator('th[aria-sort=descending]')).toHaveText(/Started/)
  // Words that cannot wrap, in every column at once.
  await page.route('**/api/audit?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll(/"actor":"[^"]*"/g, '"actor":"wang.xiaoming.quality@contact-center.example"')
      .replaceAll(/"object":"[^"{]*"/g, '"object":"agent:WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"')
      .replaceAll(/"reason":(null|"[^"]*")/g, '"reason":"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"')
    await route.fulfill({ response, body })
  })
  await expectToFit(page, ['/audit'])
  await expect(page.locator('th[aria-sort=descending]')).toHaveText(/When/)
  await expectToFit(page, ['/service/connection', '/users'])
})

test('fits requests of every state on a laptop, however long their names and reasons are', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn('admin')
  const outcome = await page.evaluate(async () => {
    const send = async (method: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      const answer = await fetch('/api/service-requests', { method, headers, body: JSON.stringify(body) })
      return answer.text()
    }
    // The agents of these numbers have long names, one in Chinese characters and one in Latin letters.
    for (const ext of ['1150', '1301']) await fetch(`/api/extensions/${ext}`)
    const other: unknown = await (await fetch('/api/extensions/1150')).json()
    const agentUuid = /"agentUuid":"(\w+)"/.exec(JSON.stringify(other))?.[1]
    const reason = 'Moves to another building with the whole department '.repeat(3).trim()
    const ids: string[] = []
    for (const [kind, ext] of [
      ['unbind', '1150'],
      ['rebind', '1301'],
      ['delete', '1150'],
      ['new-password', '1301'],
      ['unbind', '1301'],
      ['swap', '1150'],
    ]) {
      const what = { rebind: { rebindTo: { agentUuid } }, swap: { swapWith: '1301' } }
      const item = { ext, ...(kind === 'rebind' || kind === 'swap' ? what[kind] : {}) }
      const dueOn = kind === 'swap' ? '2031-12-30' : '2020-01-01'
      const text = await send('POST', { kind, reason, dueOn, items: [item] })
      ids.push(/"request":\{"id":"([^"]+)/.exec(text)?.[1] ?? text)
    }
    const [, , sent, done, withdrawn] = ids
    const note = 'A note that is as long as a note may be. '.repeat(4).trim()
    return [
      await send('PATCH', { ids: [sent], state: 'sent' }),
      await send('PATCH', { ids: [done], state: 'done', note }),
      await send('PATCH', { ids: [withdrawn], state: 'withdrawn', note }),
    ].join()
  })
  expect(outcome.match(/"code":null/g), outcome).toHaveLength(3)
  // Numbers of eight digits, each with other requests: other tests' numbers and requests are in the list too.
  await page.route('**/api/service-requests?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll(/"(ext|swapWith)":"\d+"/g, '"$1":"88888888"')
      .replaceAll(/"others":\d+/g, '"others":88')
    await route.fulfill({ response, body })
  })
  await using _times = await showWidestTimes(page)
  await page.goto('/requests')
  for (const language of ['中文', 'English']) {
    const list = page.locator('[data-place]')
    // Below the header; other tests may have made more.
    await expect(list.getByRole('row').nth(5)).toBeAttached()
    expect(await list.evaluate((table) => table.scrollWidth - table.clientWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: language }).click()
  }
})

test('shows on a phone in full how far a scan is, and since when a number has its state', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/api/numbers/status', async (route) => {
    const response = await route.fetch()
    const scan = '"firstScan":{"running":true,"done":123456,"total":1000000}'
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"firstScan":(null|\{[^}]*\})/, scan),
    })
  })
  await signIn('admin', '/numbers')
  const row = page.getByRole('table', { name: 'Numbers' }).getByRole('row').nth(1)
  for (const whole of [
    page.getByText('Still reading, 123,456 of about 1,000,000: counts are incomplete.'),
    row
      .getByRole('cell')
      .filter({ hasText: /seen|ago/ })
      .first(),
  ]) {
    await expect(whole).toBeVisible()
    expect(await whole.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    )
  }
})

test('scrolls the tabs to the current page’s on a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('admin', '/jobs/reconcile')
  const current = page.getByRole('main').getByRole('navigation').locator('[aria-current=page]')
  await expect(current).toBeInViewport({ ratio: 1 })
  expect(await current.evaluate((tab) => tab.parentElement?.scrollLeft)).toBeGreaterThan(0)
})

test('shows a list on a phone as cards, with times beside the names of their columns and without inner scrollbars, and a menu', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('admin', patterns.idle)
  const list = page.getByRole('region', { name: 'Idle extensions' })
  const table = list.getByRole('table')
  const link = list.getByRole('link').first()
  await expect(link).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(21)
  await expect(table.getByRole('columnheader', { name: 'Updated' })).toBeAttached()
  expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const card = table.locator('tbody tr').first()
  // Three lines at most. A time that is cut off would hide the button beside it.
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(110)
  const created = card.locator('td[data-label="Created"]')
  const label = await created.evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toContain('Created')
  const [number, below] = [await link.boundingBox(), await created.boundingBox()]
  expect(below?.y).toBeGreaterThan((number?.y ?? 0) + (number?.height ?? 0))
  await expect(page.getByRole('banner').getByText('Sandbox')).toBeVisible()

  // Without its role, because a hidden element has none.
  const menu = page.locator('nav', { hasText: 'Bulk jobs' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveURL(/\/audit/)
  await expect(menu).toBeHidden()
})

test('keeps My team whole on a phone with large text: the bar above a notice, every button, and the fields of its dialog', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/status/answering', (route) =>
    route.fulfill({
      json: { noAnswerSince: 1_790_000_000_000, otherAnswersSince: null, listsReadAt: 1_790_000_000_000 },
    }),
  )
  await signIn('admin', '/team')
  const notice = page.getByRole('status').filter({ hasText: "The phone platform isn't answering" })
  const button = page.getByRole('main').getByRole('button', { name: 'New colleague' })
  const covered = async () => {
    const [top, bar] = await Promise.all([notice.boundingBox(), button.boundingBox()])
    return top === null || bar === null ? NaN : Math.max(0, bar.y + bar.height - top.y)
  }
  for (const fontSize of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, fontSize)
    await expect.poll(covered).toBe(0)
  }

  const beyond = () =>
    page
      .locator('header :is(a[href^="/"], button), main [data-page-header] :is(a, button)')
      .evaluateAll((buttons) =>
        buttons
          .filter(
            (each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth,
          )
          .map((each) => each.getAttribute('aria-label') ?? each.textContent),
      )
  for (const language of ['中文', 'English']) {
    const other = page.getByRole('banner').getByRole('button', { name: language })
    await expect(other).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(6)
    await expect.poll(beyond).toEqual([])
    await other.click()
  }

  await page.getByRole('button', { name: 'Reserve a number', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Lara Large')
  await page.getByRole('option', { name: /^New colleague “Lara Large”/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Lara Large')
  const right = await dialog.evaluate((element) => element.getBoundingClientRect().right)
  const beyondDialog = await dialog
    .locator('button, input:not([type=radio]), select, fieldset')
    .evaluateAll(
      (all, end) =>
        all.filter((each) => each.getBoundingClientRect().right > end).map((each) => each.outerHTML),
      right,
    )
  expect(beyondDialog).toEqual([])
})
