import type { Page } from '@playwright/test'
import { patterns } from '#contract/page-patterns.ts'
import { expect, test as base } from './console-test.ts'
import { pagePaths, sampleParameters } from './pages.ts'
import { expectSound, expectToFit } from './sound.ts'
import { states } from './states.ts'

/** Collects what the browser refuses because of the page's policy, from the first moment on. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeBinding('reportViolation', (_source, text: string) => void violations.push(text))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.effectiveDirective + ' ' + event.blockedURI + ' at ' + location.pathname))`)
  return violations
}

/** Any violation of the policy fails its test, as any console error does. */
const test = base.extend<{ policy: undefined }>({
  policy: [
    async ({ page }, use) => {
      const violations = await collectViolations(page)
      await use(undefined)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until the page is there and has what it asked for. */
async function waitForPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test.describe('R53: accessible, within its window, without console errors and policy violations', () => {
  for (const path of Object.values(pagePaths(sampleParameters)))
    test(`page ${path}`, async ({ page, openAs, signIn }) => {
      await (path === patterns.signIn ? page.goto(path) : signIn('admin', path))
      await waitForPage(page)
      await expectSound(page)
      await page.getByRole('button', { name: '中文' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await waitForPage(page)
      await expectToFit(page)
      if (path === patterns.signIn) return
      const other = await openAs('supervisor', path)
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    })

  for (const [name, visit] of Object.entries(states))
    test(name, async ({ page, openAs, product, signIn }) => {
      // What surrounds it has been checked with the page.
      const look = async () =>
        expectSound(page, (await page.getByRole('dialog').count()) > 0 ? '[role=dialog]' : 'main')
      await visit({ page, openAs, product, signIn, look })
    })
})

base.describe('R53: content security policy', () => {
  base.use({ expected: [/Content Security Policy/] })

  base('refuses and reports what is not the console’s own', async ({ page, signIn }) => {
    const violations = await collectViolations(page)
    await signIn('supervisor')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "taken over"'
      document.body.append(script)
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      document.body.append(style)
      document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png" alt="">')
      document.body.insertAdjacentHTML('beforeend', '<b onclick="document.title = 1">x</b>')
      // Newer browsers look at a handler when it would first run.
      document.querySelector<HTMLElement>('b[onclick]')?.click()
    })
    for (const directive of ['img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem'])
      await expect
        .poll(() => violations.filter((violation) => violation.startsWith(directive)))
        .not.toEqual([])
    expect(await page.title()).not.toBe('taken over')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
