import { expect, test } from 'vitest'
import { rosterKind } from '#web/pages/people/roster-file.ts'
import { pairsKind, readPeople } from '#web/pages/reservations/people-file.ts'
import { readRequestFile, requestKind } from '#web/entities/request/request-file.ts'
import { mappedSheet, readRoster, sheetOf } from './sheets.ts'

const sheets: [header: string[], cells: string[], name: string][] = [
  [['First name', 'Last name'], ['Ingrid', 'Patel'], 'Ingrid Patel'],
  [['姓', '名'], ['欧阳', '娜娜'], '欧阳娜娜'],
  [['Vorname', 'Name'], ['Jörg', 'Müller'], 'Jörg Müller'],
  [['Nombre', 'Apellidos'], ['Zoë', 'Nuñez'], 'Zoë Nuñez'],
  [['Prénom', 'Nom'], ['André', 'Gonçalves'], 'André Gonçalves'],
  [['Name', 'First name', 'Last name'], ['Dr. Bo Li', 'Bo', 'Li'], 'Dr. Bo Li'],
  [['Full name', 'First name'], ['Bo Li', 'Bo'], 'Bo Li'],
  [['First name', 'Last name'], ['', 'Cher'], 'Cher'],
]

test.each(sheets)('%j with %j is %s in every import of people', (header, cells, name) => {
  const sheet = (column: string, value: string) =>
    sheetOf([
      { line: 1, cells: [column, ...header] },
      { line: 2, cells: [value, ...cells] },
    ])
  const numbers = sheet('Extension', '8001')
  expect(readPeople(mappedSheet(numbers, pairsKind)).people).toEqual([name])
  expect(readRequestFile(mappedSheet(numbers, requestKind), 'rebind').list).toBe(`8001\t${name}`)
  expect(readRoster(mappedSheet(sheet('Employee ID', '1001'), rosterKind))[0]?.row?.name).toBe(name)
})

test('reads a soft hyphen and a space without width out of the names of a roster', () => {
  const table = mappedSheet(
    sheetOf([
      { line: 1, cells: ['Work number', 'Name', 'Department'] },
      { line: 2, cells: ['1001', 'Ann\u00ADe Lee', 'Bill\u200Bing'] },
    ]),
    rosterKind,
  )
  expect(readRoster(table)[0]?.row).toEqual({ workNumber: '1001', name: 'Anne Lee', department: 'Billing' })
})
