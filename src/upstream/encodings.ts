/** A place in a text: from `start` up to `end`. */
export type Range = readonly [start: number, end: number]

/** What a text holds in another encoding, and where in the text each part of it comes from. */
export interface Decoding {
  text: string
  rangeOf: (part: Range) => Range
}

/** `%XX` of a URL, and the escapes of a JSON text. */
const escape = /(?:%[0-9a-f]{2})+|\\(?:u[0-9a-f]{4}|[^u])/gi

function meaningOf(escaped: string): string {
  if (escaped.startsWith('%')) return Buffer.from(escaped.replaceAll('%', ''), 'hex').toString()
  return escaped.startsWith('\\u')
    ? String.fromCharCode(Number.parseInt(escaped.slice(2), 16))
    : escaped.slice(1)
}

/** The text with its escapes resolved; none where it has no escapes. */
export function unescaped(text: string): Decoding[] {
  if (!text.includes('%') && !text.includes('\\')) return []
  const starts: number[] = []
  const ends: number[] = []
  let decoded = ''
  let place = 0
  const add = (piece: string, end: number): void => {
    decoded += piece
    for (let n = 0; n < piece.length; n++) {
      starts.push(place)
      ends.push(end)
    }
    place = end
  }
  const copyUntil = (end: number): void => {
    for (let at = place; at < end; at++) add(text.charAt(at), at + 1)
  }
  for (const { 0: escaped, index } of text.matchAll(escape)) {
    copyUntil(index)
    add(meaningOf(escaped), index + escaped.length)
  }
  copyUntil(text.length)
  return [{ text: decoded, rangeOf: ([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? text.length] }]
}

/** Eight bytes and more: in base64 of either alphabet, and printable ones in hex. */
const base64Run = /[\w+/-]{11,}/g
const anyHexRun = /(?:[2-7][0-9a-f]){8}/i
const hexRun = /(?:[2-7][0-9a-f]){8,}/gi
/** Ids and hashes look like base64 too, and are most of what a page holds. */
const isHex = /^[0-9a-f-]+$/i

/** What the text holds in another encoding: escapes resolved, base64 and hex decoded. */
export function decodingsOf(text: string): Decoding[] {
  const found = unescaped(text)
  const addRun = (run: string, start: number, encoding: 'base64' | 'hex'): void => {
    const range: Range = [start, start + run.length]
    // Where the encoded part begins within the run is not known.
    for (let offset = 0; offset < (encoding === 'hex' ? 1 : 4); offset++)
      found.push({ text: Buffer.from(run.slice(offset), encoding).toString(), rangeOf: () => range })
  }
  if (!isHex.test(text))
    for (const { 0: run, index } of text.matchAll(base64Run))
      if (!isHex.test(run)) addRun(run, index, 'base64')
  if (anyHexRun.test(text)) for (const { 0: run, index } of text.matchAll(hexRun)) addRun(run, index, 'hex')
  return found
}
