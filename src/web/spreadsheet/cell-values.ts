import { format, getFormatFromId, getFormatInfo } from 'numfmt'
import type { CellIssue } from './sheet.ts'

/** A cell's text, and the issue with it if there is one. */
export interface CellValue {
  text: string
  issue?: CellIssue | undefined
}

/** A cell's number format. */
export interface CellFormat {
  /** `null` for the format that shows a value as it is, or a date. */
  code: string | null
  isDate: boolean
  /** True when it shows fewer digits of a number, with an exponent. */
  isScientific: boolean
  /** True when it changes texts too. */
  changesText: boolean
}
export const general: CellFormat = { code: null, isDate: false, isScientific: false, changesText: false }

/** True for the built-in format numbers of dates and times, including the Chinese and Japanese formats. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const lastBuiltIn = 49

/** Returns a value as a format shows it; null when the format is invalid. */
function formatBy(code: string, value: number | string): string | null {
  try {
    return format(code, value)
  } catch {
    return null
  }
}

/** Returns the format for a format number and, for the workbook's own formats, a code. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined && isBuiltInDate(id)) return { ...general, isDate: true }
  const used = code ?? (id <= lastBuiltIn ? getFormatFromId(id) : 'General')
  if (/^general$/i.test(used)) return general
  const { isDate, type } = getFormatInfo(used)
  const text = 'x'
  return {
    code: used,
    isDate,
    isScientific: type === 'scientific',
    changesText: (formatBy(used, text) ?? text) !== text,
  }
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
  const shownDays = !is1904 && days < 60 ? days + 1 : days
  const seconds = Math.round((shownDays * dayMs) / 1000)
  const iso = new Date((is1904 ? day0[1904] : day0[1900]) + seconds * 1000).toISOString()
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)]
  const text = days < 1 ? time : time === '00:00:00' ? date : `${date} ${time}`
  return { text, issue: 'date' }
}

/** Returns the digits of a shown number without group separators and a fraction of zeros. */
const digitsIn = (displayed: string) =>
  displayed
    .replaceAll(/(?<=\d)[,\u00A0\u202F](?=\d{3})/g, '')
    .replace(/\.0+(?!\d)/, '')
    .replaceAll(/\D/g, '')

/** Returns a number's text when a program shows it so: its own digits when these are shown, with or without text around them. */
export function formattedNumber(raw: string, displayed: string): CellValue {
  const number = plainNumber(raw)
  if (number.issue !== undefined || digitsIn(displayed) === number.text) return number
  return { text: displayed.trim() }
}

/** Returns the text of a number cell. */
export function numberText(
  raw: string,
  { code, isDate, isScientific }: CellFormat,
  is1904: boolean,
): CellValue {
  if (isDate) return dateOf(raw, is1904)
  const number = plainNumber(raw)
  if (code === null || number.issue !== undefined) return number
  const displayed = formatBy(code, Number(raw))
  if (displayed === null || displayed.trim() === '') return { ...number, issue: 'format' }
  return isScientific ? { text: displayed.trim(), issue: 'rounded' } : formattedNumber(raw, displayed)
}

/** Returns the text of a text cell. */
export function formattedText(text: string, { code, changesText }: CellFormat): CellValue {
  if (code === null || !changesText || text === '') return { text }
  const displayed = formatBy(code, text) ?? ''
  return displayed === '' ? { text, issue: 'format' } : { text: displayed }
}

/** Returns a copy of a text that the XML parser cut out of a longer one, which it would otherwise keep in memory. */
export const copyOf = (text: string): string => ` ${text}`.slice(1)

/** Decodes the format's escapes for characters that XML cannot contain: `_x000D_` is a carriage return. */
export const unescapeXml = (text: string): string =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
