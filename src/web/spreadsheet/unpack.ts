import { SaxesParser } from 'saxes'
import { configure, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { OnProgress, SheetError } from './sheet.ts'

// The reader already runs in its own worker.
configure({ useWebWorkers: false })

/** Limits of a workbook. The directory is checked before unpacking, and the bytes are counted again while unpacking. */
const limits = {
  parts: 2_000,
  /** Bytes of all parts, including pictures, according to the directory. */
  declared: 256 * 1024 * 1024,
  /** Bytes of the parts that are read, counted while unpacking. */
  unpacked: 96 * 1024 * 1024,
  /** Levels of nested elements, and attributes of one element. */
  depth: 64,
  attributes: 256,
}

/** Bytes of XML to parse at a time. */
const pieceSize = 64 * 1024

/** Thrown to stop reading a workbook. */
export class Refusal extends Error {
  readonly why: SheetError
  constructor(why: SheetError) {
    super(why)
    this.why = why
  }
}

type Attributes = Readonly<Record<string, string>>
export interface XmlHandlers {
  /** Names have no namespace prefix. */
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const plainName = (name: string) => name.slice(name.indexOf(':') + 1)

function parserOf({ open, text, close }: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let [depth, count] = [0, 0]
  // Copying the parser's own attributes takes a third of the time of reading a sheet.
  let attributes: Record<string, string> = {}
  parser.on('doctype', () => {
    throw new Refusal('unsafe')
  })
  parser.on('opentagstart', () => {
    count = 0
    attributes = {}
    if (++depth > limits.depth) throw new Refusal('damaged')
  })
  parser.on('attribute', ({ name, value }) => {
    if (++count > limits.attributes) throw new Refusal('damaged')
    attributes[plainName(name)] = value
  })
  parser.on('opentag', ({ name }) => open?.(plainName(name), attributes))
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(plainName(name))
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return {
    write: (piece: Uint8Array) => parser.write(decoder.decode(piece, { stream: true })),
    end: () => parser.write(decoder.decode()).close(),
  }
}

/** Parses a file that is XML and no zip. Throws `Refusal`. */
export async function readXml(
  bytes: Uint8Array,
  handlers: XmlHandlers,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const { write, end } = parserOf(handlers)
  for (let at = 0; at < bytes.length; at += pieceSize) {
    write(bytes.subarray(at, at + pieceSize))
    onProgress(Math.min(1, (at + pieceSize) / bytes.length))
  }
  end()
}

/** Returns the directory of a zip file. Throws `Refusal`. */
async function entriesOf(bytes: Uint8Array): Promise<ReadonlyMap<string, FileEntry>> {
  const entries = new Map<string, FileEntry>()
  let declared = 0
  for await (const entry of new ZipReader(new Uint8ArrayReader(bytes)).getEntriesGenerator()) {
    if (entry.directory) continue
    if (entry.encrypted) throw new Refusal('encrypted')
    // Programs disagree about which of two parts with the same name counts.
    if (entries.has(entry.filename)) throw new Refusal('damaged')
    declared += entry.uncompressedSize
    entries.set(entry.filename, entry)
    if (entries.size > limits.parts || declared > limits.declared) throw new Refusal('unpacks-too-large')
  }
  return entries
}

/** Opens a workbook to read its parts one at a time as XML. Every method throws `Refusal`. */
export async function openParts(bytes: Uint8Array) {
  const entries = await entriesOf(bytes)
  let unpacked = 0

  /** Parses a part while unpacking it, so that memory never holds the whole part. Does nothing when no part has this path. */
  async function read(path: string, handlers: XmlHandlers, onProgress: OnProgress = () => undefined) {
    const entry = entries.get(path)
    if (entry === undefined) return
    if (unpacked + entry.uncompressedSize > limits.unpacked) throw new Refusal('unpacks-too-large')
    const parser = parserOf(handlers)
    let read = 0
    let failure: unknown = null
    const write = (piece: Uint8Array) => {
      read += piece.length
      unpacked += piece.length
      if (unpacked > limits.unpacked) throw new Refusal('unpacks-too-large')
      parser.write(piece)
      onProgress(Math.min(1, read / Math.max(1, entry.uncompressedSize)))
    }
    const output = new WritableStream<Uint8Array>({
      write(piece) {
        try {
          write(piece)
        } catch (error) {
          failure ??= error
          throw error
        }
      },
    })
    try {
      await entry.getData(output)
    } catch (error) {
      // The library may report a closed output instead of the original error.
      throw failure ?? error
    }
    parser.end()
  }
  return { has: (path: string) => entries.has(path), read }
}
export type Parts = Awaited<ReturnType<typeof openParts>>
