import * as z from 'zod'
import type { Transaction } from 'kysely'
import { hasItsHash, isMacOfHead } from './audit-store.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'
import type { Seal } from './seal.ts'

/** Where a chain stood at some time, as told outside of the store or by another chain. */
export interface Anchor {
  chain: string
  seq: number
  hash: string
}

const rowsAtOnce = 1_000
const namedHeads = z.array(z.tuple([z.string(), z.number(), z.string()]))
const anchorLine = /audit anchor ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64})/g

/** The anchor as it stands in the log stream; `anchorsIn` reads it back. */
export const anchorText = ({ chain, seq, hash }: Anchor): string => `audit anchor ${chain} ${seq} ${hash}`

/** An entry as the audit's own log holds it: an anchor, too. */
const loggedEntry = z.object({ chain: z.string(), seq: z.number(), hash: z.string() })

function entryIn(line: string): Anchor[] {
  if (!line.startsWith('{') || !line.includes('"chain"')) return []
  try {
    return [loggedEntry.parse(JSON.parse(line))]
  } catch {
    // Cut off when its writer was killed, or another log's line.
    return []
  }
}

/** Every anchor that the lines of a log hold, and every entry of an audit log. */
export const anchorsIn = (log: string): Anchor[] => [
  ...[...log.matchAll(anchorLine)].map(([, chain = '', seq, hash = '']) => ({
    chain,
    seq: Number(seq),
    hash,
  })),
  ...log.split('\n').flatMap(entryIn),
]

function headsNamedBy(result: string | null): Anchor[] {
  try {
    const named = namedHeads.parse(JSON.parse(result ?? '[]'))
    return named.map(([chain, seq, hash]) => ({ chain, seq, hash }))
  } catch {
    return []
  }
}

interface Walk {
  entries: number
  /** The last entry found. */
  end: { seq: number; hash: string }
  named: Anchor[]
  faults: string[]
}

/** Follows one chain from its first entry to the last there is. */
async function walk(store: Transaction<Tables>, seal: Seal, chain: string): Promise<Walk> {
  const walked: Walk = { entries: 0, end: { seq: 0, hash: '' }, named: [], faults: [] }
  for (;;) {
    const rows = await store
      .selectFrom('audit')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', walked.end.seq)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const { seq, hash } = walked.end
      const place = `${chain} ${row.seq ?? 0}`
      walked.entries++
      if (row.seq !== seq + 1) walked.faults.push(`${place}: entries before it are missing`)
      if (row.prev_hash !== hash) walked.faults.push(`${place}: does not follow the entry before it`)
      if (!hasItsHash(seal, row)) walked.faults.push(`${place}: was changed`)
      else if (row.action === 'audit.begin') walked.named.push(...headsNamedBy(row.result))
      walked.end = { seq: row.seq ?? 0, hash: row.hash ?? '' }
    }
    if (rows.length < rowsAtOnce) return walked
  }
}

/**
 * Checks every entry against its hash and its neighbours, every chain's end against its seal, and every place that another
 * chain or one of `anchors` names. Gives what is wrong, by chain and number; nothing when all is well. Sees the store as it
 * is at one moment, so replicas may go on writing.
 */
export async function verifyAudit(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
  anchors: readonly Anchor[] = [],
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
        const walked = await walk(store, seal, chain)
        entries += walked.entries
        faults.push(...walked.faults)
        for (const named of walked.named) claim(named, chain)
        if (walked.end.seq !== seq || walked.end.hash !== hash)
          faults.push(`${chain}: entries at its end are missing`)
        if (!isMacOfHead(seal, { chain, seq, hash }, mac)) faults.push(`${chain}: its end was changed`)
      }
      for (const anchor of anchors) claim(anchor, 'an anchor')
      for (const { chain, seq, hash, by } of claims.values()) {
        const found = await store
          .selectFrom('audit')
          .select('hash')
          .where('chain', '=', chain)
          .where('seq', '=', seq)
          .executeTakeFirst()
        if (found?.hash !== hash) faults.push(`${chain} ${seq}: is not the entry that ${by} names`)
      }
      return { entries, chains: heads.length, faults }
    })
}
