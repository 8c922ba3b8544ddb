import { describe, expect, test } from 'vitest'
import { readRoster, rosterKind } from '#web/agents/roster-file.ts'
import { dictionaryKind, readDictionaryRows } from '#web/codes/dictionary-file.ts'
import { extensionKind, guessMapping } from '#web/jobs/import/guess-mapping.ts'
import { toRows } from '#web/jobs/import/rows.ts'
import { agentsKind, readAgents } from '#web/reservations/agents-file.ts'
import { readRequestFile, requestKind } from '#web/shared/service-requests/request-file.ts'
import { knownNames } from '#web/shared/spreadsheet/columns.ts'
import { tableIn } from './sheets.ts'

const known = knownNames(extensionKind)

describe('the header of a sheet', () => {
  test.each([
    ['is the first row', 'Extension,Password\n0801,x', ['Extension', 'Password'], 2],
    [
      'is below titles',
      'Team list\n2026-12-01,export\n\nExtension,Password\n0801,x',
      ['Extension', 'Password'],
      5,
    ],
    [
      'is the lower of two languages',
      '分机号,密码\nExtension,Password\n0801,x',
      ['Extension', 'Password'],
      3,
    ],
    [
      'takes its groups from the row above',
      'Extension,SIP,,Mail\n,User,Password,\n0801,u,x,m',
      ['Extension', 'User', 'SIP Password', 'Mail'],
      3,
    ],
    [
      'has unknown names, as wide as the data',
      'Team list\nDurchwahl X,Kürzel\n08x1,u\n0802,u',
      ['Durchwahl X', 'Kürzel'],
      3,
    ],
    ['is missing', '0801,x\n0802,y', null, 1],
    ['is missing above a plain list', 'Ada\nBob', null, 1],
    ['is below a declared delimiter', 'sep=;\nExtension;Password\n0801;x', ['Extension', 'Password'], 3],
    [
      'is below a quoted declaration',
      '"sep=;"\r\nExtension;Password\r\n0801;x',
      ['Extension', 'Password'],
      3,
    ],
  ])('%s', (_name, text, header, line) => {
    const table = tableIn(text, known)
    const [first] = table.header === null && header !== null ? [] : table.body
    expect(table.header).toEqual(header)
    expect(first?.line).toBe(line)
  })

  test('is found in every import', () => {
    const below = (text: string) => `Contact center\nas of,2026-12-01\n${text}`
    const roster = tableIn(below('Work number,Name\n1001,Ada'), knownNames(rosterKind))
    expect(readRoster(roster)).toMatchObject([{ line: 4, row: { workNumber: '1001', name: 'Ada' } }])
    const codes = tableIn(below('field,value,en\nextension.extType,1,SIP'), knownNames(dictionaryKind))
    expect(readDictionaryRows(codes)).toMatchObject([{ line: 4, wrong: null }])
    const agents = tableIn(below('Name,Extension\nAda,0801'), knownNames(agentsKind))
    expect(readAgents(agents, true)).toEqual({ agents: ['Ada'], numbers: ['0801'], skipped: [] })
    const requests = tableIn(below('Name,Extension\nAda,0801'), knownNames(requestKind))
    expect(readRequestFile(requests, 'rebind')).toEqual({ list: '0801\tAda', skipped: [] })
    const bulk = tableIn(below('Extension;Employee ID;SIP password\n8204001;1008;abc-12345'), known)
    const rows = toRows(
      bulk.body,
      guessMapping(
        bulk.header,
        bulk.body.map(({ cells }) => cells),
      ),
    )
    expect(rows.map(({ request }) => request)).toMatchObject([
      { ext: '8204001', agentID: '1008', password: 'abc-12345' },
    ])
  })
})
