/** What spreadsheet programs write, by the names that TextDecoder takes. GB18030 reads GBK and GB2312 as well. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const
export type Encoding = (typeof encodings)[number]

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Bytes that are looked at for the zeros of UTF-16. */
const sampled = 4096

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // A text without a zero in it: UTF-16 of plain digits is UTF-8 as well, with a zero beside each.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** Digits, commas and line ends are one byte and a zero in UTF-16: the zero is second in little endian, first in big. */
function utf16ByZeros(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, sampled)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  // A file in any other encoding has no zeros at all; one in twenty leaves room for a sheet that is mostly Chinese.
  if ((first + second) * 20 < sample.length) return undefined
  return second > first ? 'utf-16le' : 'utf-16be'
}

/** The encoding of a file's bytes: by its byte order mark, else UTF-8 if it is that strictly, else UTF-16 by its zeros, else GB18030. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return marked[0]
  return isUtf8(bytes) ? 'utf-8' : (utf16ByZeros(bytes) ?? 'gb18030')
}

/** The text without its byte order mark; what the encoding does not know becomes U+FFFD. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

/** What a file's bytes say, in any of the encodings. */
export const textOf = (bytes: Uint8Array): string => decode(bytes, guessEncoding(bytes))
