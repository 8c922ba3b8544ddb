import * as z from 'zod'
import type { Transaction } from 'kysely'
import { hasItsHash, isMacOfHead } from './audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'

/** Where a chain stood at some time, as told outside of the store or by another chain. */
export interface Anchor {
  chain: string
  seq: number
  hash: string
  /** All columns, where an audit log holds the whole entry. */
  entry?: Readonly<Record<string, unknown>>
}

const rowsAtOnce = 1_000
const namedHeads = z.array(z.tuple([z.string(), z.number(), z.string()]))
const anchorLine = /audit anchor ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64})/g

/** The anchor as it stands in the log stream; `anchorsIn` reads it back. */
export const anchorText = ({ chain, seq, hash }: Anchor): string => `audit anchor ${chain} ${seq} ${hash}`

/** An entry as the audit's own log holds it: an anchor, too. */
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

/** Every anchor that the lines of a log hold, and every entry of an audit log, whose texts may look like anchors. */
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

function headsNamedBy(result: string | null): Anchor[] {
  try {
    const named = namedHeads.parse(JSON.parse(result ?? '[]'))
    return named.map(([chain, seq, hash]) => ({ chain, seq, hash }))
  } catch {
    return []
  }
}

interface Crawl {
  entries: number
  /** The last entry found. */
  end: { seq: number; hash: string }
  named: Anchor[]
  faults: string[]
  /** Entries that have their hash. */
  intact: number
  changed: string[]
}

/** Follows one chain from its first entry to the last there is. */
async function crawl(store: Transaction<Tables>, seal: Seal, chain: string): Promise<Crawl> {
  const end = { seq: 0, hash: '' }
  const crawled: Crawl = { entries: 0, end, named: [], faults: [], intact: 0, changed: [] }
  for (;;) {
    const rows = await store
      .selectFrom('audit')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', crawled.end.seq)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const { seq, hash } = crawled.end
      const place = `${chain} ${row.seq ?? 0}`
      crawled.entries++
      if (row.seq !== seq + 1) crawled.faults.push(`${place}: entries before it are missing`)
      if (row.prev_hash !== hash) crawled.faults.push(`${place}: does not follow the entry before it`)
      if (!hasItsHash(seal, row)) crawled.changed.push(`${place}: was changed`)
      else {
        crawled.intact++
        if (row.action === 'audit.begin') crawled.named.push(...headsNamedBy(row.result))
      }
      crawled.end = { seq: row.seq ?? 0, hash: row.hash ?? '' }
    }
    if (rows.length < rowsAtOnce) return crawled
  }
}

const underAnotherSecret =
  'is under another secret than SESSION_SECRET and SESSION_SECRET_PREVIOUS; give the one of before the rotation as SESSION_SECRET_PREVIOUS'

/**
 * Checks every entry against its hash and its neighbours, every chain's end against its seal, and every place that another
 * chain or one of `anchors` names; `anchorsAre` is what faults call those. Gives what is wrong, by chain and number; nothing
 * when all is well. Sees the store as it is at one moment, so replicas may go on writing.
 */
export async function verifyAudit(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
  anchors: readonly Anchor[] = [],
  anchorsAre = 'an anchor',
): Promise<{ entries: number; chains: number; faults: string[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (store) => {
      const faults: string[] = []
      const heads = await store.selectFrom('audit_head').selectAll().orderBy('chain').execute()
      const known = new Set(heads.map(({ chain }) => chain))
      for (const { chain } of await store.selectFrom('audit').select('chain').distinct().execute())
        if (chain === null) faults.push('there are entries in no chain')
        else if (!known.has(chain)) faults.push(`${chain}: its end is not on record`)
      let entries = 0
      const claims = new Map<string, Anchor & { by: string }>()
      const claim = (anchor: Anchor, by: string) =>
        claims.set(`${anchor.chain} ${anchor.seq} ${anchor.hash}`, { ...anchor, by })
      for (const { chain, seq, hash, mac } of heads) {
        const crawled = await crawl(store, seal, chain)
        entries += crawled.entries
        faults.push(...crawled.faults)
        if (crawled.end.seq !== seq || crawled.end.hash !== hash)
          faults.push(`${chain}: entries at its end are missing`)
        const isSealed = isMacOfHead(seal, { chain, seq, hash }, mac)
        // A process writes its whole chain under one secret.
        if (crawled.intact === 0 && crawled.entries > 0 && !isSealed) {
          faults.push(`${chain}: ${underAnotherSecret}`)
          continue
        }
        faults.push(...crawled.changed)
        for (const named of crawled.named) claim(named, chain)
        if (!isSealed) faults.push(`${chain}: its end was changed`)
      }
      for (const anchor of anchors) claim(anchor, anchorsAre)
      for (const { chain, seq, hash, entry, by } of claims.values()) {
        const found = await store
          .selectFrom('audit')
          .selectAll()
          .where('chain', '=', chain)
          .where('seq', '=', seq)
          .executeTakeFirst()
        const kept = new Map<string, unknown>(Object.entries(found ?? {}))
        // What takes a log away may add fields of its own.
        const isSame = Object.entries(entry ?? {}).every(
          ([name, value]) => !kept.has(name) || kept.get(name) === value,
        )
        if (found?.hash !== hash || !isSame) faults.push(`${chain} ${seq}: is not the entry that ${by} names`)
      }
      return { entries, chains: heads.length, faults }
    })
}
