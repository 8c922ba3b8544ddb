import { configure, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'

configure({ useWebWorkers: false })

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The number formats by their index in the styles below. */
const formats = {
  plain: 0,
  date: 1,
  zeros: 2,
  dateTime: 3,
  chineseDate: 4,
  duration: 5,
  money: 6,
} as const
const styles = `<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="[Red]&quot;day&quot;#,##0.00_);[$¥-804]General"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`

/**
 * A string is a text cell, a number is a number cell; `raw` is a number as the file spells it, `xml` the inner XML of
 * the cell.
 */
export type TestCell =
  | string
  | number
  | { raw: string; format?: keyof typeof formats }
  | { xml: string; type?: string }
export interface TestSheet {
  name: string
  /** Rows of cells, or the XML of the rows. */
  rows: readonly (readonly TestCell[])[] | string
  state?: 'hidden' | 'veryHidden'
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letter = (column: number) => String.fromCodePoint(65 + column)

export type Part = string | Uint8Array | (() => ReadableStream<Uint8Array>)

/** Returns the bytes of a zip file with these parts, encrypted when a password is given. */
export async function zipOf(
  parts: Readonly<Record<string, Part>>,
  password?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    zip64: false,
    extendedTimestamp: false,
    ...(password === undefined ? {} : { password }),
  })
  for (const [path, part] of Object.entries(parts)) {
    const content = typeof part === 'string' ? new TextEncoder().encode(part) : part
    await zip.add(
      path,
      typeof content === 'function'
        ? content()
        : new ReadableStream({
            start(controller) {
              if (content.length > 0) controller.enqueue(content)
              controller.close()
            },
          }),
      // To start compressing takes longer than most tests.
      typeof content !== 'function' && content.length < 100 ? { level: 0 } : {},
    )
  }
  return zip.close()
}

/** Returns the parts of a workbook as Excel writes them: shared texts, formats by style. `changed` replaces or adds parts. */
export function partsOf(
  sheets: readonly TestSheet[],
  {
    date1904 = false,
    activeTab,
    changed = {},
  }: { date1904?: boolean; activeTab?: number; changed?: Record<string, Part> } = {},
): Record<string, Part> {
  const texts: string[] = []
  const cellXml = (cell: TestCell, at: string) => {
    if (typeof cell === 'string') {
      if (cell === '') return ''
      texts.push(cell)
      return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`
    }
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if ('raw' in cell) return `<c r="${at}" s="${formats[cell.format ?? 'plain']}"><v>${cell.raw}</v></c>`
    return `<c r="${at}"${cell.type === undefined ? '' : ` t="${cell.type}"`}>${cell.xml}</c>`
  }
  const rowsXml = ({ rows }: TestSheet) =>
    typeof rows === 'string'
      ? rows
      : rows
          .map((cells, row) => {
            const inside = cells.map((cell, column) => cellXml(cell, `${letter(column)}${row + 1}`))
            return `<row r="${row + 1}">${inside.join('')}</row>`
          })
          .join('')
  const parts: Record<string, Part> = {
    '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/>${activeTab === undefined ? '' : `<bookViews><workbookView activeTab="${activeTab}"/></bookViews>`}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 7}" r:id="rId${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId90" Type="${office}/styles" Target="/xl/styles.xml"/><Relationship Id="rId91" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rowsXml(sheet)}</sheetData></worksheet>`,
      ]),
    ),
  }
  parts['xl/sharedStrings.xml'] =
    `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`
  return { ...parts, ...changed }
}

/** Returns the bytes of an .xlsx file. */
export const workbook = (...[sheets, options]: Parameters<typeof partsOf>) => zipOf(partsOf(sheets, options))

/** Returns an .xlsx file as a user would choose it. */
export const workbookFile = async (name: string, ...sheets: TestSheet[]) =>
  new File([await workbook(sheets)], name)
