import type { Locator, Page } from '@playwright/test'
import { expect } from './console-test.ts'

/** Opens the palette with its shortcut, and returns its text field. */
export async function openPalette(page: Page): Promise<Locator> {
  await expect(page.getByRole('button', { name: /^(Search and commands|搜索与命令)$/ })).toBeVisible()
  // A dialog traps the keyboard until it is gone.
  await expect(page.locator('[aria-modal=true]')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^(Search and commands|搜索与命令)$/ })
  await expect(field).toBeFocused()
  return field
}

/** Returns the text of the highlighted option, as a screen reader announces it. */
export async function currentOption(page: Page): Promise<string> {
  const id = await page.getByRole('dialog').getByRole('combobox').getAttribute('aria-activedescendant')
  return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
}

/** Opens the list of shortcuts with its key, which works once the page's first view is shown. Returns the dialog. */
export async function openShortcuts(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('?')
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return dialog
}
