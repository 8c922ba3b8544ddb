/** The encodings that spreadsheet programs write, as labels for `TextDecoder`. GB18030 reads GBK and GB2312 as well. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const
export type Encoding = (typeof encodings)[number]

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Number of bytes to search for the zeros of UTF-16. */
const sampled = 4096

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // A zero means UTF-16: plain digits in UTF-16 are valid UTF-8 as well, with a zero beside each digit.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** Digits, commas and line ends are one byte and a zero in UTF-16: the zero is second in little endian, first in big endian. */
function utf16ByZeros(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, sampled)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  // A file in any other encoding has no zeros. The limit of one in twenty also accepts a sheet that is mostly Chinese.
  if ((first + second) * 20 < sample.length) return undefined
  return second > first ? 'utf-16le' : 'utf-16be'
}

/** Guesses a file's encoding: by its byte order mark, else UTF-8 if the bytes are valid, else UTF-16 by its zeros, else GB18030. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return marked[0]
  return isUtf8(bytes) ? 'utf-8' : (utf16ByZeros(bytes) ?? 'gb18030')
}

/** Returns the text without its byte order mark; invalid bytes become U+FFFD. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

/** Decodes a file's bytes in their guessed encoding. */
export const textOf = (bytes: Uint8Array): string => decode(bytes, guessEncoding(bytes))
