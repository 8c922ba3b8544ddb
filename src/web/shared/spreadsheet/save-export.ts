import { saveFile } from '../../ui/save-file.ts'
import { callWorker } from './worker-call.ts'
import type { Workbook, WriteRequest } from './write-workbook.ts'

/** `csv` has a byte order mark, without which spreadsheet programs garble Chinese; `plain` has none. */
export const exportFormats = ['xlsx', 'csv', 'plain'] as const
export type ExportFormat = (typeof exportFormats)[number]

const quote = 0x22
const lineFeed = 0x0a
/** Bytes held at once. */
const pieceSize = 1024 * 1024

/** Records of a CSV file after its head; a line break within quotes belongs to its cell (RFC 4180, section 2). */
export async function recordsIn(file: Blob): Promise<number> {
  let lines = 0
  let quoted = false
  // None of the bytes of a longer UTF-8 character is one of these two.
  for (let at = 0; at < file.size; at += pieceSize)
    for (const byte of new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer()))
      if (byte === quote) quoted = !quoted
      else if (byte === lineFeed && !quoted) lines += 1
  return lines - 1
}

/** `workbookOf` in a worker; in the page itself where there are no workers. */
async function writeInWorker(request: WriteRequest): Promise<Workbook> {
  if (typeof Worker === 'undefined') {
    const { workbookOf } = await import('./write-workbook.ts')
    return workbookOf(request.csv, request.title)
  }
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  return callWorker(worker, request)
}

/** Has the browser save a CSV file in the format chosen. `name` is without its ending. */
export async function saveAs(name: string, csv: Blob | string, format: ExportFormat) {
  const blob = typeof csv === 'string' ? new Blob([csv], { type: 'text/csv;charset=utf-8' }) : csv
  if (format === 'xlsx') {
    const { file, rows, sheets } = await writeInWorker({ csv: blob, title: name })
    saveFile(`${name}.xlsx`, file)
    return { name: `${name}.xlsx`, rows, sheets }
  }
  saveFile(`${name}.csv`, blob)
  return { name: `${name}.csv`, rows: await recordsIn(blob), sheets: 1 }
}
