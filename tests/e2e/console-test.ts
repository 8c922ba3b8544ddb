import { AxeBuilder } from '@axe-core/playwright'
import {
  expect,
  test as base,
  type BrowserContext,
  type Cookie,
  type Locator,
  type Page,
} from '@playwright/test'
import { startProduct, type Product } from './product.ts'

type Role = 'admin' | 'supervisor'
type Sessions = Map<Role, Cookie[]>

/** Rows in doubt are looked up this long, seconds; a minute, as usual, would be spent waiting. */
const settleSeconds = '2'

interface Fixtures {
  /** What the browser may complain about in this test: texts of console errors. */
  expected: RegExp[]
  signIn: (role: Role) => Promise<void>
  /** A page in a browser of its own, signed in. */
  openAs: (role: Role) => Promise<Page>
}

function hear(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    // The browser itself reports each refused answer; that is the network's news, not the page's.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

async function enter(page: Page, role: Role, product: Product, sessions: Sessions): Promise<void> {
  const known = sessions.get(role)
  if (known === undefined) {
    await page.goto('/sign-in')
    await fillSignIn(page, product.accounts[role])
  } else {
    await page.context().addCookies(known)
    await page.goto('/')
  }
  await expect(page.getByRole('heading', { name: 'Idle extensions', level: 1 })).toBeVisible()
  sessions.set(role, await page.context().cookies())
}

/** Tests share one running console per worker; each has a browser context of its own. Any console error fails its test. */
export const test = base.extend<Fixtures, { product: Product; sessions: Sessions }>({
  // Each role signs in once per worker: signing in is limited per minute, as it should be.
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  product: [
    async ({ browserName: _browserName }, use) => {
      const product = await startProduct({ JOB_SETTLE_SECONDS: settleSeconds })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expected: [[], { option: true }],
  page: async ({ page, expected }, use) => {
    const complaints: string[] = []
    hear(page, complaints)
    await use(page)
    expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  },
  signIn: ({ page, product, sessions }, use) => use((role) => enter(page, role, product, sessions)),
  openAs: async ({ browser, product, sessions }, use) => {
    const contexts: BrowserContext[] = []
    const complaints: string[] = []
    await use(async (role) => {
      const context = await browser.newContext({ baseURL: product.url })
      contexts.push(context)
      const page = await context.newPage()
      hear(page, complaints)
      await enter(page, role, product, sessions)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(complaints).toEqual([])
  },
})

export { expect }

export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const colourRules = ['color-contrast', 'link-in-text-block']

/** Whether a colour is on its way from one scheme to the other, a frame after the page has heard of it. */
const stillChanging = async (): Promise<boolean> => {
  await new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard)))
  return document.getAnimations().some((each) => each instanceof CSSTransition)
}

/**
 * The page as it is: nothing that axe would object to (WCAG 2.2 AA and best practices), its colours in both schemes; and no
 * sideways scroll of the page itself at 360 px.
 */
export async function expectSound(page: Page): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(stillChanging)).toBe(false)
    // There are no foreign frames to look into; only rules about colour could find something new in the dark.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(colourRules) : axe).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 360, height: 740 })
  const [over, widest] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const right = (element: Element) => element.getBoundingClientRect().right
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => right(element) > clientWidth)
    const farthest = beyond.toSorted((a, b) => right(b) - right(a)).slice(0, 3)
    return [scrollWidth - clientWidth, farthest.map(({ outerHTML }) => outerHTML.slice(0, 160)).join(' | ')]
  })
  if (over > 0) found.push(`${over} px too wide at 360 px: ${page.url()}: ${widest}`)
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null })
  expect(found).toEqual([])
}

/** Asks the BFF as the page does, with its session. */
export async function ask(page: Page, path: string): Promise<Record<string, unknown>> {
  const text = await page.evaluate(async (url) => (await fetch(url)).text(), path)
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}

/** An agent that has no extension, as the service offers one (operation 6). */
export async function agentWithoutExtension(page: Page): Promise<{ uuid: string; name: string }> {
  const { agent } = await ask(page, '/api/extensions/idle/first')
  if (typeof agent !== 'object' || agent === null || !('id' in agent) || !('agentName' in agent))
    throw new Error('the service offers no agent')
  return { uuid: String(agent.id), name: String(agent.agentName) }
}

/** Has the keyboard, and nothing else, bring the focus there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
