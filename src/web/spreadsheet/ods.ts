import { copyOf, formattedNumber, type CellValue } from './cell-values.ts'
import { RowCollector, type Book, type CollectedRows } from './row-collector.ts'
import { maxCells, maxColumns, type OnProgress, type ReadOptions } from './sheet.ts'
import { readXml, Refusal, type Parts, type XmlHandlers } from './unpack.ts'

type Attributes = Readonly<Record<string, string>>
/** Reads the document's content, from the file's part or from the file itself. */
type ReadContent = (handlers: XmlHandlers, onProgress?: OnProgress) => Promise<void>

interface Content {
  readContent: ReadContent
  /** The program that wrote the file, such as `LibreOffice/24.8`; empty when the file does not say. */
  generator: string
}

/** Counts what a row, column or cell repeats; a sheet's blank end repeats to the last row. */
const repeats = (attribute: string | undefined): number => {
  const count = Number(attribute ?? '1')
  if (!Number.isInteger(count) || count < 1) throw new Refusal('damaged')
  return count
}
const isHidden = ({ visibility }: Attributes) => visibility === 'collapse' || visibility === 'filter'

/** Matches the generators that calculate every formula, and write no result for an empty text: LibreOffice, OpenOffice, Excel. */
const calculates = /office/i

/** Returns a cell's value. The file has the text that the spreadsheet program shows. */
function valueOf(attributes: Attributes, displayed: string, isCalculated: boolean): CellValue {
  const { 'value-type': type, value, formula } = attributes
  const { 'string-value': text, 'date-value': date, 'boolean-value': boolean } = attributes
  if (formula !== undefined && type === undefined && !isCalculated)
    return { text: formula.replace(/^[a-z]+:/, ''), issue: 'formula' }
  switch (type ?? 'string') {
    case 'float':
    case 'currency':
    case 'percentage': {
      const number = formattedNumber(value ?? '', displayed === '' ? (value ?? '') : displayed)
      return /\de[+-]?\d/i.test(number.text) ? { ...number, issue: 'rounded' } : number
    }
    case 'date':
    case 'time':
      return { text: date?.replace('T', ' ') ?? displayed, issue: 'date' }
    case 'boolean':
      return { text: boolean === 'true' ? 'TRUE' : 'FALSE' }
    case 'error':
      return { text: displayed, issue: 'error' }
    default:
      return { text: text ?? displayed }
  }
}

/** Collects the text of a cell's own paragraphs, without its notes and drawings. */
function paragraphs() {
  let [text, depth, isInside, count] = ['', 0, false, 0]
  return {
    /** Begins another cell. */
    begin: () => {
      text = ''
      depth = 0
      count = 0
      isInside = false
    },
    open: (name: string, attributes: Attributes) => {
      depth += 1
      if (depth === 1 && name === 'p') {
        isInside = true
        if (count++ > 0) text += '\n'
      } else if (!isInside) return
      else if (name === 's') text += ' '.repeat(Math.min(repeats(attributes['c']), maxColumns))
      else if (name === 'tab') text += '\t'
      else if (name === 'line-break') text += '\n'
    },
    text: (piece: string) => {
      if (isInside) text += piece
    },
    close: () => {
      depth -= 1
      if (depth === 0) isInside = false
    },
    take: () => copyOf(text),
  }
}

/** Reads the rows of one table, counted from 0. */
async function readRows(
  { readContent, generator }: Content,
  index: number,
  { maxRows, hiddenRows = false }: ReadOptions,
  onProgress: OnProgress,
): Promise<CollectedRows> {
  const collector = new RowCollector(maxRows, hiddenRows)
  const displayed = paragraphs()
  let [table, line, column, columns] = [-1, 1, 0, 0]
  let row: Attributes | null = null
  let cell: Attributes | null = null
  const isRead = () => table === index

  function endCell(attributes: Attributes): void {
    const value = valueOf(attributes, displayed.take(), calculates.test(generator))
    const times = repeats(attributes['number-columns-repeated'])
    const isBlank = value.text === '' && value.issue === undefined
    if (!isBlank) {
      if (column + times > maxColumns) throw new Refusal('too-many-columns')
      collector.count(times)
      for (let at = column; at < column + times; at++) collector.set(at, value)
    }
    const rows = repeats(attributes['number-rows-spanned'])
    collector.merge({ column, line, lastLine: line + rows - 1 })
    column += times
  }

  await readContent(
    {
      open: (name, attributes) => {
        if (cell !== null) return displayed.open(name, attributes)
        if (name === 'table') {
          table += 1
        } else if (!isRead()) return
        else if (name === 'table-column') {
          const last = columns + repeats(attributes['number-columns-repeated']) - 1
          if (isHidden(attributes)) collector.hideColumns(columns, last)
          columns = last + 1
        } else if (name === 'table-row') {
          row = attributes
          column = 0
        } else if (name === 'covered-table-cell') column += repeats(attributes['number-columns-repeated'])
        else if (name === 'table-cell') {
          cell = attributes
          displayed.begin()
        }
      },
      text: (text) => {
        if (cell !== null) displayed.text(text)
      },
      close: (name) => {
        if (cell !== null && name === 'table-cell') {
          endCell(cell)
          cell = null
        } else if (cell !== null) displayed.close()
        else if (name === 'table-row' && row !== null) {
          const times = repeats(row['number-rows-repeated'])
          collector.endRow(line, isHidden(row), times)
          line += times
          row = null
        }
      },
    },
    onProgress,
  )
  return collector.result()
}

/** Lists the tables of a document. `readMeta` reads what the file says about itself. Throws `Refusal` when it is no spreadsheet. */
async function openDocument(
  readContent: ReadContent,
  readMeta: ReadContent = async () => undefined,
  opened?: string,
): Promise<Book> {
  const tables: { name: string; style: string }[] = []
  const hiddenStyles = new Set<string>()
  let [isSpreadsheet, style, depth] = [false, '', 0]
  let [generator, isGenerator] = ['', false]
  const handlers: XmlHandlers = {
    open: (name, attributes) => {
      isGenerator = name === 'generator'
      if (name === 'spreadsheet') isSpreadsheet = true
      else if (name === 'style') style = attributes['name'] ?? ''
      else if (name === 'table-properties' && attributes['display'] === 'false') hiddenStyles.add(style)
      else if (name === 'table' && depth++ === 0) {
        tables.push({ name: attributes['name'] ?? '', style: attributes['style-name'] ?? '' })
        if (tables.length > maxCells) throw new Refusal('too-many-cells')
      }
    },
    text: (piece) => {
      if (isGenerator) generator += piece
    },
    close: (name) => {
      isGenerator = false
      if (name === 'table') depth -= 1
    },
  }
  await readMeta(handlers)
  await readContent(handlers)
  if (!isSpreadsheet) throw new Refusal('not-spreadsheet')
  return {
    opened,
    sheets: tables.map(({ name, style }, index) => ({
      name,
      isHidden: hiddenStyles.has(style),
      read: (options, onProgress) => readRows({ readContent, generator }, index, options, onProgress),
    })),
  }
}

/** Opens an .ods file. Throws `Refusal`. */
export async function openOds(parts: Parts): Promise<Book> {
  let [isEncrypted, item, opened] = [false, '', '']
  await parts.read('META-INF/manifest.xml', {
    open: (name) => {
      if (name === 'encryption-data') isEncrypted = true
    },
  })
  if (isEncrypted) throw new Refusal('encrypted')
  await parts.read('settings.xml', {
    open: (name, attributes) => {
      if (name === 'config-item') item = attributes['name'] ?? ''
    },
    text: (text) => {
      if (item === 'ActiveTable') opened += text
    },
    close: () => {
      item = ''
    },
  })
  return openDocument(
    (handlers, onProgress) => parts.read('content.xml', handlers, onProgress),
    (handlers) => parts.read('meta.xml', handlers),
    opened,
  )
}

/** Opens an .fods file. Throws `Refusal`. */
export const openFods = (bytes: Uint8Array): Promise<Book> =>
  openDocument((handlers, onProgress) => readXml(bytes, handlers, onProgress))
