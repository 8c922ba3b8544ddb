import { describe, expect, test } from 'vitest'
import { isDate, readCell, readId, readNumber, typedExt, typedPrefix, wrongNumber } from '#web/lib/typed.ts'
import { destinationsFor } from '#web/app/palette/destinations.ts'
import { toRow } from '#web/jobs/import/rows.ts'
import { byField } from '#web/jobs/import/fields.ts'
import { pairsKind, readAgents } from '#web/reservations/agents-file.ts'
import { readRequestFile, requestKind } from '#web/shared/service-requests/request-file.ts'
import { mappedSheet, sheetOf } from './sheets.ts'
import { readNumbers } from '#web/shared/number-ranges.ts'

/** Ways to type or paste 8204001, with leading zeros in some. */
const written: [string, string][] = [
  ['8204001', '8204001'],
  ['８２０４００１', '8204001'],
  ['8204\u00A0001', '8204001'],
  ['8204\u202F001', '8204001'],
  ['82\u200B04\u2060001', '8204001'],
  ['\u202A8204001\u202C', '8204001'],
  ['\u2068\u200E8204001\u2069', '8204001'],
  ['="1004"', '1004'],
  ["'1005", '1005'],
  ['8204-001', '8204001'],
  ['82‑04‑001', '8204001'],
  ['82 04 001', '8204001'],
  ['\u30000801\uFEFF', '0801'],
  ['00 81', '0081'],
]

describe('a number as typed or pasted', () => {
  test.each(written)('%j is read as %s in every field, import and search', (typed, number) => {
    expect(readNumber(typed)).toBe(number)
    const sheet = [
      { line: 1, cells: ['Extension', 'Employee ID'] },
      { line: 2, cells: [typed, '1001'] },
    ]
    const mapping = { columns: byField((field) => (field === 'ext' ? 0 : null)), agentType: '1' as const }
    const imported = toRow({ line: 2, cells: [typed] }, mapping).values.ext
    const reserved = readAgents(mappedSheet(sheetOf(sheet), pairsKind))
    const requested = readRequestFile(mappedSheet(sheetOf(sheet), requestKind), 'unbind')
    expect(typedExt.parse(typed)).toBe(number)
    expect(typedPrefix.parse(typed)).toBe(number)
    expect(imported).toBe(number)
    expect(reserved).toMatchObject({ numbers: [number], skipped: [] })
    expect(requested).toEqual({ list: number, skipped: [] })
    expect(destinationsFor(typed)[0]).toMatchObject({ kind: 'extension', text: number })
  })

  test.each([
    ['8001-8060', 'several', ''],
    ['8001 8002', 'several', ''],
    ['100-199', 'several', ''],
    ['82O4', 'letter', 'O'],
    ['８２Ｏ４', 'letter', 'O'],
    ['+86 8204', 'character', '+'],
    ['8.43', 'character', '.'],
    ['八204', 'letter', '八'],
    ['8', 'length', ''],
    ['1234567890123456', 'length', ''],
  ])('%j is no number: %s %s', (typed, reason, character) => {
    expect(typedExt.safeParse(typed).success).toBe(false)
    expect(wrongNumber(typed)).toEqual({ reason, character })
  })

  test('stays a date when a spreadsheet program made it one', () => {
    expect(['2026-03-01', '1-8-2026', '1/8/26', '1-Aug', '8月1日'].filter((text) => !isDate(text))).toEqual(
      [],
    )
    expect(readNumber('2026-03-01')).toBe('2026-03-01')
    expect(readNumber('82-04-001')).toBe('8204001')
  })

  test('keeps names, ids and passwords as they are, without what surrounds them', () => {
    expect(readId('\u202AIngrid\u00A0 Patel\u202C')).toBe('Ingrid Patel')
    expect(readId('3f2a-11')).toBe('3f2a-11')
    expect(readCell("'t Hart")).toBe("'t Hart")
    expect(readCell('王芳（客服）\u200B')).toBe('王芳（客服）')
    expect(readCell("'secret-1", false)).toBe("'secret-1")
  })
})

describe('a list of numbers', () => {
  test.each([
    ['\u202A8001\u202C-\u202A8003\u202C', ['8001', '8002', '8003']],
    ['８００１－８００３，８１００', ['8001', '8002', '8003', '8100']],
    ['8001to8003', ['8001', '8002', '8003']],
    ['80\u200B01', ['8001']],
    ['="0801", \'0802', ['0801', '0802']],
  ])('%j is read completely', (text, numbers) =>
    expect(readNumbers(text)).toMatchObject({ numbers, errors: [] }),
  )

  test.each([
    ['8OO1', 'O'],
    ['80x1', 'x'],
    ['l001', 'l'],
  ])('names the letter in %s', (text, character) =>
    expect(readNumbers(`8001, ${text}`)).toMatchObject({
      numbers: ['8001'],
      errors: [{ text, reason: 'letter', character }],
    }),
  )
})
