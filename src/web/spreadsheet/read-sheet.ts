import { decode } from './encoding.ts'
import { guessEncoding } from './guess-encoding.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import type { OnProgress, ReadOptions, Sheet, SheetError } from './sheet.ts'

const zip = [0x50, 0x4b, 0x03, 0x04]
/** An .xls file, or an .xlsx file with a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]
/** PDF, PNG, JPEG, GIF, RTF, gzip, 7-Zip, RAR. */
const foreign = ['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', '{\\rtf', '\x1f\x8b', "7z\xbc\xaf'\x1c", 'Rar!']
/** Web pages with the extension .xls. */
const markup = /^\s*(?:<!doctype|<html|<table|<\?xml)/i
/** An .fods file: an OpenDocument spreadsheet in one file of XML. */
const flatDocument = /<office:document[^>]*mimetype="application\/vnd\.oasis\.opendocument\.spreadsheet/
const sampled = 16_384

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
const begins = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, index) => bytes[index] === byte)

/** The name of the part of a compound file that contains an encrypted workbook. */
const encryptedPart = Array.from('EncryptedPackage', (letter) => letter.charCodeAt(0))
function isEncrypted(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at !== -1; at = bytes.indexOf(0x45, at + 1))
    if (encryptedPart.every((code, index) => bytes[at + index * 2] === code)) return true
  return false
}

/** Reads a sheet from a text file's bytes. */
export function readTextFile(
  bytes: Uint8Array,
  { encoding, ...options }: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Sheet | SheetError {
  const guess = encoding === undefined ? guessEncoding(bytes, options.columnNames) : { encoding, choices: [] }
  const text = decode(bytes, guess.encoding)
  // Text contains no zeros. In an encoding that the user chose, a zero means a wrong choice, which they can still correct.
  if (encoding === undefined && text.includes('\0')) return 'not-spreadsheet'
  const sheet = readText(text, options, onProgress)
  return typeof sheet === 'string'
    ? sheet
    : { ...sheet, encoding: guess.encoding, encodingChoices: guess.choices }
}

/** Reads a sheet from a file's bytes or pasted text. Detects the type by content, since a file name may be wrong. */
export async function readSheet(
  source: Uint8Array | string,
  options: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Promise<Sheet | SheetError> {
  if (typeof source === 'string') return readText(source, options, onProgress)
  if (begins(source, zip)) return readWorkbook(source, options, onProgress)
  if (begins(source, compoundFile)) return isEncrypted(source) ? 'encrypted' : 'old-workbook'
  const start = latin1(source.subarray(0, sampled))
  if (flatDocument.test(start)) return readWorkbook(source, options, onProgress)
  if (foreign.some((magic) => start.startsWith(magic)) || markup.test(start.replace(/^\xef\xbb\xbf/, '')))
    return 'not-spreadsheet'
  return readTextFile(source, options, onProgress)
}
