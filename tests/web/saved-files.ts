import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { readWorkbook } from '#web/spreadsheet/read-workbook.ts'

/** Collects the files that the console saves until the end of the test, because jsdom cannot save files. */
export function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = []
  const made = new Map<string, Blob>()
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      const url = `blob:${made.size}`
      if (file instanceof Blob) made.set(url, file)
      return url
    }),
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const file = made.get(this.href)
      if (file !== undefined) saved.push({ name: this.download, file })
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return saved
}

const formats = {
  xlsx: 'Excel workbook (.xlsx)',
  csv: 'CSV for spreadsheets (UTF-8 with BOM)',
  plain: 'CSV without BOM',
} as const

/** Clicks an export button and chooses a format. */
export async function exportAs(user: UserEvent, button: string, format: keyof typeof formats): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }))
  await user.click(await screen.findByRole('menuitem', { name: formats[format] }))
}

/** Returns the cells of a saved workbook, row by row. Throws when it cannot be read. */
export async function cellsOf(saved: { file: Blob } | undefined): Promise<readonly (readonly string[])[]> {
  const bytes = new Uint8Array((await saved?.file.arrayBuffer()) ?? new ArrayBuffer())
  const sheet = await readWorkbook(bytes, { maxRows: 100_000 })
  if (typeof sheet === 'string') throw new Error(sheet)
  return sheet.rows.map(({ cells }) => cells)
}
