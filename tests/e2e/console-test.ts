import {
  expect as playwrightExpect,
  test as base,
  type Browser,
  type Cookie,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { viewport } from './chromium.ts'
import { startProduct, type Product } from './product.ts'

/** Limits how long a failure takes, also on a busy machine and outside of a test. */
export const expect = playwrightExpect.configure({ timeout: 30_000 })

export type Role = 'admin' | 'supervisor'
export type Sessions = Map<Role, { cookies: Cookie[]; at: number }>

/** How long the console looks up job rows in doubt, in seconds. The default is a minute. */
export const visibilityTimeoutSeconds = '2'

interface Fixtures {
  /** Console errors that this test expects. */
  expected: RegExp[]
  /** Signs in and opens a page of the console: by default an empty one, from which a test sends requests. */
  signIn: (role: Role, path?: string) => Promise<void>
  /** Like `signIn`, in a separate browser context. Returns its page. */
  openAs: (role: Role, path?: string) => Promise<Page>
}

function collectErrors(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    // Chromium logs each refused request, which is no error of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

/** The headers that let a document share the process of the console's pages. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** Opens an empty document of the console's origin. Loading a page takes as long as the first steps of many tests. */
async function openEmpty(page: Page): Promise<void> {
  const empty = { contentType: 'text/html', headers: isolated, body: '' }
  await page.route('**/empty', (route) => route.fulfill(empty), { times: 1 })
  await page.goto('/empty')
}

/**
 * Tabs of a worker, each with its own cookies, which tests take and give back empty. A new tab's first page takes half a second more of
 * processor time, in a new process without cached files.
 */
class Tabs {
  readonly #free: Page[] = []

  async take(browser: Browser): Promise<Page> {
    return this.#free.pop() ?? (await browser.newContext()).newPage()
  }

  /**
   * Init scripts and bindings end when the test disposes of them. A failing test keeps its page as it is, under the action that waits
   * there: its worker ends anyway.
   */
  async giveBack(page: Page, { status, expectedStatus }: TestInfo): Promise<void> {
    if (status !== expectedStatus) return
    const context = page.context()
    const [tab = await context.newPage(), ...others] = context.pages()
    await Promise.all(others.map((other) => other.close()))
    for (const event of ['console', 'load', 'pageerror', 'request', 'response']) tab.removeAllListeners(event)
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    // It is in the process of the console's pages, and loading it bypasses no cache as an intercepted request does.
    await tab.goto('/robots.txt')
    await context.clearCookies()
    await context.clearPermissions()
    await tab.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await tab.emulateMedia({ media: null, colorScheme: 'light' })
    await tab.setViewportSize(viewport)
    await tab.mouse.move(-1, -1)
    this.#free.push(tab)
  }
}

/** A request may take a kept connection that the console is just closing. */
const maxRetries = 3

/**
 * Signs in, unless the role has signed in within three minutes and not used that up, and opens a page of the console, or an
 * empty one.
 */
export async function enter(
  page: Page,
  role: Role,
  path: string | null,
  product: Product,
  sessions: Sessions,
): Promise<void> {
  const context = page.context()
  const known = sessions.get(role)
  if (known !== undefined) await context.addCookies(known.cookies)
  const stepUp = await context.request.get(`${product.url}/api/session/step-up`, { maxRetries })
  const isFresh = stepUp.ok() && (await stepUp.text()).includes('"nothing"')
  // Five minutes after a sign-in the console asks for it again, so leave time for the rest of the test.
  if (known === undefined || Date.now() - known.at > 3 * 60_000 || !isFresh) {
    // Signing in again would end the known session, which other pages may use.
    await context.clearCookies()
    const signIn = () =>
      context.request.post(`${product.url}/api/auth/sign-in/email`, {
        data: product.accounts[role],
        headers: { origin: product.url, 'x-console': '1' },
        maxRetries,
      })
    // A console that has just started on a busy machine may answer 503.
    await expect.poll(async () => (await signIn()).status()).toBe(200)
    sessions.set(role, { cookies: await context.cookies(), at: Date.now() })
  }
  if (path === null) return page.url() === `${product.url}/empty` ? undefined : openEmpty(page)
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
}

/** Tests of a worker share one running console and its tabs, emptied between them. Any console error fails its test. */
export const test = base.extend<Fixtures, { product: Product; sessions: Sessions; tabs: Tabs }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
  tabs: [({}, use) => use(new Tabs()), { scope: 'worker' }],
  // Each role signs in once in three minutes per worker, because sign-ins are limited per minute.
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  product: [
    async ({ browser, sessions }, use) => {
      const product = await startProduct({ JOB_VISIBILITY_TIMEOUT_SECONDS: visibilityTimeoutSeconds })
      // Until the first crawl ends, lists get more columns and rows while a test reads them.
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await enter(page, 'admin', null, product, sessions)
      await waitForFirstCrawl(page)
      await context.close()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expected: [[], { option: true }],
  context: ({ page }, use) => use(page.context()),
  page: async ({ browser, tabs, expected }, use, testInfo) => {
    const page = await tabs.take(browser)
    const errors: string[] = []
    collectErrors(page, errors)
    await use(page)
    expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    await tabs.giveBack(page, testInfo)
  },
  signIn: ({ page, product, sessions }, use) =>
    use((role, path) => enter(page, role, path ?? null, product, sessions)),
  openAs: async ({ browser, tabs, product, sessions }, use, testInfo) => {
    const pages: Page[] = []
    const errors: string[] = []
    await use(async (role, path) => {
      const page = await tabs.take(browser)
      pages.push(page)
      collectErrors(page, errors)
      await enter(page, role, path ?? null, product, sessions)
      return page
    })
    expect(errors).toEqual([])
    await Promise.all(pages.map((page) => tabs.giveBack(page, testInfo)))
  },
})

export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Sends a GET request to the BFF from the page, with its session. Returns the JSON object, `{}` for any other JSON. */
export async function ask(page: Page, path: string): Promise<Record<string, unknown>> {
  const text = await page.evaluate(async (url) => (await fetch(url)).text(), path)
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}

/** Returns an agent without an extension, from operation 6. Throws when the service offers none. */
export async function agentWithoutExtension(page: Page): Promise<{ uuid: string; name: string }> {
  const { agent } = await ask(page, '/api/extensions/idle/first')
  if (typeof agent !== 'object' || agent === null || !('id' in agent) || !('agentName' in agent))
    throw new Error('the service offers no agent')
  return { uuid: String(agent.id), name: String(agent.agentName) }
}

/** Waits until the console has crawled the whole list of idle extensions once, which it does after its start. */
export async function waitForFirstCrawl(page: Page): Promise<void> {
  await expect
    .poll(async () => JSON.stringify((await ask(page, '/api/numbers/status'))['crawls']), {
      timeout: 30_000,
    })
    .toContain('"lastWholeAt":1')
}

/** Moves the focus to the target with the Tab key. Throws when 80 presses do not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Finding it again by its role takes longer than the key.
  let element = await target.elementHandle()
  for (let i = 0; i < 80; i++) {
    const isThere = await element?.evaluate((each) =>
      each.isConnected ? each === document.activeElement : null,
    )
    if (isThere === true) return
    if (isThere === null) element = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
