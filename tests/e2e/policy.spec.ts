import type { Page } from '@playwright/test'
import { patterns } from '#web/paths.ts'
import { expect, test } from './console-test.ts'

const samples: Record<string, string> = {
  ext: '1000',
  id: '00000000-0000-4000-8000-000000000000',
  agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d',
}
/** Every page that the router knows, and one that it does not. */
const pages = [
  ...Object.values(patterns).map((pattern) =>
    pattern.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? name),
  ),
  '/extensions/990002',
  '/nowhere',
]

/** What the browser refused by the page's policy, from its first moment on. */
async function violationsOf(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeBinding('tellViolation', (_source, text: string) => void violations.push(text))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.effectiveDirective + ' ' + event.blockedURI + ' at ' + location.pathname))`)
  return violations
}

test.describe('T45: the content security policy', () => {
  test.use({ expected: [/Content Security Policy/] })

  test('nothing on any page is refused by it, in either scheme and language', async ({ page, signIn }) => {
    const violations = await violationsOf(page)
    await page.goto('/sign-in')
    await signIn('admin')
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    await page.getByRole('button', { name: '中文' }).click()
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of pages.toReversed()) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(violations).toEqual([])
  })

  test('what does not belong there is refused, and heard of', async ({ page, signIn }) => {
    const violations = await violationsOf(page)
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
    })
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(4)
    for (const directive of ['img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem'])
      expect(violations.filter((violation) => violation.startsWith(directive))).not.toEqual([])
    expect(await page.title()).not.toBe('taken over')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
