import type { CellIssue } from './sheet.ts'

/** A cell's text, and the issue with it if there is one. */
export interface CellValue {
  text: string
  issue?: CellIssue | undefined
}

/** A cell's number format, as far as it changes the text. */
export type CellFormat = 'plain' | 'date' | { digits: number }

/** True for the built-in format numbers of dates and times, including the Chinese and Japanese formats. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Matches a format's literals: quoted or escaped text, padding, and brackets with a color or language. `[h]`, `[m]`, `[s]` are time. */
const literals = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

/** Returns the format for a format number and, for the workbook's own formats, a code. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return isBuiltInDate(id) ? 'date' : 'plain'
  const [first = ''] = code.replaceAll(literals, '').split(';')
  // An author uses `0000` to keep a number's leading zeros.
  if (/^0+$/.test(first)) return { digits: first.length }
  return /^general$/i.test(first) || !/[ymdhs]/i.test(first.replaceAll(/e[+-]/gi, '')) ? 'plain' : 'date'
}

/** Digits that spreadsheet programs keep of a number; they silently replace the rest with zeros. */
const keptDigits = 15
const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Writes a number exactly as the file has it, in digits without an exponent. */
function plainNumber(raw: string): CellValue {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = written.exec(raw.trim()) ?? []
  if (whole + fraction === '') return { text: raw, issue: 'error' }
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const before =
    point <= 0
      ? '0'
      : digits
          .slice(0, point)
          .padEnd(point, '0')
          .replace(/^0+(?=\d)/, '')
  const after = (point < 0 ? digits.padStart(digits.length - point, '0') : digits.slice(point)).replace(
    /0+$/,
    '',
  )
  const text = `${sign === '-' && /[1-9]/.test(digits) ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`
  return before.length > keptDigits ? { text, issue: 'rounded' } : { text }
}

const dayMs = 86_400_000
/** Day 0 of each calendar. The 1900 calendar counts a 29 February that never existed, so earlier days are one day later. */
const day0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const lastDay = 2_958_465

/** Converts a count of days to the date and time that the cell shows. */
function dateOf(raw: string, is1904: boolean): CellValue {
  const days = Number(raw)
  if (!Number.isFinite(days) || days < 0 || days > lastDay) return { text: raw, issue: 'date' }
  const counted = !is1904 && days < 60 ? days + 1 : days
  const seconds = Math.round((counted * dayMs) / 1000)
  const iso = new Date((is1904 ? day0[1904] : day0[1900]) + seconds * 1000).toISOString()
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)]
  const text = days < 1 ? time : time === '00:00:00' ? date : `${date} ${time}`
  return { text, issue: 'date' }
}

/** Returns the text of a number cell. */
export function numberText(raw: string, format: CellFormat, is1904: boolean): CellValue {
  if (format === 'date') return dateOf(raw, is1904)
  const number = plainNumber(raw)
  return format !== 'plain' && /^\d+$/.test(number.text)
    ? { ...number, text: number.text.padStart(format.digits, '0') }
    : number
}

/** Decodes the format's escapes for characters that XML cannot contain: `_x000D_` is a carriage return. */
export const unescaped = (text: string): string =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
