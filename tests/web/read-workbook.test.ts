import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSheet } from '#web/spreadsheet/read-sheet.ts'
import {
  longestCell,
  maxCells,
  maxCharacters,
  sheetErrors,
  type ReadOptions,
  type Sheet,
} from '#web/spreadsheet/sheet.ts'
import { en, zh } from '../all-messages.ts'
import { partsOf, workbook, zipOf, type Part, type TestCell, type TestSheet } from './workbooks.ts'

const read = (bytes: Uint8Array, options: Partial<ReadOptions> = {}) =>
  readSheet(bytes, { maxRows: 10_001, ...options })
async function sheetOf(bytes: Uint8Array, options?: Partial<ReadOptions>): Promise<Sheet> {
  const sheet = await read(bytes, options)
  if (typeof sheet === 'string') throw new Error(sheet)
  return sheet
}
const one = (...rows: TestCell[][]): TestSheet[] => [{ name: 'Team', rows }]
/** Writes a workbook, reads it back, and returns the text of the cell and its issue or `null`. */
async function cellOf(cell: TestCell, options: { date1904?: boolean } = {}) {
  const { rows } = await sheetOf(await workbook(one(['x', cell]), options))
  return [rows[0]?.cells[1] ?? '', rows[0]?.issues?.get(1) ?? null]
}

describe('a cell', () => {
  test.each(['0801', ' 0801 ', 'two\nlines', 'it\'s <b> & "c"', '李雷', '😀', '_x0041_?', '=1+1'])(
    'keeps its text unchanged: %j',
    async (text) => {
      const typed = text.replaceAll(/_x0041_/g, '_x005F_x0041_')
      expect(await cellOf(typed)).toEqual([text, null])
    },
  )

  test.each([
    ['8001', '8001'],
    ['8001.0', '8001'],
    ['8.001E3', '8001'],
    ['1E5', '100000'],
    ['1.5e+7', '15000000'],
    ['861234567890123', '861234567890123'],
    ['8.61234567890123E+14', '861234567890123'],
    ['-17', '-17'],
    ['-0', '0'],
    ['0.5', '0.5'],
    ['5E-3', '0.005'],
    ['1234.5600', '1234.56'],
  ])('shows the number %s as its digits: %s', async (raw, text) => {
    expect(await cellOf({ raw })).toEqual([text, null])
  })

  test('keeps the digits of every whole number that spreadsheet programs keep', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 999_999_999_999_999 }), async (number) => {
        expect(await cellOf({ raw: number.toExponential() })).toEqual([String(number), null])
      }),
      { numRuns: 30 },
    )
  })

  test.each(['1234567890123456', '9007199254740993', '1.23456789012346E+17', '1E+400'])(
    'reports rounding when it has more digits than are kept: %s',
    async (raw) => {
      const [, issue] = await cellOf({ raw })
      expect(issue).toBe('rounded')
    },
  )

  test('keeps the leading zeros of its format, as its author sees them', async () => {
    expect(await cellOf({ raw: '801', format: 'zeros' })).toEqual(['00801', null])
    expect(await cellOf({ raw: '1234567', format: 'zeros' })).toEqual(['1234567', null])
  })

  test.each<[TestCell, string]>([
    [{ raw: '46082', format: 'date' }, '2026-03-01'],
    [{ raw: '46082.5', format: 'dateTime' }, '2026-03-01 12:00:00'],
    [{ raw: '46082', format: 'chineseDate' }, '2026-03-01'],
    [{ raw: '0.75', format: 'duration' }, '18:00:00'],
    [{ raw: '1', format: 'date' }, '1900-01-01'],
    [{ raw: '61', format: 'date' }, '1900-03-01'],
    [{ xml: '<v>2026-03-01</v>', type: 'd' }, '2026-03-01'],
  ])('reports a value that became a date: %j', async (cell, text) => {
    expect(await cellOf(cell)).toEqual([text, 'date'])
  })

  test('counts days from 1904 when the workbook does', async () => {
    expect(await cellOf({ raw: '44620', format: 'date' }, { date1904: true })).toEqual(['2026-03-01', 'date'])
  })

  test('is no date when formatted as money, though its format contains date letters', async () => {
    expect(await cellOf({ raw: '8001', format: 'money' })).toEqual(['8001', null])
  })

  test.each<[string, TestCell, [string, string | null]]>([
    ['a number', { xml: '<f>A1+1</f><v>8002</v>' }, ['8002', null]],
    ['a text', { xml: '<f>"0"&amp;"801"</f><v>0801</v>', type: 'str' }, ['0801', null]],
    ['nothing', { xml: '<f>""</f><v></v>', type: 'str' }, ['', null]],
    ['no saved value', { xml: '<f>A1+1</f>' }, ['=A1+1', 'formula']],
    ['a blank saved value', { xml: '<f>A1+1</f><v/>' }, ['=A1+1', 'formula']],
    ['another cell’s formula without a saved value', { xml: '<f t="shared" si="0"/>' }, ['', 'formula']],
    ['an error', { xml: '<f>1/0</f><v>#DIV/0!</v>', type: 'e' }, ['#DIV/0!', 'error']],
  ])('uses the last value of its formula: %s', async (_what, cell, expected) => {
    expect(await cellOf(cell)).toEqual(expected)
  })

  test('is cut at Excel’s limit, and so is its format', async () => {
    expect(await cellOf('x'.repeat(longestCell + 1))).toEqual(['x'.repeat(longestCell), null])
    const styles = (code: string) =>
      `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`
    const formatted = async (code: string) => {
      const cell = '<worksheet><sheetData><row><c s="0"><v>7</v></c></row></sheetData></worksheet>'
      const parts = partsOf(one(['x']))
      const bytes = await zipOf({ ...parts, 'xl/worksheets/sheet1.xml': cell, 'xl/styles.xml': styles(code) })
      return (await sheetOf(bytes)).rows[0]?.cells[0]
    }
    expect(await formatted('0'.repeat(100_000))).toBe('7'.padStart(255, '0'))
    // Matching the whole format would take minutes.
    expect(await formatted('['.repeat(1_000_000))).toBe('7')
  })

  test('can hold inline text in several pieces, and omits the phonetic reading', async () => {
    const xml = '<is><r><t>李</t></r><r><t>雷</t></r><rPh sb="0" eb="1"><t>LI</t></rPh></is>'
    expect(await cellOf({ xml, type: 'inlineStr' })).toEqual(['李雷', null])
    expect(await cellOf({ xml: '<v>1</v>', type: 'b' })).toEqual(['TRUE', null])
  })
})

/** Reads a sheet given as XML, with one number format beside the general one. */
async function sheetOfXml(xml: string, code = '0', workbookXml?: string): Promise<Sheet> {
  const parts = partsOf(one(['x']))
  return sheetOf(
    await zipOf({
      ...parts,
      'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>`,
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
      ...(workbookXml === undefined
        ? {}
        : {
            'xl/workbook.xml': String(parts['xl/workbook.xml']).replace('<sheets>', `${workbookXml}<sheets>`),
          }),
    }),
  )
}

test.each([
  ['&quot;82180&quot;00', '1', '8218001', undefined],
  ['#,##0', '8218005', '8218005', undefined],
  ['000-0000', '18009', '001-8009', undefined],
  ['[&gt;999]0;0000', '801', '0801', undefined],
  ['0%', '0.5', '50%', undefined],
  ['0', '8001.6', '8002', undefined],
  ['0,', '8218001', '8218', undefined],
  ['0.00E+00', '8218001', '8.22E+06', 'rounded'],
  [';;;', '8001', '8001', 'format'],
  ['&quot;open', '8001', '8001', 'format'],
])('a number with the format %s shows %s as %s', async (code, raw, text, issue) => {
  const { rows } = await sheetOfXml(`<sheetData><row><c s="1"><v>${raw}</v></c></row></sheetData>`, code)
  expect([rows[0]?.cells[0], rows[0]?.issues?.get(0)]).toEqual([text, issue])
})

test('a text is shown with its format’s literals, and refused when the format hides it', async () => {
  const cell = '<sheetData><row><c s="1" t="str"><v>801</v></c></row></sheetData>'
  expect((await sheetOfXml(cell, '0;0;0;&quot;8&quot;@')).rows[0]?.cells).toEqual(['8801'])
  expect((await sheetOfXml(cell, ';;;')).rows[0]?.issues?.get(0)).toBe('format')
})

test('a formula that no spreadsheet program has calculated is refused, with any saved result', async () => {
  const rows =
    '<sheetData><row><c><f>8000+1</f><v>8001</v></c><c t="str"><f>A1&amp;""</f><v>x</v></c><c><v>7</v></c></row></sheetData>'
  const uncalculated = await sheetOfXml(rows, '0', '<calcPr fullCalcOnLoad="1"/>')
  expect(uncalculated.rows[0]?.cells).toEqual(['=8000+1', '=A1&""', '7'])
  expect([...(uncalculated.rows[0]?.issues ?? [])]).toEqual([
    [0, 'formula'],
    [1, 'formula'],
  ])
  expect((await sheetOfXml(rows)).rows).toEqual([{ line: 1, cells: ['8001', 'x', '7'] }])
})

test('hidden columns are named, and merged cells fill the rows below, also from a hidden row', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = await sheetOfXml(
    `<cols><col min="2" max="3" hidden="1"/><col min="5" max="16384" hidden="1"/></cols><sheetData>` +
      `<row r="1" hidden="1">${cell('1021')}${cell('8001')}</row><row r="2"><c/>${cell('8002')}</row>` +
      `<row r="4"><c/>${cell('8003')}</row></sheetData>` +
      '<mergeCells><mergeCell ref="A1:A4"/><mergeCell ref="B4:D4"/></mergeCells>',
  )
  expect(sheet.hiddenColumns.slice(0, 4)).toEqual([1, 2, 4, 5])
  expect(sheet).toMatchObject({ total: 2, mergedRows: 2, hiddenRows: { count: 1, isRead: false } })
  expect(sheet.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, '1021', '8002'],
    [4, '1021', '8003'],
  ])
})

describe('an OpenDocument spreadsheet', () => {
  const cell = (text: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const number = (value: string, shown: string, type = 'float') =>
    cell(shown, `office:value-type="${type}" office:value="${value}"`)
  const content = (tables: string) =>
    `<office:document-content><office:automatic-styles><style:style style:name="h"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
  const documentOf = (tables: string, parts: Record<string, Part> = {}) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content(tables),
      ...parts,
    })
  const settings = (name: string) =>
    `<office:document-settings><config:config-item config:name="ActiveTable">${name}</config:config-item></office:document-settings>`
  const tableOf = (name: string, rows: string, style = 'v') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`

  test('is read as its program shows it', async () => {
    const rows = [
      row(cell('Extension') + cell('Agent')),
      row(number('801', '0801') + cell('a <text:s text:c="2"/>b<text:tab/>c')),
      row(number('8218005', '8,218,005') + number('0.5', '50%', 'percentage')),
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="3"'),
      row(cell('8003', 'office:value-type="string" table:number-columns-repeated="2"')),
      row(
        `<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>8004</text:p><text:p>5</text:p></table:table-cell>`,
      ),
      row(cell('hidden'), 'table:visibility="filter"'),
      row('<table:table-cell/>', 'table:number-rows-repeated="1048568"'),
    ].join('')
    const sheet = await sheetOf(await documentOf(tableOf('Team', rows)))
    expect(sheet.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'Extension', 'Agent'],
      [2, '0801', 'a   b\tc'],
      [3, '8218005', '50%'],
      [7, '8003', '8003'],
      [8, '8004\n5'],
    ])
    expect(sheet).toMatchObject({ total: 5, hiddenRows: { count: 1, isRead: false } })
  })

  test('reports dates, formulas without a result and long numbers, and fills merged rows', async () => {
    const rows = [
      row(
        cell('1021', 'office:value-type="string" table:number-rows-spanned="2"') +
          cell('Jan-05', 'office:value-type="date" office:date-value="2026-01-05"'),
      ),
      row('<table:covered-table-cell/><table:table-cell table:formula="of:=[.A1]+1"/>'),
      row(cell('x') + number('12345678901234567', '1.23456789012346E+016')),
      row(
        cell('x') +
          '<table:table-cell table:formula="of:=&quot;&quot;" office:value-type="string"/>' +
          cell('#N/A', 'office:value-type="string" calcext:value-type="error"'),
      ),
    ].join('')
    const { rows: read, mergedRows } = await sheetOf(await documentOf(tableOf('Team', rows)))
    expect(read.map(({ cells }) => cells)).toEqual([
      ['1021', '2026-01-05'],
      ['1021', '=[.A1]+1'],
      ['x', '12345678901234567'],
      ['x', '', '#N/A'],
    ])
    expect(read.map(({ issues }) => [...(issues?.values() ?? [])])).toEqual([
      ['date'],
      ['formula'],
      ['rounded'],
      ['error'],
    ])
    expect(mergedRows).toBe(1)
  })

  test('proposes the sheet on which it opens, and offers no hidden one', async () => {
    const tables = tableOf('A', row(cell('0801'))) + tableOf('B', row(cell('0802'))) + tableOf('C', '', 'h')
    const bytes = await documentOf(tables, { 'settings.xml': settings('B') })
    expect(await sheetOf(bytes)).toMatchObject({ sheets: ['A', 'B'], sheet: 'B', total: 1 })
    expect(await sheetOf(bytes, { sheet: 'A' })).toMatchObject({ sheet: 'A' })
  })

  test.each<[string, string, () => Promise<Uint8Array>]>([
    [
      'with a password',
      'encrypted',
      () => documentOf('', { 'META-INF/manifest.xml': '<m:manifest><m:encryption-data/></m:manifest>' }),
    ],
    [
      'of text',
      'not-spreadsheet',
      () => zipOf({ 'content.xml': '<office:document-content><office:text/></office:document-content>' }),
    ],
    [
      'with a million rows',
      'too-many-cells',
      () => documentOf(tableOf('A', row(cell('1'), 'table:number-rows-repeated="1048576"'))),
    ],
    [
      'with a thousand columns',
      'too-many-columns',
      () =>
        documentOf(
          tableOf('A', row(cell('1', 'office:value-type="string" table:number-columns-repeated="1000"'))),
        ),
    ],
    [
      'with a wrong count',
      'damaged',
      () => documentOf(tableOf('A', row(cell('1'), 'table:number-rows-repeated="-1"'))),
    ],
    ['with entities', 'unsafe', () => zipOf({ 'content.xml': `<!DOCTYPE x>${content('')}` })],
  ])('%s is refused: %s', async (_what, error, bytes) => {
    expect(await read(await bytes())).toBe(error)
  })
})

describe('a workbook', () => {
  test('offers its visible sheets, and reads the first with rows until one is chosen', async () => {
    const bytes = await workbook([
      { name: 'Secret', rows: [['9999']], state: 'veryHidden' },
      { name: 'Notes', rows: [] },
      { name: '一月 & co', rows: [['ext'], ['0801']] },
      { name: 'February', rows: [['ext'], ['0802']] },
    ])
    const sheets = ['Notes', '一月 & co', 'February']
    expect(await sheetOf(bytes)).toMatchObject({ sheets, sheet: '一月 & co', total: 2, delimiter: null })
    const february = await sheetOf(bytes, { sheet: 'February' })
    expect(february.rows.map(({ cells }) => cells)).toEqual([['ext'], ['0802']])
    expect(await sheetOf(bytes, { sheet: 'Notes' })).toMatchObject({ sheet: 'Notes', total: 0, rows: [] })
    expect(await sheetOf(bytes, { sheet: 'Secret' })).toMatchObject({ sheet: '一月 & co' })
  })

  test('proposes the sheet on which it opens, and passes over sheets without a table', async () => {
    const columnNames = new Set(['ext'])
    const sheets = [
      { name: 'Secret', rows: [['ext'], ['9999']], state: 'hidden' as const },
      { name: 'January', rows: [['ext'], ['0801']] },
      { name: 'Help', rows: [['How to fill in this file']] },
      { name: 'February', rows: [['ext'], ['0802']] },
    ]
    const opensOn = async (activeTab: number) =>
      sheetOf(await workbook(sheets, { activeTab }), { columnNames })
    expect(await opensOn(3)).toMatchObject({ sheet: 'February', passedOver: [] })
    expect(await opensOn(0)).toMatchObject({ sheet: 'January', passedOver: [] })
    expect(await opensOn(2)).toMatchObject({
      sheet: 'January',
      passedOver: [{ name: 'Help', why: 'noTable' }],
    })
    const help = await workbook([{ name: 'Blank', rows: [] }, ...sheets.slice(2, 3)])
    expect(await sheetOf(help, { columnNames })).toMatchObject({
      sheet: 'Help',
      passedOver: [{ name: 'Blank', why: 'empty' }],
    })
  })

  test('is empty when no sheet has content', async () => {
    expect(await read(await workbook(one([' '], [{ raw: '' }])))).toBe('empty')
  })

  test('keeps line and column numbers when cells and rows are left out', async () => {
    const rows =
      '<row r="3"><c r="C3" t="inlineStr"><is><t>x</t></is></c></row><row r="5"/><row><c t="inlineStr"><is><t>y</t></is></c></row>'
    const sheet = await sheetOf(await workbook([{ name: 'a', rows }]))
    expect(sheet.rows).toEqual([
      { line: 3, cells: ['', '', 'x'] },
      { line: 6, cells: ['y'] },
    ])
  })

  test('is read with prefixed element names, as some programs write them', async () => {
    const namespaces = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const sheet = `<x:worksheet ${namespaces}><x:sheetData><x:row r="1"><x:c r="A1"><x:v>8001</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const bytes = await workbook(one(), { changed: { 'xl/worksheets/sheet1.xml': sheet } })
    expect((await sheetOf(bytes)).rows[0]?.cells).toEqual(['8001'])
  })

  test('counts rows beyond the limit to the end, with progress', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => [String(80_000 + index), '坐席'])
    const heard: number[] = []
    const bytes = await workbook([{ name: 'a', rows }])
    const sheet = await readSheet(bytes, { maxRows: 10_001 }, (fraction) => heard.push(fraction))
    expect(sheet).toMatchObject({ total: 12_000 })
    expect(typeof sheet !== 'string' && sheet.rows).toHaveLength(10_001)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })

  test('never reads a target outside of its file', async () => {
    const relations = (target: string, mode = '') =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="x/worksheet" Target="${target}"${mode}/></Relationships>`
    const outside = {
      'xl/_rels/workbook.xml.rels': relations('https://example.com/a.xml', ' TargetMode="External"'),
    }
    expect(await read(await workbook(one(['x']), { changed: outside }))).toBe('empty')
    const above = { 'xl/_rels/workbook.xml.rels': relations('../../../../etc/passwd') }
    expect(await read(await workbook(one(['x']), { changed: above }))).toBe('empty')
  })
})

/** A part of that many MB, all spaces, which compresses to almost nothing. */
const spaces = (megabytes: number) => () => {
  const piece = new Uint8Array(1024 * 1024).fill(0x20)
  let left = megabytes
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(piece)
      else controller.close()
    },
  })
}
const changed = (parts: Record<string, Part>) => workbook(one(['ext'], ['0801']), { changed: parts })
/** Replaces the unpacked size in the zip's directory and after the part with the claimed size. */
function withClaimedSize(zip: Uint8Array<ArrayBuffer>, size: number, claimed: number): Uint8Array {
  const view = new DataView(zip.buffer)
  for (let at = 0; at + 4 <= zip.length; at++)
    if (view.getUint32(at, true) === size) view.setUint32(at, claimed, true)
  return zip
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const compound = (text: string) =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from(text, 'utf16le')])
const entities = '<!DOCTYPE worksheet [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
const worksheet =
  '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>'

describe('an unsafe or invalid file', () => {
  const sheet1 = 'xl/worksheets/sheet1.xml'
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    [
      'its directory says that it unpacks to 4 GB',
      'unpacks-too-large',
      async () =>
        withClaimedSize(await changed({ 'xl/media/image1.png': spaces(1) }), 1024 * 1024, 0xffff_fff0),
    ],
    [
      'the sheet unpacks to more than may be read',
      'unpacks-too-large',
      () => changed({ [sheet1]: spaces(120) }),
    ],
    [
      'it unpacks to more than its directory says',
      'damaged',
      async () => withClaimedSize(await changed({ [sheet1]: spaces(120) }), 120 * 1024 * 1024, 1000),
    ],
    [
      'many parts',
      'unpacks-too-large',
      () => changed(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`xl/media/${n}`, 'x']))),
    ],
    [
      'a million cells',
      'too-many-cells',
      () => {
        const row = `<row>${'<c><v>1</v></c>'.repeat(250)}</row>`
        return changed({ [sheet1]: `<worksheet><sheetData>${row.repeat(4_000)}</sheetData></worksheet>` })
      },
    ],
    [
      'a cell far to the right',
      'too-many-columns',
      () => {
        const row = '<row><c r="XFD1"><v>1</v></c></row>'
        return changed({ [sheet1]: `<worksheet><sheetData>${row}</sheetData></worksheet>` })
      },
    ],
    [
      'a long text that many cells share',
      'unpacks-too-large',
      () => {
        const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
        const rows = Math.ceil(maxCharacters / longestCell / 100) + 1
        return changed({
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(longestCell)}</t></si></sst>`,
          [sheet1]: `<worksheet><sheetData>${row.repeat(rows)}</sheetData></worksheet>`,
        })
      },
    ],
    [
      'more texts than there may be cells',
      'too-many-cells',
      () => changed({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(maxCells + 1)}</sst>` }),
    ],
    ['a document type with an external entity', 'unsafe', () => changed({ [sheet1]: entities + worksheet })],
    [
      'a document type in any part',
      'unsafe',
      () => changed({ 'xl/styles.xml': '<!DOCTYPE x><styleSheet/>' }),
    ],
    ['an entity that nothing declares', 'damaged', () => changed({ [sheet1]: worksheet })],
    [
      'elements within each other, without end',
      'damaged',
      () => changed({ [sheet1]: '<a>'.repeat(100_000) }),
    ],
    [
      'attributes without end',
      'damaged',
      () => changed({ [sheet1]: `<a ${Array.from({ length: 100_000 }, (_, n) => `b${n}="c"`).join(' ')}/>` }),
    ],
    ['XML that breaks off', 'damaged', () => changed({ [sheet1]: '<worksheet><sheetData>' })],
    [
      'a text that is not there',
      'damaged',
      () => changed({ [sheet1]: '<worksheet><row><c t="s"><v>99</v></c></row></worksheet>' }),
    ],
    [
      'a column beyond the last',
      'damaged',
      () => changed({ [sheet1]: '<worksheet><row><c r="ZZZ1"><v>1</v></c></row></worksheet>' }),
    ],
    ['a zip that breaks off', 'damaged', async () => (await changed({})).subarray(0, 900)],
    ['a zip with a password', 'encrypted', () => zipOf(partsOf(one(['x'])), 'secret')],
    ['a workbook with a password', 'encrypted', () => compound('Root Entry EncryptionInfo EncryptedPackage')],
    ['an old workbook', 'old-workbook', () => compound('Root Entry Workbook')],
    [
      'a text document',
      'not-spreadsheet',
      () => zipOf({ ...partsOf(one(['x'])), 'xl/workbook.xml': '<document xmlns="x"/>' }),
    ],
    [
      'a binary workbook',
      'not-spreadsheet',
      () => {
        const { '_rels/.rels': relations, ...parts } = partsOf(one(['x']))
        return zipOf({ ...parts, '_rels/.rels': String(relations).replace('.xml"', '.bin"') })
      },
    ],
    ['a zip of something else', 'not-spreadsheet', () => zipOf({ 'a.txt': 'x' })],
    ['a renamed PDF', 'not-spreadsheet', () => utf8('%PDF-1.7 stuff')],
    ['a renamed picture', 'not-spreadsheet', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0)],
    ['a web page', 'not-spreadsheet', () => utf8('\uFEFF <html><table><tr><td>0801')],
    ['a program', 'not-spreadsheet', () => Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0xff)],
  ])('is refused, %s: %s', async (_what, error, bytes) => {
    expect(await read(await bytes())).toBe(error)
  })

  test('has a message for each reason in both languages', () => {
    for (const catalogue of [en, zh])
      for (const error of sheetErrors) {
        expect(catalogue[`spreadsheet.error.${error}`]).toMatch(/\S/)
        expect(catalogue[`spreadsheet.error.${error}.next`]).toMatch(/\S/)
      }
  })
})
