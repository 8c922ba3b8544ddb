import type { Page } from '@playwright/test'
import { roles, type Permission } from '#contract/access.ts'
import { pages, patterns, type ListedPage, type PageName } from '#contract/page-patterns.ts'
import { expect, test as base } from './console-test.ts'
import { pagePaths, sampleParameters } from './pages.ts'
import {
  emptyCache,
  expectAccessible,
  expectNoLayoutShift,
  expectToFit,
  expectToFitPaper,
  observeShifts,
  tooWide,
  waitForPage,
} from './page-checks.ts'
import { states } from './states.ts'

/** Collects the violations of the page's content security policy from the first moment on, until it is disposed. */
async function collectViolations(page: Page) {
  const violations: string[] = []
  const stack = new AsyncDisposableStack()
  stack.use(
    await page.exposeBinding('reportViolation', (_source, text: string) => void violations.push(text)),
  )
  stack.use(
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.effectiveDirective + ' ' + event.blockedURI + ' at ' + location.pathname))`),
  )
  return { violations, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const phone = { width: 360, height: 740 }

/** Pages of the same component as the list of time zones, which has the longest texts. */
const likeTimeZones = new Set<string>(['languages', 'countries'] satisfies PageName[])

/** Pages with panels that only an administrator has. */
const ofAdministrators = new Set<string>(['overview', 'extension', 'pools', 'api'] satisfies PageName[])

/**
 * Fails a test on any policy violation, as on any console error. A fixture of the worker gives these tests consoles of their own, without
 * what other tests have left in theirs.
 */
const test = base.extend<{ policy: undefined }, { ownConsole: undefined }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
  ownConsole: [({}, use) => use(undefined), { scope: 'worker', auto: true }],
  policy: [
    async ({ page }, use) => {
      await using collected = await collectViolations(page)
      await use(undefined)
      expect(collected.violations).toEqual([])
    },
    { auto: true },
  ],
})

test.describe('R53: accessible pages that stay still, fit the window and paper, and cause no console or policy errors', () => {
  const listed: Readonly<Record<string, ListedPage>> = pages
  const ofSupervisors: readonly Permission[] = roles.supervisor
  for (const [name, path] of Object.entries(pagePaths(sampleParameters))) {
    if (likeTimeZones.has(name)) continue
    test(`page ${path}`, async ({ page, signIn }) => {
      // Twenty rows reveal the same violations as a hundred, in a third of the time.
      const address = `${path}?pageSize=20`
      const permission = listed[name]?.permission
      const isForSupervisors = permission === undefined || ofSupervisors.includes(permission)
      // Once as on a first visit and once from the cache, which on a phone shifts no less.
      await emptyCache(page)
      await using _shifts = await page.addInitScript(observeShifts)
      await (path === patterns.signIn ? page.goto(path) : signIn('admin', address))
      await waitForPage(page)
      await expectNoLayoutShift(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: '中文' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await expectToFit(page)
      await expectToFitPaper(page)
      // On a phone, as a supervisor who may open it. A page without permission is a state of its own.
      await page.emulateMedia({ media: null })
      await page.setViewportSize(phone)
      if (path !== patterns.signIn && isForSupervisors && !ofAdministrators.has(name))
        await signIn('supervisor')
      await page.goto(address)
      await waitForPage(page)
      await expectNoLayoutShift(page)
      expect(await page.evaluate(tooWide), address).toEqual([])
    })
  }

  for (const [name, visit] of Object.entries(states))
    test(name, async ({ page, openAs, product, signIn }) => {
      // The tests of the pages have already checked everything around it.
      const look = async () =>
        expectAccessible(page, (await page.getByRole('dialog').count()) > 0 ? '[role=dialog]' : 'main')
      await visit({ page, openAs, product, signIn, look })
    })
})

base.describe('R53: content security policy', () => {
  base.use({ expected: [/Content Security Policy/] })

  base('refuses and reports what is not the console’s own', async ({ page, signIn }) => {
    await using collected = await collectViolations(page)
    await signIn('supervisor', patterns.account)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "taken over"'
      document.body.append(script)
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      document.body.append(style)
      document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png" alt="">')
      document.body.insertAdjacentHTML('beforeend', '<b onclick="document.title = 1">x</b>')
      // Newer browsers check a handler only when it first runs.
      document.querySelector<HTMLElement>('b[onclick]')?.click()
    })
    for (const directive of ['img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem'])
      await expect
        .poll(() => collected.violations.filter((violation) => violation.startsWith(directive)))
        .not.toEqual([])
    expect(await page.title()).not.toBe('taken over')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
