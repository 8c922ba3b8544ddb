import * as fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { decode, type Encoding } from '#web/spreadsheet/encoding.ts'
import { guessEncoding } from '#web/spreadsheet/guess-encoding.ts'
import { readTextFile } from '#web/spreadsheet/read-sheet.ts'
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
const encoders = new Map<Encoding, ReadonlyMap<string, readonly number[]>>()
/** The platform decodes old encodings but cannot encode them, so build an encoder's table by decoding every byte and pair of bytes. */
function encoderOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const built = encoders.get(encoding)
  if (built !== undefined) return built
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, readonly number[]>()
  const add = (...sequence: number[]) => {
    const character = decoder.decode(Uint8Array.from(sequence))
    if (character.length === 1 && character !== '\uFFFD' && !table.has(character))
      table.set(character, sequence)
  }
  for (let lead = 0x80; lead <= 0xff; lead++) add(lead)
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) add(lead, trail)
  encoders.set(encoding, table)
  return table
}
/** Encodes text; each of its characters must be in the encoding. */
const encoded = (text: string, encoding: Encoding) =>
  Uint8Array.from(Array.from(text).flatMap((each) => encoderOf(encoding).get(each) ?? [each.charCodeAt(0)]))
const gbkCharacters = [...encoderOf('gb18030').keys()].filter((each) => /\p{Script=Han}/u.test(each))
const gbk = (text: string) => encoded(text, 'gb18030')

const columnNames = new Set(['ext', '分机号', '分机', '氏名', '分機號'])
function sheetOf(source: Uint8Array | string, own: Partial<ReadOptions> = {}): Sheet {
  const options = { maxRows: 10_001, columnNames, ...own }
  const read: Sheet | SheetError =
    typeof source === 'string' ? readText(source, options) : readTextFile(source, options)
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

  const chinese = fc.string({ unit: fc.constantFrom(...gbkCharacters), minLength: 2, maxLength: 8 })
  const lines = fc.array(fc.tuple(fc.stringMatching(/^0\d{1,14}$/), chinese), { minLength: 1, maxLength: 20 })
  const joined = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\n')

  test('reads any rows back from UTF-16 unchanged', () =>
    fc.assert(
      fc.property(lines, fc.boolean(), (rows, big) => {
        const source = utf16(joined(rows), big)
        const { encoding, choices } = guessEncoding(source)
        expect([encoding, choices]).toEqual([big ? 'utf-16be' : 'utf-16le', []])
        expect(decode(source, encoding)).toBe(joined(rows))
      }),
    ))

  test('reads any rows back from GBK unchanged, by a Chinese column name or the user’s choice', () =>
    fc.assert(
      fc.property(lines, fc.boolean(), (rows, isNamed) => {
        const text = `${isNamed ? '分机号' : 'ext'},name\n${joined(rows)}`
        const { encoding, choices } = guessEncoding(gbk(text), columnNames)
        fc.pre(encoding !== 'utf-8')
        const offered = isNamed || choices.length === 0 ? [encoding] : choices.map((each) => each.encoding)
        expect(offered).toContain('gb18030')
        expect(decode(gbk(text), 'gb18030')).toBe(text)
      }),
      { numRuns: 40 },
    ))

  const names = (sheet: Sheet, encoding: Encoding) =>
    sheet.encodingChoices.find((each) => each.encoding === encoding)?.samples
  test.each<[Encoding, string, string[]]>([
    ['windows-1252', '20001,Jörg Müller,Qualität\r\n20002,Zoë Nuñez,Köln\r\n', ['Jörg Müller', 'Zoë Nuñez']],
    ['macintosh', '20031,Jörg Müller,Qualität\r20032,Zoë Nuñez,\r', ['Jörg Müller', 'Zoë Nuñez']],
    ['windows-1251', '20001,Иван Петров\n20002,Ольга Смирнова\n', ['Иван Петров', 'Ольга Смирнова']],
    ['windows-1250', '20001,Łukasz Żółć\n20002,Małgorzata Wójcik\n', ['Łukasz Żółć', 'Małgorzata Wójcik']],
    ['big5', '20001,王小明\n20002,陳美玲\n', ['王小明', '陳美玲']],
    ['shift_jis', '20001,田中太郎\n20002,ヤマダ タロウ\n', ['田中太郎', 'ヤマダ タロウ']],
    ['euc-kr', '20001,김철수\n20002,이영희\n', ['김철수', '이영희']],
    ['gb18030', '20001,王芳\n20002,李伟\n', ['王芳', '李伟']],
  ])('is the user’s choice without evidence: %s', (encoding, rows, people) => {
    const source = encoded(`ext,name,department\n${rows}`, encoding)
    const sheet = sheetOf(source)
    expect(sheet.encodingChoices.length).toBeGreaterThan(1)
    expect(names(sheet, encoding)).toEqual(expect.arrayContaining(people))
    const shown = sheet.encodingChoices.map(({ samples }) => samples.join())
    expect(new Set(shown).size).toBe(shown.length)
    const chosen = sheetOf(source, { encoding })
    expect(chosen.encodingChoices).toEqual([])
    expect(chosen.rows[1]?.cells[1]).toBe(people[0])
  })

  test.each<[Encoding, string]>([
    ['big5', '分機號,姓名\n8001,王小明\n'],
    ['shift_jis', '内線番号,氏名\n8001,田中太郎\n'],
  ])('is certain by a column name: %s', (encoding, text) => {
    const sheet = sheetOf(encoded(text, encoding))
    expect(sheet).toMatchObject({ encoding, encodingChoices: [], garbled: false })
  })
})

/** Spaces around a cell are part of a table of spaces. */
const readUnchanged = delimiters.filter((each) => each !== ' ' && each !== ':')

describe('a sheet', () => {
  test.each([
    ['comma', 'ext,password\n0801,a;b', ','],
    ['semicolon', 'ext;password\n0801;a,b\n\n', ';'],
    ['tab', 'ext\tnote\n0801\ta,b;c\n', '\t'],
    ['one column', '0801\n0802\n', ','],
    ['times', '08:01\n08:02\n', ','],
    ['semicolon between blank lines', '\n\n0801;x\n\n0802;y\n\n', ';'],
    ['pipe', 'ext|name\n0801|Lee, Ann\n', '|'],
    ['tilde', 'ext~name\n0801~Lee, Ann\n', '~'],
    ['semicolon below a title', 'Extension list, 2026\next;name\n0801;Lee\n', ';'],
    ['semicolon around names with commas', '0801;Lee, Ann\n0802;Ray, Bob\n', ';'],
    ['declared', 'sep=#\next#name\n0801#Ann\n', '#'],
    ['spaces between named columns', 'ext agent\n0801 1021\n0802 1061\n', ' '],
    ['spaces that align columns', '0801    Ann\n0802    Bob\n', ' '],
    ['names with spaces', 'Ann Lee\nBob Ray\n', ','],
    ['numbers in groups', '82 04 001\n82 04 002\n', ','],
  ])('detects the delimiter: %s', (_name, text, delimiter) => {
    expect(sheetOf(text).delimiter).toBe(delimiter)
  })

  test('separates at colons below names of columns, and calls no quotation mark open', () => {
    const text = 'ext:"agent id":name\n8001:1021:"Ann"\n8002:1061:Bob\n'
    const sheet = readText(text, { maxRows: 10, columnNames: new Set(['ext']) })
    expect(sheet).toMatchObject({ delimiter: ':', openQuote: null })
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
    // The quotation mark of another cell closes it.
    expect(sheetOf('ext,name\n0801,"Bob" Smith\n0802,Ann\n0803,"Eve"\n').openQuote).toBe(2)
    expect(sheetOf('ext,name\n0801,"5" monitor"\n0802,"two\nlines"\n').openQuote).toBeNull()
  })

  test('marks the row of an open quotation mark, and reads every other row', () => {
    const sheet = sheetOf('work number,name\n20051,"Ann Lee\n20052,"Ray, Bob"\n20053,"Cy\n20054,Di\n')
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      ['work number', 'name'],
      ['20051', '"Ann Lee'],
      ['20052', 'Ray, Bob'],
      ['20053', '"Cy'],
      ['20054', 'Di'],
    ])
    expect(sheet.rows.map(({ issues }) => issues?.get(1))).toEqual([
      undefined,
      'quote',
      undefined,
      'quote',
      undefined,
    ])
    const many = sheetOf(`ext,name\n${'8001,"Ann\n'.repeat(50)}8002,"Lee, Bob"\n`)
    expect(many.total).toBe(52)
  })

  test('reads a table of spaces, and a file that ends with a mark of old programs', () => {
    expect(cellsOf('  ext     agent\n 0801     1021\n 0802     1061\n')).toEqual([
      ['ext', 'agent'],
      ['0801', '1021'],
      ['0802', '1061'],
    ])
    expect(cellsOf('0801,x\r\n0802,y\r\n\x1A')).toEqual([
      ['0801', 'x'],
      ['0802', 'y'],
    ])
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
    const options = { maxRows: 10 }
    expect(typeof source === 'string' ? readText(source, options) : readTextFile(source, options)).toBe(error)
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
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', "'", '=', '0', 'a', '分', ' ') }),
    )
    const rows = fc.array(fc.tuple(fc.stringMatching(/^0\d{1,14}$/), cell, cell), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(rows, fc.constantFrom(...readUnchanged), (rows, delimiter) => {
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
