import type { Browser, Cookie, Page } from '@playwright/test'

/** Clicks of each kind; those before them warm the caches of code and data. */
const clicks = 20
const warmUp = 4

const rows = `(document.querySelector('main tbody')?.textContent ?? '')`
const isDrawn = `document.querySelector('main table')?.getAttribute('aria-busy') === 'false'`
/** What changes in the frame in which the list begins to read again: the tab, the chips. The rows of two tabs may be the same. */
const open = `[...document.querySelectorAll('main nav [aria-current=page], main section[aria-label="Active filters"]')].map((part) => part.textContent).join()`
const newRows = `${isDrawn} && (${rows} !== before || ${open} !== openBefore)`
const dialog = `document.querySelector('[role=dialog] button') !== null`

/** Returns the time from a click to the frame that shows what it opens, ms. */
async function timeOf(page: Page, click: () => Promise<void>, isShown: string): Promise<number> {
  await page.evaluate(`void (window.shown = new Promise((resolve) => {
    const before = ${rows}
    const openBefore = ${open}
    let clicked = 0
    addEventListener('click', ({ timeStamp }) => { clicked = timeStamp }, { capture: true, once: true })
    const look = () => {
      if (clicked > 0 && ${isShown}) requestAnimationFrame(() => resolve(performance.now() - clicked))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }))`)
  await click()
  return Number(await page.evaluate('window.shown'))
}

/** Measures what people do all day on *Numbers* at a desk, warm: a page change, a tab, a sort, a filter, a dialog. */
export async function timeClicks(
  browser: Browser,
  url: string,
  cookies: Cookie[],
): Promise<Map<string, number[]>> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${url}/numbers`)
  await page.locator('main table[aria-busy=false] a').first().waitFor()
  await page.waitForLoadState('networkidle')
  const times = new Map<string, number[]>()
  const measure = async (
    name: string,
    click: (turn: number) => Promise<void>,
    {
      before,
      after,
      isShown = newRows,
    }: Partial<Record<'before' | 'after', () => Promise<void>>> & { isShown?: string } = {},
  ) => {
    const all: number[] = []
    for (let turn = 0; turn < warmUp + clicks; turn++) {
      await before?.()
      all.push(await timeOf(page, () => click(turn), isShown))
      await after?.()
    }
    times.set(name, all.slice(warmUp))
  }
  const isEven = (turn: number) => turn % 2 === 0
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await measure('a page', (turn) => button(isEven(turn) ? 'Next page' : 'Previous page').click())
  const tabs = page.getByRole('navigation', { name: 'Numbers by state' })
  await measure('a tab', (turn) => tabs.getByRole('link', { name: isEven(turn) ? /^Free/ : /^All/ }).click())
  await measure('a sort', () =>
    page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click(),
  )
  await button('Filters').click()
  const language = page.getByRole('combobox', { name: 'Language (codec)' })
  await measure(
    'a filter',
    (turn) =>
      page
        .getByRole('option')
        .nth(turn % 2)
        .click(),
    { before: () => language.click() },
  )
  await tabs.getByRole('link', { name: /^Free/ }).click()
  await measure(
    'a dialog',
    () =>
      page
        .getByRole('button', { name: /^Reserve/ })
        .first()
        .click(),
    {
      isShown: dialog,
      after: async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      },
    },
  )
  await context.close()
  return times
}
