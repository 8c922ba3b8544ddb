import { decode } from './encoding.ts'
import { guessEncoding } from './guess-encoding.ts'
import { readText } from './read-text.ts'
import type { OnProgress, ReadOptions, Sheet, SheetError } from './sheet.ts'

/** Reads a sheet from a text file's bytes. */
export function readTextFile(
  bytes: Uint8Array,
  { encoding, ...options }: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Sheet | SheetError {
  const guess = encoding === undefined ? guessEncoding(bytes, options.known) : { encoding, choices: [] }
  const text = decode(bytes, guess.encoding)
  // Text contains no zeros. In an encoding that the user chose, a zero means a wrong choice, which they can still correct.
  if (encoding === undefined && text.includes('\0')) return 'not-spreadsheet'
  const sheet = readText(text, options, onProgress)
  return typeof sheet === 'string'
    ? sheet
    : { ...sheet, encoding: guess.encoding, encodingChoices: guess.choices }
}
