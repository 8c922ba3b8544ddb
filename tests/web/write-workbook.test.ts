import { Uint8ArrayReader, TextWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import Papa from 'papaparse'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescapeFormulas } from '#contract/formulas.ts'
import { csvText } from '#web/lib/csv.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import { readWorkbook } from '#web/spreadsheet/read-workbook.ts'
import { workbookOf } from '#web/spreadsheet/write/write-workbook.ts'

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
/** Converts a CSV to a workbook and reads it back. A row with cell issues becomes `['issues']`. */
async function rowsOf(csv: string, sheet?: string) {
  const { file } = await workbookOf(new Blob([csv]), 'test')
  const read = await readWorkbook(await bytesOf(file), { maxRows: 1_000_000, sheet })
  if (typeof read === 'string') throw new Error(read)
  return read.rows.map(({ cells, issues }) => (issues === undefined ? cells : ['issues']))
}
const written = async (file: Blob, path: string) => {
  for await (const entry of new ZipReader(new Uint8ArrayReader(await bytesOf(file))).getEntriesGenerator())
    if (!entry.directory && entry.filename === path) return entry.getData(new TextWriter())
  throw new Error(`no ${path}`)
}

test('keeps cells as text: leading zeros, long numbers, dates and formulas', async () => {
  const rows = [
    ['ext', 'note'],
    ['0801', '=HYPERLINK("x")'],
    ['861234567890123456', '+1'],
    ['2026-03-01', '-1'],
    ['1e5', '@x'],
    ['TRUE', '＝１'],
    ['李雷, "x"\n2', '_x0041_ <&>\u0001\r'],
    ['00', "'quoted'"],
    ['_x0041_x0042_', '_x0000\r'],
  ]
  expect(await rowsOf(await csvText(rows[0] ?? [], rows.slice(1)))).toEqual(rows)
})

test('writes times and dates as such in the columns that the header names, and only there', async () => {
  const csv = await csvText(
    ['seenAt (Asia/Shanghai)', 'dueOn (date)', 'note (Asia)'],
    [
      ['2026-11-26 14:05:09', '2026-12-05', '2026-12-05'],
      ['', 'soon', '2026-11-26 14:05:09'],
    ],
  )
  const { file } = await workbookOf(new Blob([csv]), 'test')
  const sheet = await written(file, 'xl/worksheets/sheet1.xml')
  expect(sheet).toMatch(/<c r="A2" s="3"><v>46352\.5869\d+<\/v>/)
  expect(sheet).toContain('<c r="B2" s="4"><v>46361</v>')
  const read = await readWorkbook(await bytesOf(file), { maxRows: 10 })
  if (typeof read === 'string') throw new Error(read)
  expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual([
    ['2026-11-26 14:05:09', '2026-12-05', '2026-12-05'],
    ['', 'soon', '2026-11-26 14:05:09'],
  ])
  expect([...(read.rows[1]?.issues ?? [])].map(([column]) => column)).toEqual([0, 1])
})

test('reads any cells back unchanged', async () => {
  const cell = fc.string({
    unit: fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r',
      "'",
      '0',
      '7',
      'é',
      '分',
      '&',
      '<',
      '_x',
      '00',
      '_',
      '\u0007',
      ' ',
    ),
    minLength: 1,
  })
  const full = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(full, async (rows) => {
      const filled = rows.map((cells) => cells.map((text) => `x${text}y`))
      expect(await rowsOf(await csvText(['a', 'b'], filled))).toEqual([['a', 'b'], ...filled])
    }),
    { numRuns: 30 },
  )
})

test('keeps records whole across the pieces in which the file is read', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => [`0${n}`, `张"伟"\r\n${n}, ${'x'.repeat(n % 50)}`])
  const csv = await csvText(['ext', 'name'], rows)
  expect(new Blob([csv]).size).toBeGreaterThan(1024 * 1024)
  expect(await rowsOf(csv)).toEqual([['ext', 'name'], ...rows])
})

test('splits rows over several sheets, each with the header', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => [`0${n}`])
  const {
    file,
    rows: count,
    sheets,
  } = await workbookOf(new Blob([await csvText(['ext'], rows)]), 'a list: of/all', 11)
  expect([count, sheets]).toEqual([25, 3])
  const bytes = await bytesOf(file)
  const names = ['a list  of all', 'a list  of all 2', 'a list  of all 3']
  expect(await readWorkbook(bytes, { maxRows: 100, sheet: names[2] })).toMatchObject({
    sheets: names,
    total: 6,
    rows: [{ cells: ['ext'] }, { cells: ['020'] }, {}, {}, {}, {}],
  })
})

test('adds no empty sheet after a full one, and writes a sheet for a header alone', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => [`0${n}`])
  expect(await workbookOf(new Blob([await csvText(['ext'], rows)]), 'x', 11)).toMatchObject({
    rows: 20,
    sheets: 2,
  })
  expect(await workbookOf(new Blob([await csvText(['ext'], [])]), 'x')).toMatchObject({ rows: 0, sheets: 1 })
})

test('freezes the header, sets widths and the text format, and cuts long text at the cell’s limit', async () => {
  const csv = await csvText(['ext', 'a remark of some length'], [['0801', 'x'.repeat(40_000)]])
  const { file } = await workbookOf(new Blob([csv]), 'x')
  const sheet = await written(file, 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"')
  expect(sheet).toContain('<col min="1" max="1" width="8" style="1" customWidth="1"/>')
  expect(sheet).toContain('<col min="2" max="2" width="60" style="1" customWidth="1"/>')
  expect(await written(file, 'xl/styles.xml')).toContain('numFmtId="49"')
  const [, row] = await rowsOf(csv)
  expect(row?.[1]).toHaveLength(32_767)
  expect(sheet).not.toMatch(/<f>/)
})

test('writes text to a workbook without the escaping of a CSV', async () => {
  const csv = await csvText(['a'], [['=1+1']])
  expect(Papa.parse<string[]>(csv.slice(1)).data[1]).toEqual(["'=1+1"])
  expect(await rowsOf(csv)).toEqual([['a'], ['=1+1']])
})

test('R46: reads any text back from a CSV file and a workbook, formulas and apostrophes included', async () => {
  const part = fc.constantFrom('=1', '-', '＠', "'", ';', ',', '|', '\t', '\n', '"', ' ', 'x')
  const cell = fc.array(part, { maxLength: 8 }).map((parts) => `${parts.join('')}x`)
  const cells = ["'=1", "''=1", 'x;=1+1;y', "x|'=1", ...fc.sample(cell, { numRuns: 500, seed: 46 })]
  const rows = [['a'], ...cells.map((text) => [text])]
  const csv = await csvText(['a'], rows.slice(1))
  const read = readText(csv, { maxRows: 1_000, delimiter: ',' })
  expect(typeof read === 'string' ? read : read.rows.map(({ cells }) => cells.map(unescapeFormulas))).toEqual(
    rows,
  )
  expect((await rowsOf(csv)).map((cells) => cells.map(unescapeFormulas))).toEqual(rows)
})

test('writes a hundred thousand rows piece by piece', async () => {
  let asked = 0
  const line = `${'0801,李雷,Opus,free'.padEnd(60, 'x')}\r\n`
  const csv = new Blob(['ext,name,codec,state\r\n', ...Array.from({ length: 100 }, () => line.repeat(1_000))])
  const slice = csv.slice.bind(csv)
  csv.slice = (...range) => {
    asked += 1
    return slice(...range)
  }
  expect(await workbookOf(csv, 'inventory')).toMatchObject({ rows: 100_000, sheets: 1 })
  expect(asked).toBeGreaterThan(5)
})
