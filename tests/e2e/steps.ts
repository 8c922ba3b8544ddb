import type { Locator, Page } from '@playwright/test'
import { openPalette } from './palette.ts'

/** Performs the steps of a user and counts them: each is a key, a text, a click, a tap or an address. A click that changes the page is one step. */
export function reader(page: Page) {
  let steps = 0
  const step = async <Result>(work: Promise<Result>): Promise<Result> => {
    steps += 1
    return work
  }
  return {
    palette: () => step(openPalette(page)),
    press: (key: string) => step(page.keyboard.press(key)),
    write: (field: Locator, text: string) => step(field.fill(text)),
    click: (target: Locator) => step(target.click()),
    /** A click with a finger; the browser context needs `hasTouch`. */
    tap: (target: Locator) => step(target.tap()),
    /** Opens an address, as from a link in a message. */
    open: (path: string) => step(page.goto(path)),
    /** Chooses a file. */
    attach: (field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) =>
      step(field.setInputFiles(file)),
    choose: (select: Locator, option: string) => step(select.selectOption(option)),
    /** Returns the number of steps since the last call. */
    taken: () => {
      const taken = steps
      steps = 0
      return taken
    },
  }
}
