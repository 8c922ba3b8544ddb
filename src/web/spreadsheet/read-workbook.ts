import { isTable } from './headers.ts'
import { openFods, openOds } from './ods.ts'
import type { Book } from './row-collector.ts'
import { noText, type OnProgress, type ReadOptions, type Sheet, type SheetError } from './sheet.ts'
import { openParts, Refusal } from './unpack.ts'
import { openWorkbook } from './xlsx.ts'

async function readBook(
  { sheets: all, opened }: Book,
  options: ReadOptions,
  onProgress: OnProgress,
): Promise<Sheet | SheetError> {
  const { sheet: chosenSheet, columnNames } = options
  const visible = all.filter(({ isHidden }) => !isHidden)
  const sheets = visible.length > 0 ? visible : all
  const requested = sheets.filter(({ name }) => name === chosenSheet).slice(0, 1)
  const first = visible.find(({ name }) => name === opened)
  const proposed = first === undefined ? sheets : [first, ...sheets.filter((each) => each !== first)]
  const passedOver: { name: string; why: 'empty' | 'noTable' }[] = []
  /** The first sheet with rows, for a workbook without a table. */
  let instructions: Sheet | null = null
  for (const { name, read } of requested.length > 0 ? requested : proposed) {
    const collected = await read(options, onProgress)
    const sheet: Sheet = {
      ...noText,
      ...collected,
      sheets: sheets.map((each) => each.name),
      sheet: name,
      passedOver: [...passedOver],
    }
    const { rows, total } = collected
    if (requested.length > 0 || (total > 0 && (columnNames === undefined || isTable(rows, columnNames))))
      return sheet
    if (total > 0) instructions ??= sheet
    passedOver.push({ name, why: total > 0 ? 'noTable' : 'empty' })
  }
  return instructions ?? 'empty'
}

/** Reads a sheet of an .xlsx, .ods or .fods file. */
export async function readWorkbook(
  bytes: Uint8Array,
  options: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Promise<Sheet | SheetError> {
  try {
    if (bytes[0] !== 0x50) return await readBook(await openFods(bytes), options, onProgress)
    const parts = await openParts(bytes)
    const book = await (parts.has('content.xml') ? openOds(parts) : openWorkbook(parts))
    return await readBook(book, options, onProgress)
  } catch (error) {
    // Any other error of the zip or XML parser means a damaged file.
    return error instanceof Refusal ? error.why : 'damaged'
  }
}
