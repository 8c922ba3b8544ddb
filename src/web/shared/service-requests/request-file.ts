import type { RequestKind } from '#contract/service-requests.ts'
import { isNumber, readId, readNumber } from '../../lib/typed.ts'
import { columnCalled, headerNames, plainHeader } from '../spreadsheet/headers.ts'
import type { SheetRow } from '../spreadsheet/sheet.ts'
import type { SkippedRow } from '../spreadsheet/skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

const cellOf = ({ cells }: SheetRow, column: number | null) => readId(cells[column ?? -1] ?? '')

/**
 * Reads the numbers of a sheet and, for `rebind`, the agent beside each number. Finds the columns by their headers, else uses the
 * first and second column. `null` when there is neither a header for numbers nor a number in the first row.
 */
export function readRequestFile(rows: readonly SheetRow[], kind: RequestKind): RequestFile | null {
  const [first, ...others] = rows
  if (first === undefined) return null
  const headers = first.cells.map(plainHeader)
  const named = columnCalled(headers, headerNames.ext)
  if (named === null && !isNumber(cellOf(first, 0))) return null
  const agentColumns =
    kind !== 'rebind'
      ? []
      : named === null
        ? [1]
        : [headerNames.agentUuid, headerNames.workNumber, headerNames.agentName].flatMap(
            (names) => columnCalled(headers, names) ?? [],
          )
  const file: RequestFile = { list: '', skipped: [] }
  const lines: string[] = []
  for (const row of named === null ? rows : others) {
    const ext = readNumber(cellOf(row, named ?? 0))
    const column = agentColumns.find((each) => cellOf(row, each) !== '' || row.issues?.has(each)) ?? null
    const who = cellOf(row, column)
    const issue = row.issues?.get(named ?? 0) ?? row.issues?.get(column ?? -1)
    if (issue !== undefined) file.skipped.push({ line: row.line, reason: issue })
    else if (!isNumber(ext)) file.skipped.push({ line: row.line, reason: 'number', text: ext })
    else if (/[\n\r\t,;，；]/.test(who)) file.skipped.push({ line: row.line, reason: 'separator' })
    else lines.push(who === '' ? ext : `${ext}\t${who}`)
  }
  return { ...file, list: lines.join('\n') }
}
