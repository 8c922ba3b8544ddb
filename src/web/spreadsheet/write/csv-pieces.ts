/** Bytes to read at a time. */
const pieceSize = 1024 * 1024

/** Yields the end of each complete record of a CSV text; a line break within quotes belongs to its cell (RFC 4180, section 2). */
export function* recordEnds(text: string): Generator<number> {
  let isQuoted = false
  for (const { 0: mark, index } of text.matchAll(/["\n]/g))
    if (mark === '"') isQuoted = !isQuoted
    else if (!isQuoted) yield index + 1
}

/** Yields a CSV file in pieces of whole records. */
export async function* piecesOf(csv: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < csv.size; at += pieceSize) {
    const text = rest + decoder.decode(await csv.slice(at, at + pieceSize).arrayBuffer(), { stream: true })
    let end = 0
    for (const each of recordEnds(text)) end = each
    yield text.slice(0, end)
    rest = text.slice(end)
  }
  yield rest + decoder.decode()
}
