import { describe, expect, test } from 'vitest'
import { rosterKind } from '#web/pages/people/roster-file.ts'
import { extensionKind, mappingOf } from '#web/pages/jobs/import/extension-kind.ts'
import { pairsKind, readPeople } from '#web/pages/reservations/people-file.ts'
import { readRequestFile, requestKind } from '#web/entities/request/request-file.ts'
import { mappedText, readRoster, toRows } from './sheets.ts'

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
    const table = mappedText(text, extensionKind)
    const [first] = table.header === null && header !== null ? [] : table.body
    expect(table.header).toEqual(header)
    expect(first?.line).toBe(line)
  })

  test('is found in every import', () => {
    const below = (text: string) => `Contact center\nas of,2026-12-01\n${text}`
    const roster = mappedText(below('Work number,Name\n1001,Ada'), rosterKind)
    expect(readRoster(roster)).toMatchObject([{ line: 4, row: { workNumber: '1001', name: 'Ada' } }])
    const agents = mappedText(below('Name,Extension\nAda,0801'), pairsKind)
    expect(readPeople(agents)).toEqual({ people: ['Ada'], numbers: ['0801'], skipped: [] })
    const requests = mappedText(below('Name,Extension\nAda,0801'), requestKind)
    expect(readRequestFile(requests, 'rebind')).toEqual({ list: '0801\tAda', skipped: [] })
    const bulk = mappedText(
      below('Extension;Employee ID;SIP password\n8204001;1008;abc-12345'),
      extensionKind,
    )
    expect(toRows(bulk.body, mappingOf(bulk.columns)).map(({ request }) => request)).toMatchObject([
      { ext: '8204001', agentID: '1008', password: 'abc-12345' },
    ])
  })
})
