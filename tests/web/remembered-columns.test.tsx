import { describe, expect, test } from 'vitest'
import { extensionFields, extensionKind } from '#web/pages/jobs/import/extension-kind.ts'
import { rememberColumns, rememberedColumns } from '#web/spreadsheet/remembered-columns.ts'

describe('the columns of a sheet', () => {
  test('are remembered for the same set of headers in any order, and for no other', () => {
    const chosen = new Map([['ext', 2] as const, ['password', 0] as const])
    rememberColumns(extensionKind, ['geheim', 'Name', 'Durchwahl'], chosen)
    expect(rememberedColumns(extensionKind, ['geheim', 'Name', 'Durchwahl'])).toEqual(chosen)
    expect(rememberedColumns(extensionKind, ['Durchwahl', 'geheim', 'name '])).toEqual(
      new Map([
        ['ext', 0],
        ['password', 1],
      ]),
    )
    expect(rememberedColumns(extensionKind, ['geheim', 'Name'])).toBeUndefined()
    expect(rememberedColumns(extensionKind, ['geheim', 'Name', 'Nummer'])).toBeUndefined()
  })

  test('leave nothing of the sheet in the browser, and are kept for the last twenty sheets', () => {
    const columns = new Map(extensionFields.map((field, index) => [field, index] as const))
    for (let index = 0; index < 30; index++)
      rememberColumns(extensionKind, [`Sup3r-secret-${index}`, 'x'], columns)
    const stored = JSON.stringify(Object.entries(localStorage))
    expect(stored).toContain('columns.extensions')
    expect(stored).not.toMatch(/sup3r|secret/i)
    expect(rememberedColumns(extensionKind, ['Sup3r-secret-29', 'x'])).toBeDefined()
    expect(rememberedColumns(extensionKind, ['Sup3r-secret-9', 'x'])).toBeUndefined()
  })
})
