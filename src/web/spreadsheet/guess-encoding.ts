import { analyse } from 'chardet'
import { decode, encodings, unicode, unicodeOf, type Encoding } from './encoding.ts'
import { plainHeader } from './headers.ts'
import type { EncodingChoice } from './sheet.ts'

/** Bytes to look at, cells to compare and texts to show of a file in an older encoding. */
const most = { bytes: 64 * 1024, cells: 300, samples: 3 }
/** ASCII that no older encoding uses within a character, unlike `|` and `~`. */
const lineEnds: readonly number[] = [0x0a, 0x0d]
const separators: readonly number[] = [...lineEnds, ...Array.from(',;\t"', (each) => each.charCodeAt(0))]

/** Returns the cells with a byte beyond ASCII: those of the first line last, because a header repeats on every sheet. */
function foreignCells(bytes: Uint8Array): Uint8Array[] {
  const [header, cells]: [Uint8Array[], Uint8Array[]] = [[], []]
  let [from, isFirstLine, size] = [0, true, 0]
  for (let at = 0; at <= bytes.length && size < most.bytes; at++) {
    const byte = bytes[at] ?? 0x0a
    if (!separators.includes(byte)) continue
    const cell = bytes.subarray(from, at)
    from = at + 1
    if (cell.some((each) => each > 0x7f)) {
      ;(isFirstLine ? header : cells).push(cell)
      size += cell.length
    }
    if (lineEnds.includes(byte)) isFirstLine = false
  }
  return [...cells, ...header]
}

/** Matches what no sheet contains: invalid bytes, control characters, and characters for private use. */
const impossible = /[\uFFFD\u0080-\u009F\uE000-\uF8FF]/
/** Matches a part of a cell with letters beyond ASCII, since other delimiters may stand within it. */
const foreign = /[^|~]*[\u0080-\uFFFF][^|~]*/g
const foreignText = (text: string) => (text.match(foreign) ?? []).map((part) => part.trim()).join(' ')

const noSamples = (): string[] => []

/** Returns the encodings by the texts that they would give: up to three texts, those that tell most of them apart. */
function choicesOf(texts: ReadonlyMap<Encoding, readonly string[]>): EncodingChoice[] {
  const choices = [...texts].map(([encoding, cells]) => ({ encoding, cells, samples: noSamples() }))
  const count = Math.min(most.cells, choices[0]?.cells.length ?? 0)
  const indexes = new Set(Array.from({ length: count }, (_, index) => index))
  const keyOf = ({ samples }: EncodingChoice, cell = '') => [...samples, cell].join('\n')
  while (indexes.size > 0 && (choices[0]?.samples.length ?? most.samples) < most.samples) {
    let [best, most] = [0, 0]
    for (const index of indexes) {
      const groups = new Set(choices.map((each) => keyOf(each, each.cells[index]))).size
      if (groups > most) [best, most] = [index, groups]
    }
    indexes.delete(best)
    for (const { samples, cells } of choices) samples.push(cells[best] ?? '')
  }
  const keys = choices.map((each) => keyOf(each))
  return choices
    .filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
    .map(({ encoding, samples }) => ({ encoding, samples: samples.map(foreignText) }))
}

/** The detector's names of encodings that it knows by the smaller set of letters; it does not know Mac Roman. */
const detected: Partial<Record<Encoding, string>> = {
  'windows-1252': 'iso-8859-1',
  'windows-1250': 'iso-8859-2',
  'windows-1254': 'iso-8859-9',
}

/**
 * Guesses a file's encoding. Unicode is certain, and so is an older encoding when it is the only one in which the file has a known
 * column name with letters beyond ASCII, such as 分机号. Otherwise the user chooses, by what the file's texts would be: the same few
 * letters are valid in several encodings.
 */
export function guessEncoding(
  bytes: Uint8Array,
  columnNames: ReadonlySet<string> = new Set(),
): { encoding: Encoding; choices: readonly EncodingChoice[] } {
  const certain = unicodeOf(bytes)
  if (certain !== null) return { encoding: certain, choices: [] }
  const cells = foreignCells(bytes)
  const older = encodings.filter((encoding) => !unicode.includes(encoding))
  const texts = new Map(
    older
      .map((encoding) => [encoding, cells.map((cell) => decode(cell, encoding))] as const)
      .filter(([, decoded]) => !decoded.some((text) => impossible.test(text))),
  )
  const named = older.filter((encoding) =>
    texts.get(encoding)?.some((text) => columnNames.has(plainHeader(text))),
  )
  if (named.length === 1 && named[0] !== undefined) return { encoding: named[0], choices: [] }
  const ranked = analyse(Uint8Array.from(cells.flatMap((cell) => [...cell, 0x20]))).map(({ name }) =>
    name.toLowerCase(),
  )
  const rankOf = (encoding: Encoding) => {
    const rank = ranked.findIndex((name) => name === encoding || name === detected[encoding])
    return rank === -1 ? ranked.length : rank
  }
  const choices = choicesOf(new Map([...texts].toSorted(([a], [b]) => rankOf(a) - rankOf(b))))
  return { encoding: choices[0]?.encoding ?? 'gb18030', choices: choices.length < 2 ? [] : choices }
}
