import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './console-test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Half as long as `axe.source`, which each document has to parse. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Switches the page to a scheme, at once because tests reduce motion. The sheet with a job's passwords has one scheme. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page
    .locator(`html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`)
    .waitFor()
}

/** Returns how far the page scrolls sideways, in px, and the three widest elements; empty when the page fits. */
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

/** Returns the texts of states that are cut off, which no reader could tell from one another. */
export const cutStates = (): string[] =>
  [...document.querySelectorAll('main .mantine-Badge-label')]
    .filter((label) => label.scrollWidth > label.clientWidth)
    .map(({ textContent }) => textContent)

/** A script for the page that sums its layout shifts while it loads, and records the elements that moved most. */
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

/** Empties the browser's cache, so that the files of the next page arrive as those of a first visit do. */
export async function emptyCache(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  // Disabling the cache empties the one in the page's memory too. Detaching enables it again.
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.clearBrowserCache')
  await client.detach()
}

/** The most a page may shift while it loads: less does not make a user lose the line or click the wrong button. */
const largestShift = 0.02

/** Waits for the page's heading and for its requests to finish. */
export async function waitForPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Expects that the page has hardly moved since its first paint. The page must run `observeShifts`. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const total = Number(await page.evaluate('shift.total'))
  const moved = total > largestShift ? String(await page.evaluate('shift.moved')) : ''
  expect(total, `${page.url()} moves: ${moved}`).toBeLessThanOrEqual(largestShift)
}

/** Expects that the page does not scroll sideways on a phone, nor at 200 % zoom in a window 1280 px wide. */
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
    expect(await page.evaluate(cutStates), `${page.url()} at ${size.width} px`).toEqual([])
  }
  await page.setViewportSize(before)
}

/** A4 without its margins, in CSS pixels, in portrait and landscape. */
const sheets = [
  { width: 703, height: 1032 },
  { width: 1032, height: 703 },
] as const

/** Returns the elements that lose content on paper: cut-off text, and relative times, which mean nothing later. */
function lostOnPaper(): string[] {
  const shown = [...document.querySelectorAll('main *')].filter(
    (element) => element.checkVisibility() && element.closest('[aria-hidden=true]') === null,
  )
  // An element one pixel wide is for screen readers.
  const cut = shown.filter(
    (element) =>
      getComputedStyle(element).overflowX !== 'visible' &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1,
  )
  const relative = shown.filter((element) => element.localName === 'time' && element.closest('[data-at]'))
  return [...cut, ...relative].map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Expects that the page prints on A4, in portrait and landscape, without losing anything. */
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

/** Axe's violations as lines, for the message of a failed test. */
const linesOf = (violations: axe.Result[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)

/** The looks of text whose colors this worker has checked. */
const checkedLooks = new Set<string>()

/**
 * Checks, in a part of the page, the colors of one element for each look of text that is not among the checked ones: its color, size and
 * classes, and every background and opacity behind it. Axe cannot judge every element, for example one that is covered: then it checks the
 * others of this look. Returns the looks that axe has judged.
 */
async function checkNewLooks({
  part,
  checked,
}: {
  part: string
  checked: string[]
}): Promise<{ looks: string[]; violations: axe.Result[] }> {
  const behind = new Map<Element | null, string>([[null, '']])
  const behindOf = (element: Element | null): string => {
    const found = behind.get(element)
    if (found !== undefined || element === null) return found ?? ''
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity}; `.replace('rgba(0, 0, 0, 0) none 1; ', '')
    const all = own + behindOf(element.parentElement)
    behind.set(element, all)
    return all
  }
  // Mantine gives a component with a style of its own a class of its own.
  const classesOf = (element: Element) => (element.getAttribute('class') ?? '').replaceAll(/__m__-\S+/g, '')
  const isText = (node: Node) => node instanceof Text && node.data.trim() !== ''
  const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'
  const disabled = ':disabled, [aria-disabled=true], [inert]'
  // Axe judges nothing that is disabled or hidden. What is for screen readers is one pixel wide, or above the page until it is focused.
  const isJudgeable = (element: Element) => {
    const { width, bottom } = element.getBoundingClientRect()
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      width > 1 &&
      bottom + scrollY > 0 &&
      element.closest(disabled) === null &&
      element.closest('label')?.control?.matches(disabled) !== true
    )
  }
  const hasRatio = ({ data }: { data?: { contrastRatio?: number } | null }) =>
    data?.contrastRatio !== undefined
  const elements = new Map<string, Element[]>()
  for (const element of document.querySelectorAll(`:is(${part}), :is(${part}) *`)) {
    if (!element.matches(fields) && ![...element.childNodes].some(isText)) continue
    if (!isJudgeable(element)) continue
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element)
    const parent = element.parentElement ?? element
    const look = [
      `${element.localName} ${classesOf(element)} ${color} ${fontSize} ${fontWeight} ${textDecorationLine}`,
      `${classesOf(parent)} ${getComputedStyle(parent).color}`,
      behindOf(element),
    ].join(' in ')
    const alike = elements.get(look)
    if (alike === undefined) elements.set(look, [element])
    else alike.push(element)
  }
  for (const look of checked) elements.delete(look)
  const looks: string[] = []
  const violations: axe.Result[] = []
  for (const [from, to] of [
    [0, 1],
    [1, Infinity],
  ]) {
    const include = [...elements.values()].flatMap((all) => all.slice(from, to))
    if (include.length === 0) break
    const results = await window.axe.run(
      { include },
      { resultTypes: ['violations', 'passes'], runOnly: ['color-contrast'], elementRef: true },
    )
    violations.push(...results.violations)
    const judged = new Set<Element | undefined>(
      [...results.violations, ...results.passes]
        .flatMap(({ nodes }) => nodes)
        .filter(({ any }) => any.some(hasRatio))
        .map(({ element }) => element),
    )
    for (const [look, all] of elements) {
      if (!all.some((element) => judged.has(element))) continue
      looks.push(look)
      elements.delete(look)
    }
  }
  return { looks, violations }
}

/** Links amid text are checked in both schemes, each look of text separately, and everything else in one scheme. */
const rulesIn: Record<'light' | 'dark', axe.RunOptions> = {
  light: { rules: { 'color-contrast': { enabled: false } } },
  dark: { runOnly: ['link-in-text-block'] },
}

/**
 * Expects no violation in the page or a part of it (axe: WCAG 2.2 AA and best practices), its colors in both schemes,
 * and that the page fits. Contrasts take axe four times as long as everything else, so each look of text is checked once. Leaves the page
 * dark.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // Load axe once per document: evaluating it takes as long as checking a small page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    const results = await page.evaluate(
      ([selector, options]) => window.axe.run(selector, { resultTypes: ['violations'], ...options }),
      [part, rulesIn[colorScheme]] as const,
    )
    const { looks, violations } = await page.evaluate(checkNewLooks, { part, checked: [...checkedLooks] })
    found.push(...linesOf([...results.violations, ...violations]).map((line) => `${colorScheme} ${line}`))
    for (const look of looks) checkedLooks.add(look)
  }
  expect(found).toEqual([])
  await expectToFit(page)
}
