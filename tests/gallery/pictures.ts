import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../e2e/console-test.ts'
import { cutStates, showScheme, tooWide } from '../e2e/page-checks.ts'

const laptop = { width: 1366, height: 768 }
/** Window sizes, and A4 sheets printed from a laptop's window. */
export const sizes = {
  '1366': laptop,
  '360': { width: 360, height: 740 },
  '390': { width: 390, height: 844 },
  /** With text twice as large. */
  large: { width: 390, height: 844 },
  '1920': { width: 1920, height: 1080 },
  portrait: laptop,
  landscape: laptop,
} as const
export type Size = keyof typeof sizes
const isPaper = (size: Size): boolean => size === 'portrait' || size === 'landscape'
export const languages = ['en', 'zh'] as const
const schemes = ['light', 'dark'] as const

const largestShift = 0.01

export interface View {
  page: string
  state: string
  language: (typeof languages)[number]
  size: Size
}
export interface Picture extends View {
  scheme: (typeof schemes)[number]
  /** File name of the PNG, or of the PDF for a paper size. */
  file: string
}

/** Returns true once the virtualizer of long lists has loaded; before that, a list has only its first rows. */
const areListsWhole = () =>
  [...document.querySelectorAll('table[aria-rowcount]')].every(
    (table) =>
      Number(table.getAttribute('aria-rowcount')) <= table.querySelectorAll('tr').length ||
      table.querySelector('tr[aria-hidden]') !== null,
  )

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
const nameOf = (view: View, scheme: string) => Object.values({ ...view, scheme }).join(' ')

/** Collects the pictures that match `words` (all pictures without words), and the findings about their pages. */
export function createPictures(folder: string, words: readonly string[]) {
  const pictures: Picture[] = []
  const findings: { view: View; text: string }[] = []
  const schemesOf = (view: View) =>
    schemes.filter((scheme) => {
      const known = wordsOf(nameOf(view, scheme))
      return words.every((word) => known.some((each) => each === word.toLowerCase()))
    })

  return {
    pictures,
    /** Records that a view could not be rendered. */
    failed(view: View, error: unknown): void {
      findings.push({ view, text: String(error) })
    },
    isChosen: (view: View): boolean => schemesOf(view).length > 0,

    /** Takes the chosen pictures of the page's current state. */
    async take(page: Page, view: View): Promise<void> {
      for (const scheme of schemesOf(view)) {
        await page.emulateMedia({ media: 'screen' })
        await showScheme(page, scheme)
        const file = `${wordsOf(nameOf(view, scheme)).join('-')}.${isPaper(view.size) ? 'pdf' : 'png'}`
        const path = join(folder, file)
        if (isPaper(view.size)) {
          await expect.poll(() => page.evaluate(areListsWhole)).toBe(true)
          await page.emulateMedia({ media: 'print' })
          await page.pdf({ path, format: 'A4', landscape: view.size === 'landscape' })
        } else
          await page.screenshot({
            path,
            // A thousand rows are higher than a picture can be, and a dialog stands over the window alone.
            fullPage: view.state !== 'thousand' && (await page.getByRole('dialog').count()) === 0,
            animations: 'disabled',
          })
        pictures.push({ ...view, scheme, file })
      }
    },

    /** Records elements wider than the window, states that are cut off, and layout shifts since the page was opened. */
    async check(page: Page, view: View): Promise<void> {
      if (isPaper(view.size)) return
      const [excess, element] = await page.evaluate(tooWide)
      if (excess !== undefined) findings.push({ view, text: `${excess} too wide, ${element}` })
      const cut = await page.evaluate(cutStates)
      if (cut.length > 0) findings.push({ view, text: `cut off: ${cut.join(', ')}` })
      const shift = Number(await page.evaluate('shift.total'))
      if (shift > largestShift)
        findings.push({
          view,
          text: `shift ${shift.toFixed(3)}, ${String(await page.evaluate('shift.moved'))}`,
        })
    },

    /** Returns a block of lines for each page with findings. */
    report: (): string =>
      [...Map.groupBy(findings, ({ view }) => view.page)]
        .map(([page, ofPage]) =>
          [
            page,
            ...ofPage.map(({ view, text }) => `  ${view.state} ${view.language} ${view.size}: ${text}`),
          ].join('\n'),
        )
        .toSorted()
        .join('\n'),
  }
}
export type Pictures = ReturnType<typeof createPictures>
