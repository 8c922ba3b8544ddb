import Papa from 'papaparse'
import { configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { unescapeFormulas } from '#contract/formulas.ts'
import { isRemark } from '#contract/remarks.ts'
import { columnKind } from '#contract/zone-time.ts'
import { piecesOf } from './csv-pieces.ts'
import { lettersOf } from '../sheet.ts'

// The writer already runs in its own worker.
configure({ useWebWorkers: false })

export interface WriteRequest {
  csv: Blob
  title: string
}
export interface Workbook {
  file: Blob
  /** Without the header row of each sheet, and without remarks on the file. */
  rows: number
  sheets: number
}

/** Most rows of a sheet, including the header. */
const maxLines = 1_048_576
/** Most characters of a cell. */
const longestText = 32_767
/** Rows in one piece of XML. */
const rowsAtOnce = 1_000
/** Number of rows to measure for column widths, and the limits of the widths in characters. */
const measured = 200
const widths = { least: 8, most: 60, margin: 2 }

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

/** Sheets are the default type of a part, so that this can be written before the number of sheets is known. */
const contentTypes = `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`
const rootRelations = `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
/**
 * Format 49 is text: values that look like a number, date or formula stay unchanged, even when edited. Style 1 is for cells, 2 for
 * the header, 3 and 4 for times and dates.
 */
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>${[164, 165].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
const style = { cell: 1, header: 2, time: 3, date: 4 }

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
/** Escapes text as XML. Uses the format's own escapes for characters that XML cannot contain, and for text that looks like one. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-F]{4})/gi, '_x005F_')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) =>
      /[\t\n]/.test(character) ? character : `_x${hex(character)}_`,
    )
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Unescapes a CSV cell for a workbook. Text that itself looks escaped stays escaped: every import unescapes it once. */
function plainText(cell: string): string {
  const text = unescapeFormulas(cell)
  return unescapeFormulas(text) === text ? text : cell
}

/** Spreadsheets count days from here; their calendar is wrong before March 1900. */
const dayZero = Date.UTC(1899, 11, 30)
const firstDay = Date.UTC(1900, 2, 1)
const dayMs = 86_400_000
/** Matches a time or date as the console writes it (src/contract/zone-time.ts). */
const writtenTime = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/

/** Returns the spreadsheet's number for a time or date; null for any other text, which stays text. */
function serialOf(text: string): number | null {
  const at = writtenTime.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`)
    : NaN
  return Number.isNaN(at) || at < firstDay ? null : (at - dayZero) / dayMs
}

interface SheetColumn {
  letters: string
  kind: ReturnType<typeof columnKind>
}

function rowXml(
  line: number,
  cells: readonly string[],
  columns: readonly SheetColumn[],
  styled: number,
): string {
  const written = cells.map((cell, index) => {
    const text = plainText(cell)
    if (text === '') return ''
    const { letters = lettersOf(index), kind = null } = columns[index] ?? {}
    const serial = kind === null || styled === style.header ? null : serialOf(text)
    if (kind !== null && serial !== null)
      return `<c r="${letters}${line}" s="${style[kind]}"><v>${serial}</v></c>`
    const cut = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
    return `<c r="${letters}${line}" s="${styled}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut)}</t></is></c>`
  })
  return `<row r="${line}">${written.join('')}</row>`
}

/** Returns the width of a text in characters; Chinese, Japanese and Korean characters count twice. */
const widthOf = (text: string) =>
  text.length +
  (text.match(/[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFEF]/g) ?? []).length
function columnsXml(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map(({ length }) => length))
  const columns = Array.from({ length: count }, (_, column) => {
    const widest = Math.max(0, ...rows.map((cells) => widthOf(cells[column] ?? '')))
    const width = Math.min(widths.most, Math.max(widths.least, widest + widths.margin))
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${style.cell}" customWidth="1"/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

/** Yields the records of a CSV file written by the console, in batches. */
async function* recordsOf(csv: Blob): AsyncGenerator<string[][]> {
  for await (const piece of piecesOf(csv))
    yield Papa.parse<string[]>(piece, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data
}

function streamOf(pieces: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done === true) controller.close()
        else controller.enqueue(encoder.encode(next.value))
      },
    },
    { highWaterMark: 0 },
  )
}
async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** Spreadsheet programs reject a sheet name with more than 31 characters or with one of these characters. */
const sheetName = (title: string, sheet: number): string => {
  const suffix = sheet === 1 ? '' : ` ${sheet}`
  return `${title.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - suffix.length)}${suffix}`
}

/**
 * Converts a CSV file with a header, as the console writes it, to an .xlsx file: every cell is text except in columns of times and
 * dates, the header is frozen, and the rows fill as many sheets as they need. Reads and compresses piece by piece, so that memory holds only the compressed file.
 */
export async function workbookOf(csv: Blob, title: string, most = maxLines): Promise<Workbook> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const output = new WritableStream<Uint8Array>({
    write(chunk) {
      chunks.push(Uint8Array.from(chunk))
    },
  })
  // Spreadsheet programs do not open a zip64 file that does not need to be one.
  const zip = new ZipWriter(output, { zip64: false, extendedTimestamp: false })
  const add = (path: string, pieces: AsyncIterator<string>) => zip.add(path, streamOf(pieces))

  const records = recordsOf(csv)
  let [waiting, at, rows, sheets]: [string[][], number, number, number] = [[], 0, 0, 0]
  /** Resolves to true when there is another record. */
  async function hasMore(): Promise<boolean> {
    while (at >= waiting.length) {
      const next = await records.next()
      if (next.done === true) return false
      waiting = next.value
      at = 0
    }
    return true
  }
  const header = (await hasMore()) ? (waiting[at++] ?? []) : []
  await hasMore()
  const columns = header.map((text, column) => ({ letters: lettersOf(column), kind: columnKind(text) }))
  const widthsXml = columnsXml([header, ...waiting.slice(at, at + measured)])

  async function* sheet(): AsyncGenerator<string> {
    yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${sheets === 1 ? ' tabSelected="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widthsXml}<sheetData>`
    yield rowXml(1, header, columns, style.header)
    let line = 1
    while (await hasMore()) {
      const batch = waiting.slice(at, at + Math.min(rowsAtOnce, most - line))
      if (batch.length === 0) break
      const before = line
      at += batch.length
      rows += batch.filter(([first = '']) => !isRemark(first)).length
      line += batch.length
      yield batch.map((cells, index) => rowXml(before + index + 1, cells, columns, style.cell)).join('')
    }
    // Without this, the spreadsheet program marks every number stored as text as an error.
    yield `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${maxLines}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  }

  await add('[Content_Types].xml', once(contentTypes))
  await add('_rels/.rels', once(rootRelations))
  await add('xl/styles.xml', once(styles))
  do {
    sheets += 1
    await add(`xl/worksheets/sheet${sheets}.xml`, sheet())
  } while (await hasMore())
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const sheetElements = numbers.map(
    (n) => `<sheet name="${escapeXml(sheetName(title, n))}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  const related = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  await add(
    'xl/workbook.xml',
    once(
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheetElements.join('')}</sheets></workbook>`,
    ),
  )
  await add(
    'xl/_rels/workbook.xml.rels',
    once(
      `${xml}<Relationships xmlns="${packaged}/relationships">${related.join('')}<Relationship Id="rId0" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
  )
  await zip.close()
  return { file: new Blob(chunks, { type: typeOf('sheet').replace('+xml', '') }), rows, sheets }
}
