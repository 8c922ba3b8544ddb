import { describe, expect, test } from 'vitest'
import {
  isDate,
  readCell,
  readId,
  readNumber,
  typedAgentId,
  typedExt,
  typedPrefix,
  wrongNumber,
} from '#web/lib/typed.ts'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { destinationsFor } from '#web/app/palette/destinations.ts'
import { toRow } from '#web/pages/jobs/import/rows.ts'
import { byField } from '#web/pages/jobs/import/fields.ts'
import { rosterKind } from '#web/pages/people/roster-file.ts'
import { pairsKind, readPeople } from '#web/pages/reservations/people-file.ts'
import { emptyValues, requestOf } from '#web/entities/creation/values.ts'
import { readRequestedNumbers } from '#web/entities/request/requested-numbers.ts'
import { readRequestFile, requestKind } from '#web/entities/request/request-file.ts'
import { mappedSheet, readRoster, sheetOf } from './sheets.ts'

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

/** A sheet with a number, a work number and a code in the first column. */
const sheetWith = (header: readonly string[], cells: readonly string[]) =>
  sheetOf([
    { line: 1, cells: header },
    { line: 2, cells },
  ])

/** The places where a number or an id is typed, pasted or linked, and what each makes of a text. */
const places: Record<string, (typed: string) => unknown> = {
  'a field, a range or a job name': readNumber,
  'a filter for a number': (typed) => typedExt.parse(typed),
  'a filter or link for the start of a number': (typed) => typedPrefix.parse(typed),
  'the palette': (typed) => destinationsFor(typed)[0]?.text,
  'the creation of one extension': (typed) => requestOf({ ...emptyValues, ext: typed }).ext,
  'the bulk import': (typed) =>
    toRow(
      { line: 2, cells: [typed] },
      { columns: byField((field) => (field === 'ext' ? 0 : null)), agentType: '1' },
    ).values.ext,
  'the bulk reservation': (typed) =>
    readPeople(
      mappedSheet(sheetWith(['Extension', 'Employee ID'], [typed, '1001']), pairsKind),
    ).numbers.join(),
  'requested changes': (typed) =>
    readRequestFile(
      mappedSheet(sheetWith(['Extension', 'Employee ID'], [typed, '1001']), requestKind),
      'unbind',
    ).list,
}
/** The places of an id whose hyphens and spaces count, such as a work number. */
const placesOfIds: Record<string, (typed: string) => unknown> = {
  'the agent of one extension': (typed) => requestOf({ ...emptyValues, ext: '8001', agentID: typed }).agentID,
  'the filter for an agent': (typed) => typedAgentId.parse(typed),
  'the bulk import': (typed) =>
    toRow(
      { line: 2, cells: [typed] },
      { columns: byField((field) => (field === 'agentID' ? 0 : null)), agentType: '0' },
    ).values.agentID,
  'the bulk reservation': (typed) =>
    readPeople(
      mappedSheet(sheetWith(['Extension', 'Employee ID'], ['8001', typed]), pairsKind),
    ).people.join(),
  'numbers to bind': (typed) => readRequestedNumbers(`8001\t${typed}`, 'rebind').requested[0]?.who,
  'the roster': (typed) =>
    readRoster(mappedSheet(sheetWith(['工号', '姓名'], [typed, 'Ada']), rosterKind))[0]?.row?.workNumber,
}

describe('a number as typed or pasted', () => {
  test.each(written)('%j is read as %s everywhere', (typed, number) => {
    for (const [place, read] of Object.entries(places)) expect.soft(read(typed), place).toBe(number)
    if (/\d[\s\p{Pd}]\d/u.test(typed)) return
    for (const [place, read] of Object.entries(placesOfIds)) expect.soft(read(typed), place).toBe(number)
  })

  test.each([
    ['8001-8060', 'range', ''],
    ['100-199', 'range', ''],
    ['8301001-03', 'range', ''],
    ['998-1002', 'range', ''],
    ['8001 to 8060', 'range', ''],
    ['8001 8002', 'several', ''],
    ['100 200 300', 'several', ''],
    ['8060-8001', 'several', ''],
    ['82O4', 'letter', 'O'],
    ['８２Ｏ４', 'letter', 'O'],
    ['+86 8204', 'character', '+'],
    ['8.43', 'character', '.'],
    ['八204', 'letter', '八'],
    ['8', 'length', ''],
    ['1234567890123456', 'length', ''],
  ])('%j is no number: %s %s', (typed, reason, character) => {
    expect(typedExt.safeParse(typed).success).toBe(false)
    expect(wrongNumber(typed)).toMatchObject({ reason, character })
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
    expect(numbersIn(text)).toMatchObject({ numbers, unclear: [] }),
  )

  test.each(['82 04 001', '82-04-001', '82‑04‑001', '8,204,001', '8204001.0', '8204.001'])(
    'asks whether %s is one number or several',
    (text) =>
      expect(numbersIn(`8001, 8002\n${text}\n8003`)).toMatchObject({
        numbers: ['8001', '8002', '8003'],
        unclear: [{ text, why: 'groups' }],
      }),
  )

  test('reads groups of one length, and short ends of ranges', () => {
    expect(numbersIn('8001 8002 8003\n100,200,300\n8101-03 8110').numbers).toHaveLength(10)
    expect(numbersIn('801 8002').numbers).toEqual(['801', '8002'])
  })

  test.each(['8OO1', '80x1', 'l001'])('asks about the letter in %s', (text) =>
    expect(numbersIn(`8001, ${text}`)).toMatchObject({
      numbers: ['8001'],
      unclear: [{ text, why: 'letter' }],
    }),
  )
})
