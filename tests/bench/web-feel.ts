import type { Browser, CDPSession, Cookie, Page } from '@playwright/test'

export interface Feel {
  /** The longest time from an input to the next frame for each action, ms. */
  actions: Map<string, number>
  /** Tasks over 50 ms while a page of 1,000 rows renders: how many, and the longest in ms. */
  drawing: { tasks: number; longest: number }
  shift: number
}

/** Script for the page that records input delays until the next frame, long tasks and layout shifts. */
const watch = `
  window.felt = { longest: 0, tasks: [], shift: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) felt.longest = Math.max(felt.longest, entry.duration) }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) felt.tasks.push(entry.duration) }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) felt.shift += entry.hadRecentInput ? 0 : entry.value }).observe({ type: 'layout-shift', buffered: true })
`

async function open(browser: Browser, url: string, cookies: Cookie[]) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(url)
  await page.locator('tbody a').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { context, page }
}

const number = async (page: Page, expression: string) => Number(await page.evaluate(expression))

/** Measures the responsiveness of a page with 1,000 rows: paging, filtering, and opening panels and a record. */
export async function feel(browser: Browser, url: string, cookies: Cookie[]): Promise<Feel> {
  const { context, page } = await open(browser, `${url}/extensions/idle?pageSize=1000`, cookies)
  const actions = new Map<string, number>()
  const settled = async () => {
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(300)
  }
  const measure = async (name: string, doIt: () => Promise<void>) => {
    await page.evaluate('felt.longest = 0')
    await doIt()
    await settled()
    actions.set(name, Math.max(actions.get(name) ?? 0, await number(page, 'felt.longest')))
  }
  await settled()
  await page.evaluate('felt.tasks = []')
  const next = page.getByRole('button', { name: 'Next page' })
  for (let turn = 0; turn < 4; turn++) await measure('paging', () => next.click())
  const tasks: unknown = await page.evaluate('felt.tasks')
  const long = Array.isArray(tasks) ? tasks.map(Number) : []
  const search = page.getByRole('textbox', { name: 'Number starts with' })
  await measure('filtering', () => search.pressSequentially('12', { delay: 60 }))
  await measure('clearing the filter', () => page.getByRole('button', { name: 'Clear filters' }).click())
  await measure('opening the filters', () =>
    page.getByRole('button', { name: 'Filters', exact: true }).click(),
  )
  await measure('opening the view settings', () => page.getByRole('button', { name: 'View' }).click())
  await page.keyboard.press('Escape')
  await measure('opening the agent record', () =>
    page.getByRole('button', { name: 'Show agent record' }).click(),
  )
  await measure('opening a record', () => page.locator('tbody a').nth(3).click())
  await measure('going back', () => page.keyboard.press('Alt+ArrowLeft'))
  const shift = await number(page, 'felt.shift')
  await context.close()
  return { actions, drawing: { tasks: long.length / 4, longest: Math.max(0, ...long) }, shift }
}

const megabytes = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

/** Returns the used heap after garbage collection, MB, after every hundred page turns back and forth among ten pages. */
export async function heapOverTurns(
  browser: Browser,
  url: string,
  cookies: Cookie[],
  turns: number,
): Promise<number[]> {
  const { context, page } = await open(browser, `${url}/extensions/idle`, cookies)
  const session = await context.newCDPSession(page)
  const heaps: number[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const forth = (turn - 1) % 20 < 10
    await page.getByRole('button', { name: forth ? 'Next page' : 'Previous page' }).click()
    await page.locator('table[aria-busy=false]').waitFor()
    if (turn % 100 === 0) heaps.push(await megabytes(session))
  }
  await context.close()
  return heaps
}
