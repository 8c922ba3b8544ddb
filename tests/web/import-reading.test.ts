import * as fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { decode, guessEncoding } from '#web/spreadsheet/encoding.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import {
  delimiters,
  longestCell,
  maxColumns,
  type ReadOptions,
  type Sheet,
  type SheetError,
} from '#web/spreadsheet/sheet.ts'

const utf8 = new TextEncoder()
const bytes = (...all: (readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(all.flatMap((each) => [...each]))
const utf16 = (text: string, bigEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), !bigEndian)
  return new Uint8Array(view.buffer)
}
const gbkOf = new Map<string, readonly number[]>()
/** The platform decodes GBK but cannot encode it, so build the encoder's table by decoding every two-byte sequence. */
for (let lead = 0x81; lead <= 0xfe; lead++)
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    const character = new TextDecoder('gbk').decode(Uint8Array.of(lead, trail))
    if (trail !== 0x7f && character.length === 1 && character !== '\uFFFD')
      gbkOf.set(character, [lead, trail])
  }
const gbk = (text: string) =>
  Uint8Array.from(Array.from(text).flatMap((each) => gbkOf.get(each) ?? [each.charCodeAt(0)]))

function sheetOf(source: Uint8Array | string, options: Partial<ReadOptions> = {}): Sheet {
  const read: Sheet | SheetError = readText(source, { maxRows: 10_001, ...options })
  if (typeof read === 'string') throw new Error(read)
  return read
}
const cellsOf = (source: Uint8Array | string, options?: Partial<ReadOptions>) =>
  sheetOf(source, options).rows.map(({ cells }) => cells)

const table = '分机号,坐席,密码\r\n0801,李雷,abc-12345\r\n0802,韩梅梅,"p,q""r-678"\r\n'
const read = [
  ['分机号', '坐席', '密码'],
  ['0801', '李雷', 'abc-12345'],
  ['0802', '韩梅梅', 'p,q"r-678'],
]

describe('the encoding', () => {
  test.each([
    ['UTF-8', utf8.encode(table), 'utf-8'],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], utf8.encode(table)), 'utf-8'],
    ['UTF-16 LE with a mark', bytes([0xff, 0xfe], utf16(table, false)), 'utf-16le'],
    ['UTF-16 BE with a mark', bytes([0xfe, 0xff], utf16(table, true)), 'utf-16be'],
    ['UTF-16 LE', utf16(table, false), 'utf-16le'],
    ['UTF-16 BE', utf16(table, true), 'utf-16be'],
    ['GBK', gbk(table), 'gb18030'],
  ])('detects and reads %s', (_name, source, encoding) => {
    const sheet = sheetOf(source)
    expect(sheet.encoding).toBe(encoding)
    expect(sheet.garbled).toBe(false)
    expect(sheet.rows.map(({ cells }) => cells)).toEqual(read)
  })

  test.each([false, true])(
    'detects digits alone as UTF-16 (big endian: %s), not as UTF-8 with zeros',
    (big) => {
      expect(cellsOf(utf16('ext,agentID\n0801,1008\n', big))).toEqual([
        ['ext', 'agentID'],
        ['0801', '1008'],
      ])
    },
  )

  test('can be chosen by the user, and reports unreadable characters', () => {
    const wrong = sheetOf(gbk(table), { encoding: 'utf-8' })
    expect(wrong).toMatchObject({ encoding: 'utf-8', garbled: true })
    expect(sheetOf(gbk(table), { encoding: 'gb18030' }).garbled).toBe(false)
  })

  test('reads characters beyond GBK as GB18030', () => {
    // 𠀀 takes four bytes.
    expect(cellsOf(bytes(gbk('分机,注\n0801,'), [0x95, 0x32, 0x82, 0x36]))).toEqual([
      ['分机', '注'],
      ['0801', '𠀀'],
    ])
  })

  const chinese = fc.string({ unit: fc.constantFrom(...gbkOf.keys()), minLength: 2, maxLength: 8 })
  const lines = fc.array(fc.tuple(fc.stringMatching(/^0\d{1,14}$/), chinese), { minLength: 1, maxLength: 20 })
  const joined = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\n')

  test('reads any rows back from UTF-16 unchanged', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (rows, big) => {
        const source = utf16(joined(rows), big)
        expect(guessEncoding(source)).toBe(big ? 'utf-16be' : 'utf-16le')
        expect(decode(source, guessEncoding(source))).toBe(joined(rows))
      }),
    )
  })

  test('reads any rows back from GBK unchanged, unless the bytes are also valid UTF-8', () => {
    fc.assert(
      fc.property(lines, (rows) => {
        const source = gbk(joined(rows))
        fc.pre(guessEncoding(source) !== 'utf-8')
        expect(guessEncoding(source)).toBe('gb18030')
        expect(decode(source, 'gb18030')).toBe(joined(rows))
      }),
    )
  })
})

describe('a sheet', () => {
  test.each([
    ['comma', 'ext,password\n0801,a;b', ','],
    ['semicolon', 'ext;password\n0801;a,b\n\n', ';'],
    ['tab', 'ext\tnote\n0801\ta,b;c\n', '\t'],
    ['one column', '0801\n0802\n', ','],
    ['semicolon between blank lines', '\n\n0801;x\n\n0802;y\n\n', ';'],
  ])('detects the delimiter: %s', (_name, text, delimiter) => {
    expect(sheetOf(text).delimiter).toBe(delimiter)
  })

  test('accepts a delimiter chosen by the user', () => {
    expect(cellsOf('0801,a;b\n', { delimiter: ';' })).toEqual([['0801,a', 'b']])
  })

  test('skips blank rows but counts their lines, so that line numbers match the spreadsheet', () => {
    const sheet = sheetOf('ext,agentID\n\n0801,"two\nlines"\n , \t\n0802,x\n,\n')
    expect(sheet.rows.map(({ line }) => line)).toEqual([1, 3, 5])
    expect(sheet.total).toBe(3)
  })

  test('reads line ends of every kind, mixed in one file, without losing a row', () => {
    expect(cellsOf('0801\r\n0802\n0803\r0804')).toEqual([['0801'], ['0802'], ['0803'], ['0804']])
  })

  test('reports the line of a quotation mark that is never closed', () => {
    expect(sheetOf('ext,password\n0801,ok\n0802,"oops\n0803,lost\n').openQuote).toBe(3)
    expect(sheetOf('ext,password\n0801,"fine"\n').openQuote).toBeNull()
    // The quotation mark of another cell closes it, but the rows between still end up in one cell.
    expect(sheetOf('ext,name\n0801,"Bob" Smith\n0802,Ann\n0803,"Eve"\n').openQuote).toBe(2)
    expect(sheetOf('ext,name\n0801,"5" monitor"\n0802,"two\nlines"\n').openQuote).toBeNull()
  })

  test('counts rows beyond the limit, but does not keep them', () => {
    const text = Array.from({ length: 12_000 }, (_, index) => String(80_000 + index)).join('\n')
    const sheet = sheetOf(text)
    expect(sheet.rows).toHaveLength(10_001)
    expect(sheet.total).toBe(12_000)
  })

  test.each([
    ['', 'empty'],
    [' \n,,\n\t', 'empty'],
    [Uint8Array.of(0x30, 0, 0, 0), 'not-spreadsheet'],
  ])('rejects %j: %s', (source, error) => {
    expect(readText(source, { maxRows: 10 })).toBe(error)
  })

  test('reports progress while rows are read, and never decreases it', () => {
    const heard: number[] = []
    const text = Array.from({ length: 10_000 }, (_, index) => `0${index},x`).join('\n')
    readText(text, { maxRows: 10_001 }, (fraction) => heard.push(fraction))
    expect(heard.length).toBeGreaterThan(10)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBeLessThanOrEqual(1)
  })

  test('reads any cells written as CSV back unchanged', () => {
    const cell = fc.oneof(
      fc.stringMatching(/^0\d{1,14}$/),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', "'", '=', '0', 'a', '分', ' ') }),
    )
    const rows = fc.array(fc.tuple(fc.stringMatching(/^0\d{1,14}$/), cell, cell), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(rows, fc.constantFrom(...delimiters), (rows, delimiter) => {
        const written = Papa.unparse(rows, { delimiter, newline: '\r\n' })
        expect(cellsOf(bytes([0xef, 0xbb, 0xbf], utf8.encode(written)), { delimiter })).toEqual(rows)
      }),
    )
  })

  test('reads ten thousand rows with leading zeros, none lost and none twice', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [`00${10_000 + index}`, `坐席 "${index}"`, '0'])
    expect(cellsOf(utf8.encode(Papa.unparse(rows)))).toEqual(rows)
  })
})

test('refuses text with too many columns or cells, and cuts long cells', () => {
  const columns = (count: number) => `${'x,'.repeat(count - 1)}x\n`
  expect(readText(columns(maxColumns + 1) + '8001', { maxRows: 10 })).toBe('too-many-columns')
  expect(readText(columns(maxColumns), { maxRows: 10 })).toMatchObject({ total: 1 })
  expect(readText(columns(250).repeat(3_001), { maxRows: 10 })).toBe('too-many-cells')
  expect(readText(columns(250).repeat(3_000).trimEnd(), { maxRows: 10 })).toMatchObject({ total: 3_000 })
  const open = readText(`ext\n"${'1'.repeat(100_000)}`, { maxRows: 10 })
  expect(typeof open === 'string' ? open : open.rows[1]?.cells[0]).toHaveLength(longestCell)
})
