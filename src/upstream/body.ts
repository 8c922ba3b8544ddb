import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decoders: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** The body is damaged, or compressed in an unknown way. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

/**
 * Unpacks a body by its `content-encoding`, which gateways set although it was not asked for.
 * @param most bytes of the unpacked body; throws a `RangeError` for more
 */
export async function unpacked(body: Buffer, encoding: string, most: number): Promise<Buffer> {
  let left = body
  for (const each of encoding
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .toReversed()) {
    if (each === '' || each === 'identity') continue
    const decode = decoders[each]
    if (decode === undefined) throw new UnreadableBody()
    left = await decode(left, { maxOutputLength: most }).catch((error: unknown) => {
      if (error instanceof RangeError) throw error
      throw new UnreadableBody()
    })
  }
  return left
}

const charset = /charset\s*=\s*"?([\w-]+)/i
const [utf8, utf16be, utf16le] = [
  [0xef, 0xbb, 0xbf],
  [0xfe, 0xff],
  [0xff, 0xfe],
]
const startsWith = (body: Buffer, bytes: readonly number[] = []): boolean =>
  bytes.every((byte, i) => body[i] === byte)

/** Returns the charset of a body: its byte order mark's, or that of the content type, or UTF-8. */
const charsetOf = (body: Buffer, contentType: string): string =>
  startsWith(body, utf8)
    ? 'utf-8'
    : startsWith(body, utf16be)
      ? 'utf-16be'
      : startsWith(body, utf16le)
        ? 'utf-16le'
        : (charset.exec(contentType)?.[1] ?? 'utf-8')

/** A number outside of a text that may be beyond 2^53. */
const longNumber = /[[:,]\s*-?\d{16}/
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/**
 * Parses a body as JSON. Returns an integer beyond 2^53 as its text, because services also send ids as numbers. Returns
 * undefined for anything but an object or a list.
 */
export function readJson(body: Buffer, contentType = ''): unknown {
  try {
    const text = new TextDecoder(charsetOf(body, contentType), { fatal: true }).decode(body)
    if (!/^\s*[[{]/.test(text)) return undefined
    if (!longNumber.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      isInexact(value) ? context?.source : value,
    )
  } catch {
    return undefined
  }
}
