import { describe, expect, test } from 'vitest'
import { extensionKind, mappingOf } from '#web/jobs/import/extension-kind.ts'
import { agentsKind, pairsKind } from '#web/reservations/agents-file.ts'
import { requestKind } from '#web/shared/service-requests/request-file.ts'
import { mapped, withChoice, type ImportKind, type Mapped } from '#web/shared/spreadsheet/columns.ts'
import { mappedText } from './sheets.ts'

const doubtsOf = <Field extends string>({ doubts, missing, isReady }: Mapped<Field>) => ({
  doubts: Object.fromEntries(doubts),
  missing,
  isReady,
})
const open = <Field extends string>(text: string, kind: ImportKind<Field>) => doubtsOf(mappedText(text, kind))

describe('the columns of a sheet', () => {
  test.each([
    ['nothing', 'Extension,Password\n0801,abc-12345', {}],
    ['two candidates for one field', '分机号,号码\n0801,0901', { 0: 'twice', 1: 'twice' }],
    ['a work number beside a UUID', 'ext,工号,坐席uuid\n0801,1001,u-1', { 1: 'twice', 2: 'twice' }],
    ['an unused password', 'ext,AuthX\n0801,k8Zq2LmP\n0802,n3Xw9PqR', { 1: 'password' }],
    ['a password by its name', 'ext,Password,Web Password\n0801,abc-12345,short', { 2: 'password' }],
    ['an unused number', 'ext,Mobile\n0801,13800138000\n0802,13800138001', { 1: 'number' }],
    ['no codes that few rows have', 'ext,upstreamCode\n0801,310204\n0802,', {}],
    [
      'no flags, times, addresses or work numbers',
      'ext,a,b,c,d\n0801,1,2026-12-01,ada1@example.com,EMP00123\n0802,1,2026-12-02,bob2@example.com,EMP00124',
      {},
    ],
  ])('ask the user about %s', (_name, text, doubts) => {
    expect(open(text, extensionKind)).toEqual({
      doubts,
      missing: [],
      isReady: Object.keys(doubts).length === 0,
    })
  })

  test('ask for a required column, in every import', () => {
    expect(open('who,what\nx,y', extensionKind)).toEqual({ doubts: {}, missing: [['ext']], isReady: false })
    expect(open('who,what\nx,y', requestKind)).toMatchObject({ missing: [['ext']], isReady: false })
    expect(open('what,why\nx,y', agentsKind)).toMatchObject({ isReady: false })
    expect(open('Ada\nBob', agentsKind)).toEqual({ doubts: {}, missing: [], isReady: true })
    expect(open('0801,Ada\n0802,Bob', pairsKind)).toEqual({ doubts: {}, missing: [], isReady: true })
  })

  test('follow the decisions of the user, one column for each field', () => {
    const twice = mappedText('分机号,号码,工号\n0801,0901,1001\n0802,0902,1002', extensionKind)
    const second = withChoice(extensionKind, twice, 1, 'ext')
    expect(second.isReady).toBe(true)
    expect(mappingOf(second.columns).columns).toMatchObject({ ext: 1, agentID: 2 })
    const byUuid = withChoice(extensionKind, second, 0, 'agentUuid')
    expect(mappingOf(byUuid.columns)).toMatchObject({ columns: { ext: 1, agentID: 0 }, agentType: '1' })
    const unused = withChoice(extensionKind, second, 1, null)
    expect(unused).toMatchObject({ missing: [['ext']], isReady: false })
    const known = mapped(extensionKind, twice, twice.columns, 'remembered')
    expect(known).toMatchObject({ isReady: true, isRemembered: true })
  })
})
