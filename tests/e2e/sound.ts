import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './console-test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const colorRules = ['color-contrast', 'link-in-text-block']

/** Shows the page in a scheme, at once: tests ask for less motion. The sheet of a job's passwords has one scheme. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page
    .locator(`html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`)
    .waitFor()
}

/** The elements that make the page itself scroll sideways; none where it fits. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const right = (element: Element) => element.getBoundingClientRect().right
  const beyond = [...document.body.querySelectorAll('*')]
    .filter((element) => right(element) > clientWidth)
    .toSorted((a, b) => right(b) - right(a))
  return [
    `${scrollWidth - clientWidth} px`,
    ...beyond.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 160)),
  ]
}

/** Sums up, inside the page, how much it moves while it loads, and which elements moved most. */
export const observeShifts = `
  window.shift = { total: 0, largest: 0, moved: '' }
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      shift.total += value
      if (value <= shift.largest) continue
      shift.largest = value
      shift.moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)).join(' | ')
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** A page that moves no more than this while it loads does not make a reader lose the line, or press the wrong button. */
const largestShift = 0.02

/** Waits until the page is there and has what it asked for. */
export async function waitForPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** The page, which carries `observeShifts`, has hardly moved from its first paint until now. */
export async function expectStill(page: Page): Promise<void> {
  const total = Number(await page.evaluate('shift.total'))
  const moved = total > largestShift ? String(await page.evaluate('shift.moved')) : ''
  expect(total, `${page.url()} moves: ${moved}`).toBeLessThanOrEqual(largestShift)
}

/** The page does not scroll sideways on a phone, nor at 200 % zoom of a window 1280 px wide. */
export async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const size of [
    { width: 360, height: 740 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size)
    await expect
      .poll(() => page.evaluate(tooWide), `${page.url()} scrolls sideways at ${size.width} px`)
      .toEqual([])
  }
  await page.setViewportSize(before)
}

/** A4 without its margins, in CSS pixels. */
const sheets = [
  { width: 703, height: 1032 },
  { width: 1032, height: 703 },
] as const

/** What a sheet of paper would not show whole: text that is cut, and times that mean nothing later. */
function lostOnPaper(): string[] {
  const shown = [...document.querySelectorAll('main *')].filter(
    (element) => element.checkVisibility() && element.closest('[aria-hidden=true]') === null,
  )
  // One pixel: for screen readers.
  const cut = shown.filter(
    (element) =>
      getComputedStyle(element).overflowX !== 'visible' &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1,
  )
  const relative = shown.filter((element) => element.localName === 'time' && element.closest('[data-at]'))
  return [...cut, ...relative].map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Every page can be printed: it fits A4, upright and across, and loses nothing. */
export async function expectToFitPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const size of sheets) {
    await page.setViewportSize(size)
    await expect
      .poll(
        async () => [...(await page.evaluate(tooWide)), ...(await page.evaluate(lostOnPaper))],
        page.url(),
      )
      .toEqual([])
  }
}

/** What axe objects to in a part of the page; rules about color alone, or all. */
async function objections(page: Page, part: string, rules: string[] | null): Promise<string[]> {
  // Once per document: reading it takes as long as looking at a small page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([selector, runOnly]) =>
      window.axe.run(selector, { resultTypes: ['violations'], ...(runOnly === null ? {} : { runOnly }) }),
    [part, rules] as const,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** The page, or a part of it: nothing that axe objects to (WCAG 2.2 AA and best practices), its colors in both schemes; and it fits. Leaves it dark. */
export async function expectSound(page: Page, part = 'html'): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    // Only rules about color can find something new in the dark.
    const objected = await objections(page, part, colorScheme === 'dark' ? colorRules : null)
    found.push(...objected.map((text) => `${colorScheme} ${text}`))
  }
  expect(found).toEqual([])
  await expectToFit(page)
}
