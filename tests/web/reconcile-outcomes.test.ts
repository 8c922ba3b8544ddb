import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import { validateRows } from '#web/pages/jobs/import/rows.ts'
import type { LookedUp } from '#web/pages/jobs/look-ups.ts'
import { serviceValueOf, numbersOf, reconcile } from '#web/pages/jobs/reconcile/outcomes.ts'
import { noteOf } from '#web/pages/jobs/reconcile/note.ts'
import { reconciledCsv } from '#web/pages/jobs/reconcile/reconcile-csv.ts'
import { comparedKind } from '#web/pages/jobs/import/extension-kind.ts'
import { guessMapping, toRows } from './sheets.ts'
import { en } from '../all-messages.ts'

type Found = NonNullable<LookedUp['extension']>
const blank: Found = {
  ext: '',
  id: null,
  companyId: null,
  domain: null,
  bindStatus: 0,
  bindTime: null,
  agentUuid: null,
  agentName: null,
  currentUsingAgentUuid: null,
  langCode: null,
  langCodeTxt: null,
  extType: null,
  status: null,
  enabled: null,
  creatorId: null,
  creationTime: null,
  updateUserId: null,
  updatedTime: null,
  startExt: null,
  batchNum: null,
  pageSize: null,
  currPage: null,
  orderByName: null,
  orderByASC: null,
  partition: null,
  extensionsKeys: [],
  secretsHeld: [],
}
const exists = (ext: string, changes: Partial<Found> = {}, holder: LookedUp['holder'] = null): LookedUp => {
  const extension = { ...blank, ext, ...changes }
  return { ext, state: extension.bindStatus === 1 ? 'bound' : 'existsFree', extension, holder, code: null }
}
const absent = (ext: string): LookedUp => ({
  ext,
  state: 'absent',
  extension: null,
  holder: null,
  code: null,
})

function read(csv: string) {
  const sheet = readText(csv, { maxRows: 100 })
  if (typeof sheet === 'string') throw new Error(sheet)
  const [header, ...rows] = sheet.rows
  const mapping = guessMapping(header?.cells ?? [], [], comparedKind)
  return { mapping, found: validateRows(toRows(rows, mapping)) }
}

/** Reconciles the rows of a CSV with the records. Returns the mapping, the result and the outcome of each row. */
function beside(csv: string, records: readonly LookedUp[], error: Error | null = null) {
  const { mapping, found } = read(csv)
  const looked = new Map(records.map((each) => [each.ext, each]))
  const result = reconcile(found, mapping.agentType, { looked, error })
  return { mapping, result, outcomes: result.rows.map(({ outcome }) => outcome) }
}

test('ignores a blank cell, and does not compare a filled cell when the service returns no value', () => {
  const { outcomes } = beside('ext,langCodeTxt,companyId,agentID\n0801,,,\n0802,Opus,,\n0803,,c-1,', [
    exists('0801', { bindStatus: 1, agentUuid: 'a', langCodeTxt: 'Opus', companyId: 'c-2' }),
    exists('0802'),
    exists('0803', { companyId: 'c-1' }),
  ])
  expect(outcomes).toEqual(['matches', 'notCompared', 'matches'])
})

test.each([
  { type: '1', agent: 'uuid-of-agent', outcome: 'matches' },
  { type: '1', agent: 'uuid-of-other', outcome: 'differs' },
  { type: 'uuid', agent: 'uuid-of-other', outcome: 'differs' },
  { type: '', agent: 'uuid-of-other', outcome: 'differs' },
  { type: '0', agent: '1008', outcome: 'matches' },
  { type: '工号', agent: '1009', outcome: 'differs' },
  { type: '', agent: '1008', outcome: 'matches' },
  { type: '', agent: '1009', outcome: 'differs' },
  { type: '', agent: '0801', outcome: 'matches' },
  { type: '', agent: 'ADA LOVELACE', outcome: 'matches' },
  { type: '', agent: 'Bob', outcome: 'differs' },
  { type: 'neither', agent: '1008', outcome: 'matches' },
])(
  'compares agent $agent of type "$type" with the one who has the number: $outcome',
  ({ type, agent, outcome }) => {
    // The invalid password leaves the row without a request, but the row is compared all the same.
    const { outcomes } = beside(`ext,agentID,agentType,password\n0801,${agent},${type},short`, [
      exists(
        '0801',
        { bindStatus: 1, agentUuid: 'uuid-of-agent' },
        { name: 'Ada Lovelace', workNumber: '1008' },
      ),
    ])
    expect(outcomes).toEqual([outcome])
  },
)

test.each([
  ['agentID', '1008', 'notCompared'],
  ['agentID', 'Ada', 'matches'],
  ['Name', 'ada', 'matches'],
  ['Name', 'Bob', 'differs'],
])('says what the service does not tell: %s %s is %s', (header, value, outcome) => {
  const { outcomes } = beside(`ext,${header}\n0801,${value}`, [
    exists('0801', { bindStatus: 1, agentUuid: 'uuid-of-agent', agentName: 'Ada' }),
  ])
  expect(outcomes).toEqual([outcome])
})

test("reads a sheet with other names of the columns, and says that an unbound number's agent differs", () => {
  const sheet = readFileSync(join(import.meta.dirname, 'field-sheets/35-header-synonyms.csv'), 'utf8')
  const { result, outcomes } = beside(sheet, [
    exists('1004'),
    exists('1005', { bindStatus: 1, agentUuid: 'uuid-3' }, { name: 'y', workNumber: null }),
  ])
  expect(outcomes).toEqual(['differs', 'notCompared'])
  expect([result.compared, result.untold]).toEqual([['agentID', 'agentName'], ['agentID']])
})

test('ignores the case of a UUID, but not of other IDs', () => {
  const uuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
  const { outcomes } = beside(`ext,agentID\n0801,${uuid}\n0802,uuid-of-agent`, [
    exists('0801', { bindStatus: 1, agentUuid: uuid.toUpperCase() }),
    exists('0802', { bindStatus: 1, agentUuid: 'UUID-of-agent' }),
  ])
  expect(outcomes).toEqual(['matches', 'differs'])
})

test.each(['0', '1'])('treats a number bound to no agent as different from any agent, type %s', (type) => {
  expect(beside(`ext,agentID,agentType\n0801,1008,${type}`, [exists('0801')]).outcomes).toEqual(['differs'])
})

test.each([null, 7])('compares no agent while the binding is unclear, bindStatus %s', async (bindStatus) => {
  const agent = { bindStatus, agentUuid: 'uuid-1', agentName: 'Wang' }
  const { result, outcomes, mapping } = beside(
    'ext,agentID,langCodeTxt\n0801,uuid-1,Opus\n0802,uuid-2,\n0803,uuid-1,G.711\n0804,,Opus',
    ['0801', '0802', '0803', '0804'].map((ext) => exists(ext, { ...agent, langCodeTxt: 'Opus' })),
  )
  expect(outcomes).toEqual(['notCompared', 'notCompared', 'differs', 'matches'])
  const t = translator('en', en)
  const notCompared = "Not compared, because the phone platform doesn't say: Agent"
  expect(result.rows.map((each) => noteOf(each, t))).toEqual([
    `${notCompared} · Same: Language (codec)`,
    notCompared,
    `Language (codec) · ${notCompared}`,
    'Same: Language (codec)',
  ])
  expect(result.rows.map((each) => serviceValueOf(each, 'agentID', null))).toEqual([
    'uuid-1 · Wang',
    'uuid-1 · Wang',
    'uuid-1 · Wang',
    'uuid-1 · Wang',
  ])
  expect(await reconciledCsv(result.rows, mapping.agentType, t)).not.toContain('Differs,Agent')
})

test('creates only missing rows without errors, with passwords, and distinguishes leading zeros', () => {
  const { result, outcomes } = beside('ext,password\n0801,abcd-1234\n801,\n0802,short\n0801,\n080x,', [
    absent('0801'),
    exists('801'),
    absent('0802'),
  ])
  expect(outcomes).toEqual(['missing', 'matches', 'missing', 'unread', 'unread'])
  expect(result.creatable).toEqual([{ line: 2, ext: '0801', password: 'abcd-1234' }])
  expect(result.counts).toEqual({
    missing: 2,
    differs: 0,
    notCompared: 0,
    matches: 1,
    unknown: 0,
    unread: 2,
    waiting: 0,
  })
})

test('keeps rows waiting until the look-ups fail, then marks them unknown and shows each reason once', () => {
  const unknown: LookedUp = {
    ext: '0801',
    state: 'unknown',
    extension: null,
    holder: null,
    code: 'upstream-busy',
  }
  expect(beside('ext\n0801\n0802', [unknown]).outcomes).toEqual(['unknown', 'waiting'])
  const { result, outcomes } = beside('ext\n0801\n0802\n0803', [unknown], new ApiError('network', 0))
  expect(outcomes).toEqual(['unknown', 'unknown', 'unknown'])
  expect(result.reasons).toEqual(['upstream-busy', 'network'])
})

test('looks up each number once, and skips invalid numbers', () => {
  expect(numbersOf(read('ext\n0801\n0801\n80a\n0802').found)).toEqual(['0801', '0802'])
})

test('exports both sides as CSV without passwords or formulas, which the import reads again', async () => {
  const { result, mapping } = beside(
    'ext,agentID,langCodeTxt,password\n0801,uuid-1,=1+1,abcd-1234\n0802,,"-2\n+3",\n0803,,Opus,',
    [
      absent('0801'),
      exists('0803', {
        bindStatus: 1,
        agentUuid: 'uuid-3',
        agentName: '@王伟',
        langCodeTxt: 'Opus',
        companyId: 'c-1',
      }),
    ],
  )
  const csv = await reconciledCsv(result.rows, mapping.agentType, translator('en', en))
  expect(csv).toBe(
    [
      '\uFEFFext,agentID,agentType,langCodeTxt,companyId,agentName,line,outcome,note,service agentUuid,service workNumber,service agentName,service langCodeTxt,service companyId',
      `0801,uuid-1,0,'=1+1,,,2,Not in the service,,,,,,`,
      `0802,,,"'-2\n'+3",,,3,Not looked up yet,,,,,,`,
      `0803,,,Opus,,,4,Matches,Same: Language (codec),uuid-3,,'@王伟,Opus,c-1`,
      '',
    ].join('\r\n'),
  )
  const back = read(csv)
  expect(Object.entries(back.mapping.columns).filter(([, column]) => column === null)).toEqual([
    ['password', null],
  ])
  expect(back.found.rows.map(({ row }) => row.values.ext)).toEqual(['0801', '0802', '0803'])
  expect(back.found.rows[0]?.row.values).toMatchObject({
    agentID: 'uuid-1',
    agentType: '0',
    langCodeTxt: '=1+1',
  })
})
