import type { Translate } from '../i18n/catalogue.ts'
import { saveFile } from './save-file.ts'
import { toast } from './feedback/toast.ts'

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

/** Has the browser save a list as CSV and says how many rows it holds: the list may have changed since its count was shown. */
export async function saveExport(name: string, file: Blob, t: Translate): Promise<void> {
  saveFile(name, file)
  const message = t('export.saved', { name, count: await recordsIn(file) })
  await toast({ id: 'export', tone: 'success', message })
}
