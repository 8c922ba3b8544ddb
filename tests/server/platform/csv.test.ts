import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { unescapeFormulas } from '#contract/formulas.ts'
import { toCsv } from '#server/platform/http/csv.ts'

/** Characters that start a formula in a spreadsheet, including full-width forms and line ends. */
const begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const formulas = [
  'cmd|"/C calc"!A0',
  'HYPERLINK("http://evil.example","click")',
  'SUM(1;2)*\n2',
  '1,"2"',
  '',
  '=',
]

/** Returns a file's cells as a program splits them at `separator`, with or without quoting, without leading quotes and spaces. */
const splitAt = (text: string, separator: string): string[] =>
  [
    ...text.split(/[\r\n]/).flatMap((line) => line.split(separator)),
    ...Papa.parse<string[]>(text, { delimiter: separator }).data.flat(),
  ].map((cell) => cell.replace(/^[\s"]+/, ''))

test('R46: escapes formulas in 10,000 hostile cells and restores every value', () => {
  const hostile = fc.oneof(
    fc.tuple(fc.constantFrom(...begins), fc.constantFrom(...formulas)).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom(...begins), fc.string({ unit: 'binary', maxLength: 20 }))
      .map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(fc.constantFrom('=', '-', '＠', "'", ';', ',', '\t', '|', '\n', '"', ' ', 'x', '1'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
    fc.constantFrom(
      '',
      ' =1',
      "'=1",
      "''=1",
      'x;=1+1;y',
      'x|"=1+1|y',
      '"',
      '""',
      ',',
      ';',
      '0801',
      '\u202E=1',
      '\0=1',
      "it's",
    ),
  )
  const cells = fc
    .sample(hostile, { numRuns: 11_000, seed: 20_261_121 })
    .map((cell) => cell.toWellFormed())
    .slice(0, 10_000)
  expect(cells).toHaveLength(10_000)
  const rows = Array.from({ length: 2_500 }, (_, row) => cells.slice(row * 4, row * 4 + 4))
  const { data, errors } = Papa.parse<string[]>(toCsv(['a', 'b', 'c', 'd'], rows).slice(1), {
    newline: '\r\n',
    delimiter: ',',
  })
  expect(errors).toEqual([])
  const read = data.slice(1, 2_501).flat()
  expect(read.filter((cell) => begins.includes(cell.charAt(0)))).toEqual([])
  expect(read.map(unescapeFormulas)).toEqual(cells)
  const file = toCsv(['a', 'b', 'c', 'd'], rows)
  for (const separator of [',', ';', '\t', '|'])
    expect(splitAt(file, separator).filter((cell) => begins.includes(cell.charAt(0)))).toEqual([])
})
