import { describe, expect, test } from 'vitest'
import type { CodeName } from '#contract/codes.ts'
import { codeRows, isUnnamed, matchesFilter } from '#web/pages/codes/code-rows.ts'
import { mappedSheet } from './sheets.ts'
import {
  changesOf,
  dictionaryKind,
  dictionaryCsv,
  dictionaryJson,
  isJson,
  planOf,
  readDictionaryJson,
  readDictionaryRows,
} from '#web/pages/codes/dictionary-file.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import { workbookOf } from '#web/spreadsheet/write-workbook.ts'
import { readWorkbook } from '#web/spreadsheet/read-workbook.ts'

const name = (value: string, changes: Partial<CodeName> = {}): CodeName => ({
  field: 'extension.status',
  value,
  en: 'Registered',
  zh: '已注册',
  note: 'asked the vendor, "twice"',
  version: 3,
  changedBy: 'ada@example.com',
  changedAt: 1,
  ...changes,
})
const names = [
  name('1'),
  name('-1', { field: 'agent.agentStatus', en: '=HYPERLINK("x")', zh: '', note: '+1\t' }),
  name('000017', { field: 'v5.ret_code', en: '-', zh: '＝１' }),
  name('000018', { field: 'v5.ret_code', en: "'=1", zh: 'x;=1+1;y', note: "a | '-1" }),
]
function readDictionary(content: string) {
  if (isJson(content)) return readDictionaryJson(content)
  const sheet = readText(content, { maxRows: 100 })
  if (typeof sheet === 'string') return null
  const table = mappedSheet(sheet, dictionaryKind)
  return table.isReady ? readDictionaryRows(table) : null
}
const kinds = (content: string, now: readonly CodeName[]) =>
  planOf(readDictionary(content) ?? [], now).map(({ kind }) => kind)

describe('a dictionary file', () => {
  test.each([
    ['JSON', dictionaryJson],
    ['CSV', dictionaryCsv],
  ])('reads back from %s unchanged, with leading zeros, signs and formulas', async (_kind, write) => {
    const trimmed = names.map((each) => ({ ...each, note: each.note.trim() }))
    const written = await write(trimmed)
    expect(kinds(written, trimmed)).toEqual(['same', 'same', 'same', 'same'])
    const fresh = changesOf(planOf(readDictionary(written) ?? [], []))
    expect(fresh).toEqual(
      trimmed.map(({ field, value, en, zh, note }) => ({ field, value, version: 0, name: { en, zh, note } })),
    )
  })

  test('reads back from a workbook unchanged, and reports the issues of its cells', async () => {
    const trimmed = names.map((each) => ({ ...each, note: each.note.trim() }))
    const { file } = await workbookOf(new Blob([await dictionaryCsv(trimmed)]), 'codes')
    const sheet = await readWorkbook(new Uint8Array(await file.arrayBuffer()), { maxRows: 100 })
    if (typeof sheet === 'string') throw new Error(sheet)
    const { rows } = sheet
    expect(
      planOf(readDictionaryRows(mappedSheet(sheet, dictionaryKind)) ?? [], trimmed).map(({ kind }) => kind),
    ).toEqual(['same', 'same', 'same', 'same'])
    const withIssue = (column: number) =>
      readDictionaryRows(
        mappedSheet(
          { ...sheet, rows: rows.map((row) => ({ ...row, issues: new Map([[column, 'date' as const]]) })) },
          dictionaryKind,
        ),
      )
    expect(withIssue(1)).toMatchObject([{ line: 2, entry: null, issue: 'date' }, {}, {}, {}])
    expect(withIssue(4)).toMatchObject([{ line: 2, entry: {}, issue: null }, {}, {}, {}])
  })

  test.each([
    ['field', 'extension.other,1,On,开,'],
    ['value', 'extension.status,x,On,开,'],
    ['name', 'extension.status,1,,,'],
    ['name', `extension.status,1,${'n'.repeat(61)},,`],
    ['note', `extension.status,1,On,开,${'n'.repeat(301)}`],
  ])('names the invalid column of an unusable row: %s', (wrong, row) => {
    expect(readDictionary(`field,value,en,zh,note\n${row}\n`)).toMatchObject([{ entry: null, wrong }])
  })

  test('is escaped for spreadsheets, and starts with a byte order mark', async () => {
    const csv = await dictionaryCsv(names)
    expect(csv.startsWith('\uFEFFfield,value,en,zh,note')).toBe(true)
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain(`,'-1,`)
  })

  test('shows what each row would do, and changes the version that the user saw', () => {
    const content = JSON.stringify([
      { field: 'extension.status', value: '1', en: 'Registered', zh: '已注册', note: names[0]?.note },
      { field: 'extension.status', value: '2', en: 'New' },
      { field: 'agent.agentStatus', value: '-1', en: 'Phone trouble', zh: '话机异常' },
      { field: 'extension.status', value: '2', en: 'Again' },
      { field: 'extension.password', value: '2', en: 'No field of ours' },
      { field: 'extension.status', value: 'two', en: 'No integer' },
      { field: 'extension.status', value: '3' },
      null,
    ])
    const plan = planOf(readDictionary(content) ?? [], names)
    expect(plan.map(({ kind }) => kind)).toEqual([
      'same',
      'new',
      'changed',
      'twice',
      'wrong',
      'wrong',
      'wrong',
      'wrong',
    ])
    expect(changesOf(plan).map(({ value, version }) => [value, version])).toEqual([
      ['2', 0],
      ['-1', 3],
    ])
  })

  test('accepts columns in any order and missing columns', () => {
    expect(kinds('zh;value;field\n忙;0;agent.agentStatus\n', [])).toEqual(['new'])
  })

  test.each(['', 'hello', '{"codes": 1}', '{"other": []}', '[1,', 'number,agent\n1,2\n'])(
    'is rejected with the content %j',
    (content) => expect(readDictionary(content)).toBeNull(),
  )
})

describe('observed and named codes', () => {
  const seen = (field: string, value: string, changes: object = {}) => ({
    field,
    value,
    count: 1,
    firstSeenAt: 1,
    lastSeenAt: 2,
    published: false,
    ...changes,
  })
  const rows = codeRows(
    [name('2'), name('9')],
    [
      seen('extension.status', '10'),
      seen('extension.status', '2'),
      seen('extension.bindStatus', '1', { published: true }),
      seen('extensions.retCode', '888888'),
      seen('search_idle_page', 'serverScheme'),
    ],
  )

  test('form one list in numeric order', () => {
    expect(rows.map(({ field, value }) => `${field} ${value}`)).toEqual([
      'extension.bindStatus 1',
      'extension.status 2',
      'extension.status 9',
      'extension.status 10',
      'extensions.retCode 888888',
    ])
  })

  test('are unnamed when observed and not published, and match the filter by name or code', () => {
    expect(rows.filter(isUnnamed).map(({ value }) => value)).toEqual(['10', '888888'])
    expect(
      rows.filter((row) => matchesFilter(row, { show: 'named', q: '已注' })).map(({ value }) => value),
    ).toEqual(['2', '9'])
    expect(rows.filter((row) => matchesFilter(row, { field: 'extension.status', q: '10' }))).toHaveLength(1)
  })
})
