import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byField,
  fields,
  templateCsv,
  type ImportField,
  type Mapping,
} from '#web/pages/jobs/import/fields.ts'
import { extensionKind } from '#web/pages/jobs/import/extension-kind.ts'
import { columnNamesOf } from '#web/spreadsheet/columns.ts'
import { headerPlace } from '#web/spreadsheet/headers.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import type { CellIssue } from '#web/spreadsheet/sheet.ts'
import { reasons, repeats, toRow, validateRows } from '#web/pages/jobs/import/rows.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { guessMapping, toRows } from './sheets.ts'
import { en, zh } from '../all-messages.ts'

const known = columnNamesOf(extensionKind)
const issues: readonly CellIssue[] = ['date', 'rounded', 'formula', 'format', 'error', 'quote', 'break']
/** Maps the columns in the order of the template. */
const inOrder: Mapping = { columns: byField((field) => fields.indexOf(field)), agentType: null }
const row = (values: Partial<Record<ImportField, string>>, mapping = inOrder) =>
  toRow({ line: 7, cells: fields.map((field) => values[field] ?? '') }, mapping)
const columns = (found: Partial<Record<ImportField, number>>) => byField((field) => found[field] ?? null)

describe('the header', () => {
  test.each<[string[], boolean]>([
    [['ext', 'agentID'], true],
    [['分机号', '工号'], true],
    [['0801', 'agent-1'], false],
    [['李雷', '="0801"'], false],
    [["'0801"], false],
    [['', 'x'], true],
  ])('%j names the columns: %s', (first, named) =>
    expect(
      headerPlace(
        [
          { line: 1, cells: first },
          { line: 2, cells: ['0802', 'u-2'] },
        ],
        known,
      ) !== null,
    ).toBe(named),
  )
})

describe('the mapping', () => {
  test.each<[string[], Partial<Record<ImportField, number>>]>([
    [
      ['ext', 'agentID', 'agentType', 'langCodeTxt', 'password', 'companyId'],
      { ext: 0, agentID: 1, agentType: 2, langCodeTxt: 3, password: 4, companyId: 5 },
    ],
    [['姓名', '工号', '分机号', '密码', '语言'], { agentID: 1, ext: 2, password: 3, langCodeTxt: 4 }],
    [
      ['座席ID（必填）', '分机', 'SIP密码*', '企业ID', '座席类型'],
      { agentID: 0, ext: 1, password: 2, companyId: 3, agentType: 4 },
    ],
    [
      ['Extension Number', 'Employee_ID', 'Codec', 'PASSWORD'],
      { ext: 0, agentID: 1, langCodeTxt: 2, password: 3 },
    ],
    [['号码', '分机号'], { ext: 1 }],
    [['name', 'mail'], {}],
  ])('is guessed from %j', (header, found) => {
    expect(guessMapping(header, []).columns).toEqual(columns(found))
  })

  test('finds the number column by its rows when no header names it', () => {
    const rows = [
      ['李雷', '0801', 'secret-1'],
      ['韩梅梅', '0802', '12345678x'],
      ['Lucy', '?', 'x'],
    ]
    expect(guessMapping(null, rows).columns).toEqual(columns({ ext: 1 }))
    expect(guessMapping(['who', 'what', '密码'], rows).columns).toEqual(columns({ ext: 1, password: 2 }))
    expect(guessMapping(null, [['a'], ['b']]).columns.ext).toBeNull()
    expect(guessMapping(['工号', 'x'], [['1001', '8001']]).columns).toEqual(columns({ agentID: 0, ext: 1 }))
  })

  test.each([
    ['工号', '0'],
    ['Employee ID', '0'],
    ['坐席UUID', null],
    ['agentID', null],
  ])('identifies agents under %s by type %s', (name, agentType) => {
    expect(guessMapping(['ext', name], []).agentType).toBe(agentType)
  })
})

describe('a row', () => {
  test('becomes the request of operation 5, with its text unchanged', () => {
    expect(
      row({
        ext: '0801',
        agentID: '1008',
        agentType: '0',
        langCodeTxt: 'Opus',
        password: 'abc-12345',
        companyId: 'c1',
      }),
    ).toMatchObject({
      errors: {},
      request: {
        line: 7,
        ext: '0801',
        agentID: '1008',
        agentType: '0',
        langCodeTxt: 'Opus',
        password: 'abc-12345',
        companyId: 'c1',
      },
    })
  })

  test.each([
    ['="0801"', '0801'],
    ["'0801", '0801'],
    [' 0801\u00A0', '0801'],
    ['\u200B0801\uFEFF', '0801'],
    ['\u3000007\u3000', '007'],
    ['８００１', '8001'],
    ['8204-001', '8204001'],
    ['\u202A8001\u202C', '8001'],
  ])('reads %j as the number %s', (cell, ext) => expect(row({ ext: cell }).request?.ext).toBe(ext))

  test('unwraps a password from a formula, but keeps its apostrophe', () => {
    expect(row({ ext: '0801', password: '="01234567"' }).request?.password).toBe('01234567')
    expect(row({ ext: '0801', password: "'1234567" }).request?.password).toBe("'1234567")
  })

  test('omits empty fields, and the agent type without an agent', () => {
    const sent: unknown = JSON.parse(JSON.stringify(row({ ext: '0801', agentType: '0' }).request))
    expect(sent).toEqual({ ext: '0801', line: 7 })
  })

  test.each([
    ['', '0'],
    ['0', '0'],
    ['工号', '0'],
    ['UUID', '1'],
  ])('reads the agent type %j as %s', (agentType, sent) => {
    expect(row({ ext: '0801', agentID: 'a-1', agentType }).request?.agentType).toBe(sent)
  })

  test('takes the agent type from the mapping when the row has none', () => {
    const mapping: Mapping = { columns: columns({ ext: 0, agentID: 1 }), agentType: '0' }
    expect(row({ ext: '0801', agentID: '1008' }, mapping).request?.agentType).toBe('0')
  })

  const said: [Partial<Record<ImportField, string>>, Partial<Record<ImportField, string>>][] = [
    [{ ext: '' }, { ext: 'ext-missing' }],
    [{ ext: '8' }, { ext: 'ext-digits' }],
    [{ ext: '80a1' }, { ext: 'ext-digits' }],
    [{ ext: '８００Ｏ' }, { ext: 'ext-digits' }],
    [{ ext: '8001 8060' }, { ext: 'ext-digits' }],
    [{ ext: '8001-8060' }, { ext: 'ext-range' }],
    [{ ext: '998-1002' }, { ext: 'ext-range' }],
    [{ ext: '88040001-05' }, { ext: 'ext-range' }],
    [{ ext: '1234567890123456' }, { ext: 'ext-digits' }],
    [{ ext: '8.61E+14' }, { ext: 'rounded' }],
    [{ ext: '2026-03-01' }, { ext: 'date' }],
    [{ ext: '1/8/2026' }, { ext: 'date' }],
    [{ ext: '1-Aug' }, { ext: 'date' }],
    [{ ext: '8月1日' }, { ext: 'date' }],
    [{ agentID: '../x' }, { agentID: 'agentID-characters' }],
    [{ agentID: 'Ingrid' }, { agentID: 'agentID-name' }],
    [{ agentID: 'a', agentType: '2' }, { agentType: 'agentType-unknown' }],
    [{ langCodeTxt: 'two\nlines' }, { langCodeTxt: 'break' }],
    [{ langCodeTxt: 'x'.repeat(129) }, { langCodeTxt: 'langCodeTxt-text' }],
    [{ password: 'short' }, { password: 'password-short' }],
    [{ password: 'x'.repeat(65) }, { password: 'password-long' }],
    [{ password: 'with a space' }, { password: 'password-characters' }],
    [{ password: '密码密码密码密码' }, { password: 'password-characters' }],
    [{ companyId: 'a b' }, { companyId: 'companyId-characters' }],
    [
      { ext: 'x', password: 'x' },
      { ext: 'ext-digits', password: 'password-short' },
    ],
  ]
  test.each(said)('%j has errors: %j', (values, errors) => {
    const checked = row({ ext: '0801', ...values })
    expect(checked.errors).toEqual(errors)
    expect(checked.request).toBeNull()
  })

  test('covers every reason, with a message in both languages', () => {
    const occurring = new Set(said.flatMap(([, errors]) => Object.values(errors)))
    expect(occurring).toEqual(new Set([...reasons, 'rounded', 'date', 'break']))
    for (const catalogue of [en, zh]) {
      for (const reason of reasons) expect(catalogue[`import.reason.${reason}`]).toMatch(/\S/)
      for (const issue of issues) expect(catalogue[`spreadsheet.issue.${issue}`]).toMatch(/\S/)
    }
  })

  test.each(issues)(
    'is refused when the spreadsheet program changed a cell (%s), though it looks valid',
    (issue) => {
      const cells = fields.map((field) => (field === 'ext' ? '0801' : field === 'agentID' ? '1008' : ''))
      const at = (field: ImportField) => new Map([[fields.indexOf(field), issue]])
      const agent = toRow({ line: 7, cells, issues: at('agentID') }, inOrder)
      expect(agent).toMatchObject({ errors: { agentID: issue }, request: null })
      // A column without a mapping may hold anything.
      const unmapped = toRow({ line: 7, cells, issues: new Map([[40, issue]]) }, inOrder)
      expect(unmapped).toMatchObject({ errors: {}, request: { ext: '0801' } })
    },
  )

  test('has a request or an error, never both', () => {
    const cells = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^\d{2,15}$/)), { maxLength: 8 })
    fc.assert(
      fc.property(cells, (cells) => {
        const { request, errors } = toRow({ line: 1, cells }, inOrder)
        expect(request === null).toBe(Object.keys(errors).length > 0)
      }),
    )
  })
})

describe('the validation of several rows', () => {
  const of = (...exts: string[]) =>
    toRows(
      exts.map((ext, index) => ({ line: index + 2, cells: [ext] })),
      { columns: columns({ ext: 0 }), agentType: '1' },
    )

  test('marks a repeated number on every row but the first, and compares the text', () => {
    const rows = of('0801', '801', '0801', 'x', 'x', '="0801"')
    expect([...repeats(rows)]).toEqual([
      [4, 2],
      [7, 2],
    ])
    expect(validateRows(rows)).toMatchObject({
      counts: { rows: 6, valid: 2, bad: 2, duplicate: 2 },
      valid: [
        { line: 2, ext: '0801' },
        { line: 3, ext: '801' },
      ],
    })
  })

  test('counts the next row as the first when the first is gone', () => {
    expect(validateRows(of('0801', '0801').slice(1)).counts).toMatchObject({ valid: 1, duplicate: 0 })
  })

  test('counts each row once, and accepts only valid and unique rows', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\d{1,3}$/)), (exts) => {
        const { counts, valid } = validateRows(of(...exts))
        expect(counts.valid + counts.bad + counts.duplicate).toBe(counts.rows)
        expect(new Set(valid.map(({ ext }) => ext)).size).toBe(valid.length)
        expect(valid.map(({ ext }) => ext)).toEqual([...new Set(exts.filter((ext) => ext.length > 1))])
      }),
    )
  })
})

describe.each([
  ['en', en],
  ['zh', zh],
] as const)('the template (%s)', (language, messages) => {
  const template = () => templateCsv(translator(language, messages))

  test('starts with a byte order mark, and reads back with every column recognized', async () => {
    const csv = await template()
    const sheet = readText(csv, { maxRows: 10 })
    if (typeof sheet === 'string') throw new Error(sheet)
    expect(csv.codePointAt(0)).toBe(0xfeff)
    const [header, example] = sheet.rows
    expect(headerPlace(sheet.rows, known)).toEqual({ from: 0, to: 0 })
    const mapping = guessMapping(header?.cells ?? [], [])
    expect(mapping.columns).toEqual(inOrder.columns)
    // The example's number is invalid, so a row left in by mistake is never created.
    expect(toRows(example === undefined ? [] : [example], mapping)).toMatchObject([
      { errors: { ext: 'ext-digits' }, request: null },
    ])
  })

  test('holds no cell that a spreadsheet program would run', async () => {
    const csv = await template()
    const cells = csv.slice(1).split(/[,\r\n]/)
    expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([])
  })
})
