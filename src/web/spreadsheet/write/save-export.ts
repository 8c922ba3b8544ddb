import { isRemark } from '#contract/remarks.ts'
import { saveFile } from '../../lib/save-file.ts'
import { piecesOf, recordEnds } from './csv-pieces.ts'
import { callWorker } from '../worker-call.ts'
import type { Workbook, WriteRequest } from './write-workbook.ts'

/** `csv` has a byte order mark, because spreadsheet programs garble Chinese without it; `plain` has none. */
export const exportFormats = ['xlsx', 'csv', 'plain'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Counts a CSV file's records after the header, without remarks on the file. */
export async function countCsvRecords(file: Blob): Promise<number> {
  let records = -1
  for await (const piece of piecesOf(file)) {
    let start = 0
    for (const end of recordEnds(piece)) {
      if (!isRemark(piece.slice(start, end))) records += 1
      start = end
    }
  }
  return records
}

/** Runs `workbookOf` in a worker, so that the page stays responsive. */
function writeInWorker(request: WriteRequest): Promise<Workbook> {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  return callWorker(worker, request)
}

/** Saves CSV text as a file in the chosen format. `name` has no extension. Returns the file name and the rows and sheets in it. */
export async function saveAs(name: string, csv: Blob | string, format: ExportFormat) {
  const blob = typeof csv === 'string' ? new Blob([csv], { type: 'text/csv;charset=utf-8' }) : csv
  if (format === 'xlsx') {
    const { file, rows, sheets } = await writeInWorker({ csv: blob, title: name })
    saveFile(`${name}.xlsx`, file)
    return { name: `${name}.xlsx`, rows, sheets }
  }
  saveFile(`${name}.csv`, blob)
  return { name: `${name}.csv`, rows: await countCsvRecords(blob), sheets: 1 }
}
