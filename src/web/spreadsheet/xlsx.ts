import {
  copyOf,
  formatOf,
  formattedText,
  general,
  numberText,
  unescapeXml,
  type CellFormat,
  type CellValue,
} from './cell-values.ts'
import { RowCollector, type Book, type CollectedRows } from './row-collector.ts'
import { maxCells, type OnProgress, type ReadOptions } from './sheet.ts'
import { Refusal, type Parts } from './unpack.ts'

const maxPlaces = 16_384
const maxLines = 1_048_576
/** Longest format code that Excel accepts, in characters. */
const longestCode = 255

/** The relationships of a part, by ID: the kind (the last segment of the type's URL) and the path. */
type Related = ReadonlyMap<string, { kind: string; path: string }>

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
/** Resolves a target to a path within the zip; accepts `../x` and `/x`. */
function resolve(target: string, folder: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  return steps.join('/')
}

async function readRelations(parts: Parts, path: string): Promise<Related> {
  const folder = folderOf(path)
  const related = new Map<string, { kind: string; path: string }>()
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      // Never load a target outside the file.
      if (name === 'Relationship' && TargetMode !== 'External')
        related.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: resolve(Target, folder) })
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
      const whole = copyOf(unescapeXml(text))
      text = ''
      return whole
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

interface Contents {
  parts: Parts
  texts: readonly string[]
  formats: readonly CellFormat[]
  is1904: boolean
  /** True when no spreadsheet program has calculated the formulas: their results are a writer's placeholders. */
  isUncalculated: boolean
}
interface Cell {
  type: string
  format: CellFormat
  value: string | null
  /** `null` for a cell without one; empty when another cell has its text. */
  formula: string | null
  inline: string
}

/** Returns a cell's value; for a formula, the value that the spreadsheet program saved with it. */
function valueOf({ type, format, value, formula, inline }: Cell, contents: Contents): CellValue {
  const isMissing = value === null || (value === '' && type !== 'str')
  if (formula !== null && (isMissing || contents.isUncalculated))
    return { text: formula === '' ? '' : `=${formula}`, issue: 'formula' }
  if (type === 'inlineStr') return formattedText(inline, format)
  if (value === null) return { text: '' }
  if (type === 'str') return formattedText(copyOf(unescapeXml(value)), format)
  if (type === 'e') return { text: value, issue: 'error' }
  if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'd') return { text: value, issue: 'date' }
  if (type !== 's') return value.trim() === '' ? { text: '' } : numberText(value, format, contents.is1904)
  const text = contents.texts[Number.parseInt(value, 10)]
  if (text === undefined) throw new Refusal('damaged')
  return formattedText(text, format)
}

const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true'

/** Reads the rows of one sheet. */
async function readRows(
  contents: Contents,
  path: string,
  { maxRows, hiddenRows = false }: ReadOptions,
  onProgress: OnProgress,
): Promise<CollectedRows> {
  const collector = new RowCollector(maxRows, hiddenRows)
  let [line, column, isHidden] = [0, -1, false]
  let cell: Cell | null = null
  let inside: 'value' | 'formula' | null = null
  const inline = textCollector()

  function beginCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const place = placeOf(r)
    if (r !== undefined && place === null) throw new Refusal('damaged')
    column = place?.column ?? column + 1
    if (column >= maxPlaces) throw new Refusal('damaged')
    collector.count(1)
    cell = { type: t, format: contents.formats[Number(s)] ?? general, value: null, formula: null, inline: '' }
  }

  await contents.parts.read(
    path,
    {
      open: (name, attributes) => {
        if (name === 'row') {
          line = attributes['r'] === undefined ? line + 1 : Number(attributes['r'])
          if (!Number.isInteger(line) || line < 1 || line > maxLines) throw new Refusal('damaged')
          isHidden = isTrue(attributes['hidden'])
          column = -1
        } else if (name === 'c') beginCell(attributes)
        else if (name === 'col' && isTrue(attributes['hidden']))
          collector.hideColumns(Number(attributes['min']) - 1, Number(attributes['max']) - 1)
        else if (name === 'mergeCell') {
          const [from, to] = (attributes['ref'] ?? '').split(':').map(placeOf)
          if (from != null && to != null) collector.merge({ ...from, lastLine: to.line })
        } else if (cell === null) return
        else if (name === 'v') {
          inside = 'value'
          cell.value = ''
        } else if (name === 'f') {
          inside = 'formula'
          cell.formula = ''
        } else inline.open(name)
      },
      text: (text) => {
        if (cell === null) return
        if (inside === 'value') cell.value += text
        else if (inside === 'formula') cell.formula += text
        else inline.text(text)
      },
      close: (name) => {
        if (name === 'row') collector.endRow(line, isHidden)
        else if (name === 'c' && cell !== null) {
          cell.inline = inline.take()
          collector.set(column, valueOf(cell, contents))
          cell = null
        } else if (name === 'v' || name === 'f') inside = null
        else inline.close(name)
      },
    },
    onProgress,
  )
  return collector.result()
}

/** Opens an .xlsx file. Keeps only the workbook's shared texts unpacked in memory. Throws `Refusal`. */
export async function openWorkbook(parts: Parts): Promise<Book> {
  const main = [...(await readRelations(parts, '')).values()].find(({ kind }) => kind === 'officeDocument')
  if (main === undefined || !main.path.endsWith('.xml') || !parts.has(main.path))
    throw new Refusal('not-spreadsheet')
  const sheetEntries: { name: string; id: string; isHidden: boolean }[] = []
  let [is1904, isUncalculated, isWorkbook, opensOn] = [false, false, false, 0]
  await parts.read(main.path, {
    open: (element, { name = '', id = '', state, date1904, fullCalcOnLoad, activeTab = '0' }) => {
      if (element === 'workbook') isWorkbook = true
      if (element === 'workbookPr') is1904 = isTrue(date1904)
      if (element === 'calcPr') isUncalculated = isTrue(fullCalcOnLoad)
      if (element === 'workbookView') opensOn = Number(activeTab)
      if (element === 'sheet')
        sheetEntries.push({ name, id, isHidden: state !== undefined && state !== 'visible' })
    },
  })
  if (!isWorkbook) throw new Refusal('not-spreadsheet')
  const related = await readRelations(parts, main.path)
  const pathOf = (kind: string) => [...related.values()].find((each) => each.kind === kind)?.path
  const contents: Contents = {
    parts,
    texts: await readSharedTexts(parts, pathOf('sharedStrings') ?? ''),
    formats: await readStyles(parts, pathOf('styles') ?? ''),
    is1904,
    isUncalculated,
  }
  return {
    sheets: sheetEntries.flatMap(({ name, id, isHidden }) => {
      const part = related.get(id)
      if (part?.kind !== 'worksheet') return []
      return [
        { name, isHidden, read: (options, onProgress) => readRows(contents, part.path, options, onProgress) },
      ]
    }),
    opened: sheetEntries[opensOn]?.name,
  }
}
