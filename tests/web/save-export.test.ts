import { expect, test } from 'vitest'
import { countCsvRecords } from '#web/spreadsheet/write/save-export.ts'

test.each([
  ['a head alone', 'ext,name\r\n', 0],
  ['a remark on the file', 'ext,name\r\n8001,#1 Ann\r\n# may be incomplete: not read\r\n', 1],
  [
    'a remark with a comma, which is quoted',
    'ext,name\r\n8001,Ann\r\n"# not included: 2 rows, such as SIP-1"\r\n',
    1,
  ],
  ['a value that begins like a remark', 'name,ext\r\n# Ann,8001\r\n', 1],
  ['two rows', 'ext,name\r\n8001,Ann\r\n8002,Bo\r\n', 2],
  [
    'line breaks, commas and quotes within a cell',
    'ext,name\r\n8001,"Ann ""A\r\nB"", C\n"\r\n8002,李\r\n',
    2,
  ],
  ['rows over more than one piece', `ext,name\r\n${'8001,"张\n伟"\r\n'.repeat(200_000)}`, 200_000],
])('counts the records of a file: %s', async (_what, text, records) => {
  expect(await countCsvRecords(new Blob([text]))).toBe(records)
})
