import { readSheet } from './read-sheet.ts'
import type { ReadOptions, Sheet, SheetError, SheetRow } from './sheet.ts'
import type { Work } from './worker-call.ts'

export interface ReadRequest {
  source: Blob | string
  options: ReadOptions
}

/** Rows of one message: the page stays responsive between messages, because it copies only these rows at once. */
const rowsPerPart = 2_000

/** Reads a sheet; gives its rows in parts, so that the sheet itself has none. */
export async function readInParts(
  { source, options }: ReadRequest,
  { onProgress, onPart }: Work<readonly SheetRow[]>,
): Promise<Sheet | SheetError> {
  const content = typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer())
  const read = await readSheet(content, options, onProgress)
  if (typeof read === 'string') return read
  for (let at = 0; at < read.rows.length; at += rowsPerPart) onPart(read.rows.slice(at, at + rowsPerPart))
  return { ...read, rows: [] }
}
