import * as z from 'zod'
import type { Log } from '../platform/log.ts'
import type { Audit } from './audit-store.ts'

const hourMs = 3_600_000

/** An entry of a chain as it was at some time, recorded outside of the store or by another chain. */
export interface Anchor {
  chain: string
  seq: number
  hash: string
  /** All columns, where an audit file holds the whole entry. */
  entry?: Readonly<Record<string, unknown>>
}

const anchorLine = /audit anchor ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64})/g

/** The anchor in the log stream; `anchorsIn` reads it back. */
export const anchorText = ({ chain, seq, hash }: Anchor): string => `audit anchor ${chain} ${seq} ${hash}`

/** An entry as the audit file holds it: an anchor, too. */
const loggedEntry = z.looseObject({ chain: z.string(), seq: z.number(), hash: z.string() })

function entryIn(line: string): Anchor[] {
  if (!line.startsWith('{') || !line.includes('"chain"')) return []
  try {
    const entry = loggedEntry.parse(JSON.parse(line))
    const { chain, seq, hash } = entry
    return [{ chain, seq, hash, entry }]
  } catch {
    // Cut off when its writer was killed, or another log's line.
    return []
  }
}

const anchorsOfLine = (line: string): Anchor[] =>
  [...line.matchAll(anchorLine)].map(([, chain = '', seq, hash = '']) => ({ chain, seq: Number(seq), hash }))

/** Every anchor that the lines of a log hold, and every entry of an audit file, whose texts may look like anchors. */
export const anchorsIn = (log: string): Anchor[] =>
  log.split('\n').flatMap((line) => {
    const entry = entryIn(line)
    return entry.length > 0 ? entry : anchorsOfLine(line)
  })

/** Numbers of the lines that name an anchor without being one: changed, or cut off. */
export const damagedAnchorsIn = (log: string): number[] =>
  log
    .split('\n')
    .flatMap((line, index) =>
      line.includes('audit anchor') && anchorsIn(line).length === 0 ? [index + 1] : [],
    )

/** `<chain> <first> to <last>` for entries that an audit file leaves out between two that it holds. */
export function holesIn(anchors: readonly Anchor[]): string[] {
  const entries = anchors.filter(({ entry }) => entry !== undefined)
  const holes: string[] = []
  for (const [chain, held] of Map.groupBy(entries, (anchor) => anchor.chain)) {
    const numbers = held.map(({ seq }) => seq).toSorted((a, b) => a - b)
    for (const [index, seq] of numbers.entries()) {
      const before = numbers[index - 1] ?? seq
      if (seq > before + 1) holes.push(`${chain} ${before + 1} to ${seq - 1}`)
    }
  }
  return holes
}

/**
 * Writes the end of this process's chain to the log stream, every hour and when stopped, if it has grown: an owner of the
 * store cannot rewrite what is kept elsewhere. Returns what stops it.
 */
export function anchorAudit(
  audit: Pick<Audit, 'head'>,
  log: Pick<Log, 'event'>,
  everyMs = hourMs,
): () => void {
  let written = ''
  const write = () => {
    const head = audit.head()
    const text = head === null ? written : anchorText(head)
    if (text !== written) log.event(text)
    written = text
  }
  const timer = setInterval(write, everyMs).unref()
  return () => {
    clearInterval(timer)
    write()
  }
}
