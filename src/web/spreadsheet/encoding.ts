/**
 * The encodings that spreadsheet programs write, as labels for `TextDecoder`. GB18030 reads GBK and GB2312 as well, Windows-1252
 * reads Latin-1.
 */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'macintosh',
] as const
export type Encoding = (typeof encodings)[number]

export const unicode: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be']
const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Number of bytes to search for the zeros of UTF-16. */
const sampled = 4096

/** Returns the text without its byte order mark; invalid bytes become U+FFFD. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // A zero means UTF-16: plain digits in UTF-16 are valid UTF-8 as well, with a zero beside each digit.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** Digits, commas and line ends are one byte and a zero in UTF-16: the zero is second in little endian, first in big endian. */
function utf16ByZeros(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, sampled)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  // A file in any other encoding has no zeros. The limit of one in twenty also accepts a sheet that is mostly Chinese.
  if ((first + second) * 20 < sample.length) return null
  return second > first ? 'utf-16le' : 'utf-16be'
}

/** Returns a Unicode encoding by the file's byte order mark, UTF-8 if all bytes are valid, or UTF-16 by its zeros; else null. */
export function unicodeOf(bytes: Uint8Array): Encoding | null {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return marked[0]
  return isUtf8(bytes) ? 'utf-8' : utf16ByZeros(bytes)
}
