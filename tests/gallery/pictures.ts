import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../e2e/console-test.ts'
import { isChanging, tooWide } from '../e2e/sound.ts'

/** Print is a page of A4, as wide as its 210 mm are in CSS. */
export const sizes = {
  '1366': { width: 1366, height: 768 },
  '360': { width: 360, height: 740 },
  print: { width: 794, height: 1123 },
} as const
export type Size = keyof typeof sizes
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
  /** Name of the PNG. */
  file: string
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
const nameOf = (view: View, scheme: string) => Object.values({ ...view, scheme }).join(' ')

/** Collects the pictures that the words select, all when there are none, and what was noticed about their pages. */
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
    /** Notes that a view could not be drawn. */
    failed(view: View, error: unknown): void {
      findings.push({ view, text: String(error) })
    },
    isWanted: (view: View): boolean => schemesOf(view).length > 0,

    /** Takes the wanted pictures of what the page shows now. */
    async take(page: Page, view: View): Promise<void> {
      for (const scheme of schemesOf(view)) {
        await page.emulateMedia({ colorScheme: scheme, media: 'screen' })
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
        if (view.size === 'print') await page.emulateMedia({ media: 'print' })
        await expect.poll(() => page.evaluate(isChanging)).toBe(false)
        const file = `${wordsOf(nameOf(view, scheme)).join('-')}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' })
        pictures.push({ ...view, scheme, file })
      }
    },

    /** Notes what is wider than the window, and what moved since the page was opened. */
    async check(page: Page, view: View): Promise<void> {
      if (view.size === 'print') return
      const [excess, element] = await page.evaluate(tooWide)
      if (excess !== undefined) findings.push({ view, text: `${excess} too wide, ${element}` })
      const shift = Number(await page.evaluate('shift.total'))
      if (shift > largestShift)
        findings.push({
          view,
          text: `shift ${shift.toFixed(3)}, ${String(await page.evaluate('shift.moved'))}`,
        })
    },

    /** A block of lines for each page with findings. */
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
