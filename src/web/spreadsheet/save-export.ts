import { saveFile } from '../lib/save-file.ts'
import { callWorker } from './worker-call.ts'
import type { Workbook, WriteRequest } from './write-workbook.ts'

/** `csv` has a byte order mark, because spreadsheet programs garble Chinese without it; `plain` has none. */
export const exportFormats = ['xlsx', 'csv', 'plain'] as const
export type ExportFormat = (typeof exportFormats)[number]

const quote = 0x22
const lineFeed = 0x0a
/** A line that begins with it is a remark on the file, such as that it may be incomplete. */
const hash = 0x23
/** Bytes to read at a time. */
const pieceSize = 1024 * 1024

/** Counts a CSV file's records after the header, without remarks; a line break within quotes belongs to its cell (RFC 4180, section 2). */
export async function countCsvRecords(file: Blob): Promise<number> {
  let lines = 0
  let quoted = false
  let before = lineFeed
  // No byte of a multi-byte UTF-8 character equals a quote or line feed.
  for (let at = 0; at < file.size; at += pieceSize)
    for (const byte of new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer())) {
      if (byte === quote) quoted = !quoted
      else if (byte === lineFeed && !quoted) lines += 1
      else if (byte === hash && before === lineFeed && !quoted) lines -= 1
      before = byte
    }
  return lines - 1
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
