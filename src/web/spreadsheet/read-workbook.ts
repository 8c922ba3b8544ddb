import { formatOf, numberText, unescaped, type CellFormat, type CellValue } from './cell-values.ts'
import { isTable } from './headers.ts'
import { openParts, Refusal, type Parts } from './unpack.ts'
import {
  longestCell,
  maxCells,
  maxCharacters,
  maxColumns,
  type CellIssue,
  type OnProgress,
  type ReadOptions,
  type Sheet,
  type SheetError,
  type SheetRow,
} from './sheet.ts'

const maxPlaces = 16_384
const maxLines = 1_048_576
/** Longest format code that Excel accepts, in characters. */
const longestCode = 255

/** The relationships of a part, by ID: the kind (the last segment of the type's URL) and the path. */
type Related = ReadonlyMap<string, { kind: string; path: string }>

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
/** Resolves a target to a path within the zip; accepts `../x` and `/x`. */
function resolved(target: string, folder: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  return steps.join('/')
}

async function relatedTo(parts: Parts, path: string): Promise<Related> {
  const folder = folderOf(path)
  const related = new Map<string, { kind: string; path: string }>()
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      // Never load a target outside the file.
      if (name === 'Relationship' && TargetMode !== 'External')
        related.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(Target, folder) })
    },
  })
  return related
}

async function readStyles(parts: Parts, path: string): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  await parts.read(path, {
    open: (name, { numFmtId = '0', formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined)
        codes.set(Number(numFmtId), formatCode.slice(0, longestCode))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) ids.push(Number(numFmtId))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => formatOf(id, codes.get(id)))
}

/** Collects the text of `t` elements, without the phonetic readings of Chinese and Japanese text. */
function textCollector() {
  let [text, inText, inReading] = ['', false, false]
  return {
    open: (name: string) => {
      if (name === 'rPh') inReading = true
      if (name === 't' && !inReading) inText = true
    },
    text: (piece: string) => {
      if (inText) text += piece
    },
    close: (name: string) => {
      if (name === 'rPh') inReading = false
      if (name === 't') inText = false
    },
    take: () => {
      const taken = unescaped(text)
      text = ''
      return taken
    },
  }
}

async function readSharedTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = []
  const collector = textCollector()
  await parts.read(path, {
    open: collector.open,
    text: collector.text,
    close: (name) => {
      collector.close(name)
      if (name !== 'si') return
      texts.push(collector.take())
      if (texts.length > maxCells) throw new Refusal('too-many-cells')
    },
  })
  return texts
}

/** Parses a reference like `B5`: the column counts from 0, the line from 1. `null` when the reference is invalid. */
function placeOf(reference: string | undefined): { column: number; line: number } | null {
  const [, letters = '', digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? []
  if (digits === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { column: column - 1, line: Number(digits) }
}

interface Book {
  parts: Parts
  texts: readonly string[]
  formats: readonly CellFormat[]
  is1904: boolean
}
interface Cell {
  type: string
  format: CellFormat
  value: string | null
  isFormula: boolean
  inline: string
}

/** Returns a cell's value; for a formula, the value that the spreadsheet program saved with it. */
function valueOf({ type, format, value, isFormula, inline }: Cell, { texts, is1904 }: Book): CellValue {
  if (type === 'inlineStr') return { text: inline }
  if (value === null) return isFormula ? { text: '', issue: 'formula' } : { text: '' }
  if (type === 'str') return { text: unescaped(value) }
  if (type === 'e') return { text: value, issue: 'error' }
  if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'd') return { text: value, issue: 'date' }
  if (type !== 's') return value.trim() === '' ? { text: '' } : numberText(value, format, is1904)
  const text = texts[Number.parseInt(value, 10)]
  if (text === undefined) throw new Refusal('damaged')
  return { text }
}

/** Reads the rows of one sheet that are not blank: counts all of them, keeps at most `maxRows`. */
async function readRows(book: Book, path: string, maxRows: number, onProgress: OnProgress) {
  const rows: SheetRow[] = []
  let [total, cellCount, characterCount, line, column] = [0, 0, 0, 0, -1]
  let cells: string[] = []
  let issues = new Map<number, CellIssue>()
  let cell: Cell | null = null
  let inValue = false
  const inline = textCollector()

  function keep(): void {
    if (cells.every((text) => text.trim() === '') && issues.size === 0) return
    total += 1
    if (rows.length >= maxRows) return
    rows.push(issues.size === 0 ? { line, cells } : { line, cells, issues })
  }
  function beginCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const place = placeOf(r)
    if (r !== undefined && place === null) throw new Refusal('damaged')
    column = place?.column ?? column + 1
    if (column >= maxPlaces) throw new Refusal('damaged')
    if (++cellCount > maxCells) throw new Refusal('too-many-cells')
    cell = { type: t, format: book.formats[Number(s)] ?? 'plain', value: null, isFormula: false, inline: '' }
  }
  function endCell(ended: Cell): void {
    ended.inline = inline.take()
    const { text: whole, issue } = valueOf(ended, book)
    if (whole === '' && issue === undefined) return
    const text = whole.slice(0, longestCell)
    characterCount += text.length
    if (characterCount > maxCharacters) throw new Refusal('unpacks-too-large')
    if (column >= maxColumns) throw new Refusal('too-many-columns')
    // A value far to the right creates blank cells for all columns before it.
    cellCount += Math.max(0, column - cells.length)
    if (cellCount > maxCells) throw new Refusal('too-many-cells')
    while (cells.length < column) cells.push('')
    cells[column] = text
    if (issue !== undefined) issues.set(column, issue)
  }

  await book.parts.read(
    path,
    {
      open: (name, attributes) => {
        if (name === 'row') {
          line = attributes['r'] === undefined ? line + 1 : Number(attributes['r'])
          if (!Number.isInteger(line) || line < 1 || line > maxLines) throw new Refusal('damaged')
          column = -1
          cells = []
          issues = new Map()
        } else if (name === 'c') beginCell(attributes)
        else if (cell === null) return
        else if (name === 'v') {
          inValue = true
          cell.value = ''
        } else if (name === 'f') cell.isFormula = true
        else inline.open(name)
      },
      text: (text) => {
        if (cell === null) return
        if (inValue) cell.value += text
        else inline.text(text)
      },
      close: (name) => {
        if (name === 'row') keep()
        else if (name === 'c' && cell !== null) {
          endCell(cell)
          cell = null
        } else if (name === 'v') inValue = false
        else inline.close(name)
      },
    },
    onProgress,
  )
  return { rows, total }
}

async function openBook(bytes: Uint8Array) {
  const parts = await openParts(bytes)
  const main = [...(await relatedTo(parts, '')).values()].find(({ kind }) => kind === 'officeDocument')
  if (main === undefined || !main.path.endsWith('.xml') || !parts.has(main.path))
    throw new Refusal('not-spreadsheet')
  const named: { name: string; id: string; isHidden: boolean }[] = []
  let [is1904, isWorkbook, opensOn] = [false, false, 0]
  await parts.read(main.path, {
    open: (element, { name = '', id = '', state, date1904, activeTab = '0' }) => {
      if (element === 'workbook') isWorkbook = true
      if (element === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
      if (element === 'workbookView') opensOn = Number(activeTab)
      if (element === 'sheet') named.push({ name, id, isHidden: state !== undefined && state !== 'visible' })
    },
  })
  if (!isWorkbook) throw new Refusal('not-spreadsheet')
  const related = await relatedTo(parts, main.path)
  const pathOf = (kind: string) => [...related.values()].find((each) => each.kind === kind)?.path
  const sheets = named.flatMap(({ name, id, isHidden }) => {
    const part = related.get(id)
    return part?.kind === 'worksheet' ? [{ name, path: part.path, isHidden }] : []
  })
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const book: Book = {
    parts,
    texts: await readSharedTexts(parts, pathOf('sharedStrings') ?? ''),
    formats: await readStyles(parts, pathOf('styles') ?? ''),
    is1904,
  }
  const opened = visible.find(({ name }) => name === named[opensOn]?.name)
  return { book, sheets: visible.length > 0 ? visible : sheets, opened }
}

/** Reads a sheet of an .xlsx file. Keeps only the returned rows and the workbook's shared texts unpacked in memory. */
export async function readWorkbook(
  bytes: Uint8Array,
  { maxRows, sheet: chosen, known }: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Promise<Sheet | SheetError> {
  try {
    const { book, sheets, opened } = await openBook(bytes)
    const asked = sheets.filter(({ name }) => name === chosen).slice(0, 1)
    const proposed = opened === undefined ? sheets : [opened, ...sheets.filter((each) => each !== opened)]
    const passedOver: { name: string; why: 'empty' | 'noTable' }[] = []
    /** The first sheet with rows, for a workbook without a table. */
    let instructions: Sheet | null = null
    for (const { name, path } of asked.length > 0 ? asked : proposed) {
      const { rows, total } = await readRows(book, path, maxRows, onProgress)
      const sheet: Sheet = {
        rows,
        total,
        encoding: null,
        delimiter: null,
        garbled: false,
        openQuote: null,
        sheets: sheets.map((each) => each.name),
        sheet: name,
        passedOver: [...passedOver],
      }
      if (asked.length > 0 || (total > 0 && (known === undefined || isTable(rows, known)))) return sheet
      if (total > 0) instructions ??= sheet
      passedOver.push({ name, why: total > 0 ? 'noTable' : 'empty' })
    }
    return instructions ?? 'empty'
  } catch (error) {
    // Any other error of the zip or XML parser means a damaged file.
    return error instanceof Refusal ? error.why : 'damaged'
  }
}
