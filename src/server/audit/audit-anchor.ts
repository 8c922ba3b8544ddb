import * as z from 'zod'
import type { Log } from '../platform/log.ts'
import type { Audit } from './audit-store.ts'

const hourMs = 3_600_000

/** A chain's entry at some time, recorded outside of the store or by another chain. */
export interface Anchor {
  chain: string
  seq: number
  hash: string
  /** All columns, when an audit file holds the whole entry. */
  entry?: Readonly<Record<string, unknown>>
}

const anchorLine = /audit anchor ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64})/g

/** Returns the anchor's text for the log. `anchorsIn` parses it. */
export const anchorText = ({ chain, seq, hash }: Anchor): string => `audit anchor ${chain} ${seq} ${hash}`

/** An entry in the audit file, which serves as an anchor too. */
const loggedEntry = z.looseObject({ chain: z.string(), seq: z.number(), hash: z.string() })

function entryIn(line: string): Anchor[] {
  if (!line.startsWith('{') || !line.includes('"chain"')) return []
  try {
    const entry = loggedEntry.parse(JSON.parse(line))
    const { chain, seq, hash } = entry
    return [{ chain, seq, hash, entry }]
  } catch {
    // The line was cut off when its writer was killed, or belongs to another log.
    return []
  }
}

const anchorsOfLine = (line: string): Anchor[] =>
  [...line.matchAll(anchorLine)].map(([, chain = '', seq, hash = '']) => ({ chain, seq: Number(seq), hash }))

/**
 * Returns every anchor in a log, and every entry of an audit file. Texts in an entry may look like anchors, so entries
 * are read first.
 */
export const anchorsIn = (log: string): Anchor[] =>
  log.split('\n').flatMap((line) => {
    const entry = entryIn(line)
    return entry.length > 0 ? entry : anchorsOfLine(line)
  })

/** Returns the numbers of the lines that name an anchor but hold no valid one: changed, or cut off. */
export const damagedAnchorsIn = (log: string): number[] =>
  log
    .split('\n')
    .flatMap((line, index) =>
      line.includes('audit anchor') && anchorsIn(line).length === 0 ? [index + 1] : [],
    )

/** A chain in the store: its number of entries, and the ends of other chains that its first entry names. */
export interface StoredChain {
  entries: number
  named: readonly Anchor[]
}

/**
 * Returns the entries of the store's chains that are missing in an audit file. `holes` are `<chain> <first> to <last>`,
 * for entries that the file should hold:
 * - entries between two entries in the file;
 * - entries before the file's first one, in a chain that began after another entry in the file;
 * - entries after the file's last one, when another chain's beginning in the file names a later end.
 * `outside` counts the other entries before the file's first one of their chain, and the entries of chains that are not
 * in the file. Other files may hold them.
 */
export function gapsIn(
  anchors: readonly Anchor[],
  stored: ReadonlyMap<string, StoredChain>,
): { holes: string[]; outside: number } {
  const entries = anchors.filter(({ entry }) => entry !== undefined)
  if (entries.length === 0) return { holes: [], outside: 0 }
  const numbers = new Map<string, number[]>()
  for (const [chain, held] of Map.groupBy(entries, (anchor) => anchor.chain))
    numbers.set(
      chain,
      held.map(({ seq }) => seq).toSorted((a, b) => a - b),
    )
  const isHeldUpTo = ({ chain, seq }: Anchor) => (numbers.get(chain)?.[0] ?? Infinity) <= seq
  const named = [...numbers.keys()].flatMap((chain) => stored.get(chain)?.named ?? [])
  const holes: string[] = []
  let outside = 0
  for (const [chain, { entries: count }] of stored) if (!numbers.has(chain)) outside += count
  for (const [chain, held] of numbers) {
    const [first = 1] = held
    const beganLater = stored.get(chain)?.named.some(isHeldUpTo) === true
    if (!beganLater) outside += first - 1
    const end = named.reduce((latest, at) => (at.chain === chain ? Math.max(latest, at.seq) : latest), 0)
    const bounds = [beganLater ? 0 : first, ...held, Math.max(end, held.at(-1) ?? 0) + 1]
    for (const [index, seq] of bounds.entries()) {
      const before = bounds[index - 1] ?? seq
      if (seq > before + 1) holes.push(`${chain} ${before + 1} to ${seq - 1}`)
    }
  }
  return { holes, outside }
}

/**
 * Writes the end of this process's chain to the log, every hour and when stopped, if it has grown: an owner of the store
 * can't rewrite copies kept elsewhere. Returns a function that stops it.
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
