/** A part of a text, from `start` up to `end`. */
export type Range = readonly [start: number, end: number]

/** A decoded form of a text. `rangeOf` returns the original range of a decoded part. */
export interface Decoding {
  text: string
  rangeOf: (part: Range) => Range
}

/** A text may be encoded twice, such as base64 in a URL. */
export const maxEncodings = 2
/** Number of characters decoded for the cost of one comparison. */
export const decodedPerComparison = 10

/** The `%XX` escapes of a URL, and the escapes of a JSON text. */
const escape = /(?:%[0-9a-f]{2})+|\\(?:u[0-9a-f]{4}|[^u])/gi

function meaningOf(escaped: string): string {
  if (escaped.startsWith('%')) return Buffer.from(escaped.replaceAll('%', ''), 'hex').toString()
  if (escaped.startsWith('\\u')) return String.fromCharCode(Number.parseInt(escaped.slice(2), 16))
  // json.ts replaces line breaks in the same way.
  return /[nrt]/.test(escaped) ? ' ' : escaped.slice(1)
}

/** Browsers also read numeric entities, and entities with the oldest names, without the semicolon. */
const entity = /&(?:#0*\d{1,7};?|#x0*[0-9a-f]{1,6};?|[a-z]{2,16};|(?:amp|lt|gt|quot))/gi
const entityStart = /&(?:#|[a-z]+;|amp|lt|gt|quot)/i
/** Entities for the characters that passwords contain. */
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  num: '#',
  excl: '!',
  commat: '@',
  quest: '?',
  dollar: '$',
  percnt: '%',
  ast: '*',
  plus: '+',
  equals: '=',
  hat: '^',
  lowbar: '_',
  sol: '/',
  bsol: '\\',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  verbar: '|',
  vert: '|',
  verticalline: '|',
  underbar: '_',
  midast: '*',
  grave: '`',
  diacriticalgrave: '`',
  lbrace: '{',
  rbrace: '}',
  lbrack: '[',
  rbrack: ']',
}
const lastCodePoint = 0x10_ffff

function entityMeaning(text: string): string {
  const name = text.slice(1).replace(';', '').toLowerCase()
  if (!name.startsWith('#')) return namedEntities[name] ?? text
  const code = Number(name.slice(1).replace(/^x/, '0x'))
  return code <= lastCodePoint ? String.fromCodePoint(code) : text
}

const otherLetter = /[\u{80}-\u{10ffff}]/gu
const hasOtherLetter = /[\u0080-\uffff]/
/** Invisible characters, and the character that json.ts uses as a replacement. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffd]/gu

/** Returns the text in plain spelling: full-width letters as ordinary letters, without invisible characters. */
export const plain = (text: string): string =>
  hasOtherLetter.test(text) ? text.normalize('NFKC').replaceAll(unseen, '') : text

/** Returns the text with each match replaced by its meaning. */
function decodedBy(pattern: RegExp, meaning: (match: string) => string, text: string): Decoding {
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
  for (const { 0: match, index } of text.matchAll(pattern)) {
    copyUntil(index)
    add(meaning(match), index + match.length)
  }
  copyUntil(text.length)
  return { text: decoded, rangeOf: ([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? text.length] }
}

/** Returns the text in plain spelling, with its escapes resolved, and with its HTML entities resolved, as far as they apply. */
export function unescaped(text: string): Decoding[] {
  const found: Decoding[] = []
  if (plain(text) !== text) found.push(decodedBy(otherLetter, plain, text))
  if (text.includes('%') || text.includes('\\')) found.push(decodedBy(escape, meaningOf, text))
  if (text.includes('&') && entityStart.test(text)) found.push(decodedBy(entity, entityMeaning, text))
  return found
}

/** Runs of eight bytes or more: base64 in either alphabet, also in lines as in mail and certificates; and printable bytes in hex. */
const base64Run = /(?:[\w+/-]{40,}\s{1,2})+[\w+/-]+|[\w+/-]{11,}/g
const anyHexRun = /(?:[2-7][0-9a-f]){8}/i
const hexRun = /[0-9a-f]{16,}/gi
/** Runs of eight or more printable characters in UTF-8, each byte as one character; other bytes decoded from non-base64 text are noise. */
const printableRun =
  /(?:[\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}){8,}/g
/** Ids and hashes look like base64 too, and are most of a page's content. */
const isHex = /^[0-9a-f-]+$/i

/** Returns the texts encoded in a text: escapes resolved, base64 and hex decoded. */
export function decodingsOf(text: string): Decoding[] {
  const found = unescaped(text)
  const addRun = (run: string, start: number, encoding: 'base64' | 'hex'): void => {
    const whole: Range = [start, start + run.length]
    // The encoded part may begin at any offset within the run.
    for (let offset = 0; offset < (encoding === 'hex' ? 2 : 4); offset++) {
      const bytes = Buffer.from(run.slice(offset), encoding).toString('latin1')
      for (const { 0: printable, index } of bytes.matchAll(printableRun)) {
        const from = start + offset + 2 * index
        const range: Range = encoding === 'hex' ? [from, from + 2 * printable.length] : whole
        found.push({ text: Buffer.from(printable, 'latin1').toString(), rangeOf: () => range })
      }
    }
  }
  if (!isHex.test(text))
    for (const { 0: run, index } of text.matchAll(base64Run))
      if (!isHex.test(run)) addRun(run, index, 'base64')
  if (anyHexRun.test(text)) for (const { 0: run, index } of text.matchAll(hexRun)) addRun(run, index, 'hex')
  return found
}
