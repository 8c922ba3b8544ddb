import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rosterKind } from '#web/pages/people/roster-file.ts'
import { extensionKind, mappingOf } from '#web/pages/jobs/import/extension-kind.ts'
import { validateRows } from '#web/pages/jobs/import/rows.ts'
import { pairsKind, readPeople } from '#web/pages/reservations/people-file.ts'
import { readRequestFile, requestKind } from '#web/entities/request/request-file.ts'
import { columnNamesOf, type ImportKind, type Mapped } from '#web/spreadsheet/columns.ts'
import { csvText } from '#web/lib/csv.ts'
import { readSheet } from '#web/spreadsheet/read-sheet.ts'
import { workbookOf } from '#web/spreadsheet/write/write-workbook.ts'
import type { ReadOptions } from '#web/spreadsheet/sheet.ts'
import { mappedSheet, readRoster, toRows } from './sheets.ts'

async function tableIn<Field extends string>(
  bytes: Uint8Array,
  kind: ImportKind<Field>,
  options: Partial<ReadOptions> = {},
): Promise<Mapped<Field>> {
  const sheet = await readSheet(bytes, { maxRows: 1_000, columnNames: columnNamesOf(kind), ...options })
  if (typeof sheet === 'string') throw new Error(sheet)
  return mappedSheet(sheet, kind)
}

/** Reads a file of the folder `field-sheets` as an import reads it. */
const tableOf = <Field extends string>(
  file: string,
  kind: ImportKind<Field>,
  options: Partial<ReadOptions> = {},
): Promise<Mapped<Field>> =>
  tableIn(new Uint8Array(readFileSync(join(import.meta.dirname, 'field-sheets', file))), kind, options)

/** The rows of an import of extensions, each as its number, agent and password, or as its errors. */
async function extensionsOf(file: string, options?: Partial<ReadOptions>) {
  const table = await tableOf(file, extensionKind, options)
  const { rows } = validateRows(toRows(table.body, mappingOf(table.columns)))
  return {
    table,
    rows: rows.map(({ row: { request, errors }, state }) =>
      request === null
        ? errors
        : [
            request.ext,
            request.agentID ?? '',
            request.password ?? '',
            ...(state === 'duplicate' ? [state] : []),
          ],
    ),
  }
}

const plain = (first: number) => [
  [String(first), '1021', 'Passw0rd-a'],
  [String(first + 1), '1061', 'Passw0rd-b'],
]

describe('an import of extensions', () => {
  test.each([
    ['03-title-row-sheetjs.xlsx', [...plain(8203001), ['8203003', '1096', 'Passw0rd-c']]],
    ['03b-title-row.csv', [...plain(8203001), ['8203003', '1096', 'Passw0rd-c']]],
    [
      '03d-title-semicolon.csv',
      [
        ['8234001', '1021', ''],
        ['8234002', '1061', ''],
      ],
    ],
    ['04-sep-line.csv', plain(8204001)],
    ['05-pipe.csv', plain(8205001)],
    [
      '09-spaces.csv',
      [...plain(8209001), ['8209003', '1096', 'Passw0rd-c'], ['8209001', '1021', 'Passw0rd-d', 'duplicate']],
    ],
    [
      '10-fullwidth.csv',
      [
        ['8210001', '1021', ''],
        ['8210002', '1061', ''],
      ],
    ],
    [
      '02-merged-agent-xlsxpopulate.xlsx',
      [
        ['8202001', '1021', ''],
        ['8202002', '1021', ''],
        ['8202003', '1021', ''],
        ['8202004', '1061', ''],
      ],
    ],
    ['17-formula-no-value-openpyxl.xlsx', [{ ext: 'formula' }, { agentID: 'formula' }, ['8217003', '', '']]],
    [
      '17b-formula-dummy-zero-xlsxwriter.xlsx',
      [{ agentID: 'formula' }, { ext: 'formula' }, { password: 'formula' }],
    ],
    ['35-header-synonyms.csv', plain(1004)],
    [
      '40-plain-sheetjs.ods',
      [
        ['0801', '1021', 'Passw0rd-a'],
        ['8202', '1061', 'Passw0rd-b'],
      ],
    ],
    [
      '40-plain-sheetjs.fods',
      [
        ['0801', '1021', 'Passw0rd-a'],
        ['8202', '1061', 'Passw0rd-b'],
      ],
    ],
  ])('reads or refuses every row of %s', async (file, expected) => {
    const { table, rows } = await extensionsOf(file)
    expect(rows).toEqual(expected)
    expect(table.isReady).toBe(true)
  })

  test.each([
    [
      '32-3cx.csv',
      [
        ['8233501', '', 'Auth-Passw0rd1'],
        ['8233502', '', 'Auth-Passw0rd2'],
      ],
    ],
    [
      '32c-wazo.csv',
      [
        ['8233701', '', 'SipSecret-01'],
        ['8233702', '', 'SipSecret-02'],
      ],
    ],
    [
      '32e-switchvox.csv',
      [
        ['8233901', '', 'PhonePw-001'],
        ['8233902', '', 'PhonePw-002'],
      ],
    ],
  ])(
    'takes the SIP password of %s, and asks about the columns that look like one',
    async (file, expected) => {
      const { table, rows } = await extensionsOf(file)
      expect(rows).toEqual(expected)
      expect(table.isReady).toBe(false)
      expect(table.columns.has('langCodeTxt')).toBe(false)
    },
  )

  test('leaves out the rows that a filter hides, until they are asked for', async () => {
    const { table, rows } = await extensionsOf('01-filtered-rows-exceljs.xlsx')
    expect(rows).toEqual([
      ['8201001', '1021', ''],
      ['8201003', '1096', ''],
    ])
    expect(table.sheet.hiddenRows).toEqual({ count: 2, isRead: false })
    const all = await extensionsOf('01-filtered-rows-exceljs.xlsx', { hiddenRows: true })
    expect(all.rows.map((row) => Array.isArray(row) && row[0])).toEqual([
      '8201001',
      '8201002',
      '8201003',
      '8201004',
    ])
    expect(all.table.sheet.hiddenRows).toEqual({ count: 2, isRead: true })
  })

  test('says how many rows a merged cell fills', async () => {
    const { table } = await extensionsOf('02-merged-agent-xlsxpopulate.xlsx')
    expect(table.sheet.mergedRows).toBe(2)
  })

  test.each(['41-team-libreoffice.xlsx', '41-team-libreoffice.ods'])(
    'reads formats, formulas, merged and hidden cells of %s',
    async (file) => {
      const { table, rows } = await extensionsOf(file)
      expect(rows).toEqual([
        ['0801', '1021', 'Passw0rd-a'],
        ['8218001', '1021', 'Passw0rd-b'],
        ['8204', '1024', ''],
        { ext: 'date' },
        { ext: 'rounded', agentID: 'agentID-characters' },
        { agentID: 'break' },
        // The agent is a formula with an empty text as its result.
        ['8208', '', ''],
        { agentID: 'agentID-characters' },
        { ext: 'error' },
      ])
      expect(table.sheet).toMatchObject({
        sheet: 'Team',
        passedOver: [{ name: 'Empty', why: 'empty' }],
        hiddenRows: { count: 1, isRead: false },
        hiddenColumns: [2],
        mergedRows: 1,
      })
    },
  )

  test('says that the spreadsheet program turned numbers into dates or rounded them', async () => {
    const { rows } = await extensionsOf('07-dates.csv')
    const date = { ext: 'date' }
    const rounded = { ext: 'rounded' }
    expect(rows).toEqual([['8207001', '', ''], date, date, date, date, date, date, date, rounded, rounded])
  })

  test('reads the digits that Excel shows', async () => {
    const { rows } = await extensionsOf('18-number-formats-exceljs.xlsx')
    const digits = rows.map((row) => (Array.isArray(row) ? row[0] : row.ext))
    const shown =
      '8218001 8218002 0801 00801 8218005 8218006 8218007 8218008 8218009 8218010 8218011 8218012 8218013 0801 0801 ext-digits'
    expect(digits).toEqual(shown.split(' '))
  })

  test('reads a number with guards, marks and full-width digits', async () => {
    const { rows } = await extensionsOf('27-wrapped-numbers.csv')
    expect(rows.map((row) => Array.isArray(row) && row[0])).toEqual([
      '1004',
      '1005',
      '1006',
      '1007',
      '1008',
      '1009',
    ])
  })
})

describe('an import of a roster', () => {
  test.each([
    [
      '06a-roster-cp1252-en.csv',
      'windows-1252',
      ['Jörg Müller', 'Zoë Nuñez', 'André Gonçalves', 'François Lefèvre'],
    ],
    ['06d-roster-macroman.csv', 'macintosh', ['Jörg Müller']],
  ] as const)('waits for the encoding of %s, and offers %s by its names', async (file, encoding, names) => {
    const table = await tableOf(file, rosterKind)
    expect(table.isReady).toBe(false)
    const offered = table.sheet.encodingChoices.find((each) => each.encoding === encoding)
    expect(offered?.samples).toContain('Jörg Müller')
    const chosen = await tableOf(file, rosterKind, { encoding })
    expect(chosen.isReady).toBe(true)
    expect(readRoster(chosen).map(({ row }) => row?.name)).toEqual(names)
  })

  test('names the line of an open quotation mark, and reads the others', async () => {
    const table = await tableOf('22-open-quote-roster.csv', rosterKind)
    expect(table.sheet.openQuote).toBe(2)
    expect(readRoster(table)).toMatchObject([
      { line: 2, row: null, wrong: 'name', issue: 'quote' },
      { line: 3, row: { workNumber: '20052', name: 'Bob Ray' } },
      { line: 4, row: { workNumber: '20053', name: 'Cy Doe' } },
    ])
  })

  test('refuses formulas without a result', async () => {
    const table = await tableOf('17b-formula-dummy-zero-xlsxwriter.xlsx', rosterKind)
    expect(readRoster(table).map(({ issue }) => issue)).toEqual(['formula', null, null])
  })
})

describe('every import', () => {
  const numbers = ['1004', '1005', '1006', '1007', '1008', '1009']
  test('reads the same numbers and ids from wrapped cells', async () => {
    const file = '27-wrapped-numbers.csv'
    const requested = readRequestFile(await tableOf(file, requestKind), 'unbind')
    expect(requested).toEqual({ list: numbers.join('\n'), skipped: [] })
    const ids = ['20201', '20202', '20203', '20021', '20022', '20101']
    expect(readPeople(await tableOf(file, pairsKind))).toEqual({ people: ids, numbers, skipped: [] })
    expect(readRoster(await tableOf(file, rosterKind)).map(({ row }) => row?.workNumber)).toEqual(ids)
  })

  test.each([
    ['03-title-row-sheetjs.xlsx', ['8203001', '8203002', '8203003'], ['1021', '1061', '1096']],
    ['03b-title-row.csv', ['8203001', '8203002', '8203003'], ['1021', '1061', '1096']],
    ['04-sep-line.csv', ['8204001', '8204002'], ['1021', '1061']],
    ['05-pipe.csv', ['8205001', '8205002'], ['1021', '1061']],
    ['10-fullwidth.csv', ['8210001', '8210002'], ['1021', '1061']],
    ['35-header-synonyms.csv', ['1004', '1005'], ['1021', '1061']],
  ])('reads the numbers and agents of %s', async (file, exts, ids) => {
    const pairs = await tableOf(file, pairsKind)
    expect(readPeople(pairs)).toEqual({ people: ids, numbers: exts, skipped: [] })
    expect(pairs.isReady).toBe(true)
    expect(readRequestFile(await tableOf(file, requestKind), 'rebind')).toEqual({
      list: exts.map((ext, at) => `${ext}\t${ids[at]}`).join('\n'),
      skipped: [],
    })
    const roster = await tableOf(file, rosterKind)
    expect(readRoster(roster).map(({ row }) => row?.workNumber)).toEqual(ids)
    expect(roster.isReady).toBe(true)
  })

  test('reads numbers and agents between spaces of all kinds, and says which row repeats', async () => {
    const file = '09-spaces.csv'
    const [exts, ids] = [
      ['8209001', '8209002', '8209003'],
      ['1021', '1061', '1096'],
    ]
    expect(readPeople(await tableOf(file, pairsKind))).toEqual({
      people: ids,
      numbers: exts,
      skipped: [{ line: 5, reason: 'repeated', text: '8209001' }],
    })
    expect(readRequestFile(await tableOf(file, requestKind), 'unbind').list.split('\n')).toEqual([
      ...exts,
      '8209001',
    ])
    expect(readRoster(await tableOf(file, rosterKind)).map(({ row }) => row?.workNumber)).toEqual([
      ...ids,
      '1021',
    ])
  })

  test('finds the semicolons below a title, and the agents beside the numbers', async () => {
    const pairs = await tableOf('03d-title-semicolon.csv', pairsKind)
    expect(readPeople(pairs)).toEqual({
      people: ['1021', '1061'],
      numbers: ['8234001', '8234002'],
      skipped: [],
    })
    const requested = readRequestFile(await tableOf('03d-title-semicolon.csv', requestKind), 'rebind')
    expect(requested.list).toBe('8234001\t1021\n8234002\t1061')
    // No column is a work number, so the user is asked for it.
    expect((await tableOf('03d-title-semicolon.csv', rosterKind)).missing).toEqual([
      ['agentUuid', 'workNumber'],
    ])
  })

  test('reads back what an export writes', async () => {
    const word = fc.constantFrom(
      '张伟',
      'Zoë',
      "'t Hart",
      'O’Brien',
      '"x"',
      'a,',
      'b;',
      '|',
      '=1',
      '0801',
      '1e5',
      '~',
    )
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    const person = fc.record({
      ext: fc.stringMatching(/^\d{2,15}$/),
      workNumber: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{2,8}$/),
      name,
      note: name,
    })
    const people = fc.uniqueArray(person, { minLength: 1, maxLength: 12, selector: ({ ext }) => ext })
    const columns = ['ext', 'work number', 'name', 'note'] as const
    await fc.assert(
      fc.asyncProperty(people, async (rows) => {
        const unique = [...new Map(rows.map((row) => [row.workNumber, row])).values()]
        const list = await csvText(
          columns,
          unique.map((row) => [row.ext, row.workNumber, row.name, row.note]),
        )
        // What the file lacks is no row of it.
        const csv = `${list}# may be incomplete: not read\r\n"# not included: 2 rows, such as SIP-1"\r\n`
        const { file, rows: written } = await workbookOf(new Blob([csv]), 'people')
        expect(written).toBe(unique.length)
        for (const bytes of [new TextEncoder().encode(csv), new Uint8Array(await file.arrayBuffer())]) {
          const table = await tableIn(bytes, extensionKind)
          const created = toRows(table.body, mappingOf(table.columns))
          expect(created.map(({ request }) => [request?.ext, request?.agentID])).toEqual(
            unique.map(({ ext, workNumber }) => [ext, workNumber]),
          )
          expect(readRoster(await tableIn(bytes, rosterKind)).map(({ row }) => row)).toEqual(
            unique.map(({ ext: _ext, ...row }) => row),
          )
          expect(readPeople(await tableIn(bytes, pairsKind))).toEqual({
            people: unique.map(({ workNumber }) => workNumber),
            numbers: unique.map(({ ext }) => ext),
            skipped: [],
          })
          expect(readRequestFile(await tableIn(bytes, requestKind), 'rebind').list).toBe(
            unique.map(({ ext, workNumber }) => `${ext}\t${workNumber}`).join('\n'),
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  test('refuses formulas, dates and hidden rows', async () => {
    const formulas = '17-formula-no-value-openpyxl.xlsx'
    expect(readRequestFile(await tableOf(formulas, requestKind), 'rebind')).toMatchObject({
      list: '8217003',
      skipped: [
        { line: 2, reason: 'formula' },
        { line: 3, reason: 'formula' },
      ],
    })
    const { skipped } = readPeople(await tableOf('17b-formula-dummy-zero-xlsxwriter.xlsx', pairsKind))
    expect(skipped).toMatchObject([
      { line: 2, reason: 'formula' },
      { line: 3, reason: 'formula' },
    ])
    const dates = readRequestFile(await tableOf('07-dates.csv', requestKind), 'unbind')
    expect(dates.skipped.slice(0, 7).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 7 }, () => 'date'),
    )
    const leavers = await tableOf('01c-filtered-requests-xlsxwriter.xlsx', requestKind)
    expect(readRequestFile(leavers, 'unbind').list).toBe('1004\n1006')
    expect(leavers.sheet.hiddenRows.count).toBe(1)
  })
})
