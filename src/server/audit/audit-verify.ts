import { sql, type Transaction } from 'kysely'
import * as z from 'zod'
import type { Anchor, StoredChain } from './audit-anchor.ts'
import { hasItsHash, isMacOfHead } from './audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'

const rowsAtOnce = 1_000
const namedHeads = z.array(z.tuple([z.string(), z.number(), z.string()]))

function headsNamedBy(result: string | null): Anchor[] {
  try {
    const named = namedHeads.parse(JSON.parse(result ?? '[]'))
    return named.map(([chain, seq, hash]) => ({ chain, seq, hash }))
  } catch {
    return []
  }
}

interface Crawl extends StoredChain {
  entries: number
  /** The last entry found. */
  end: { seq: number; hash: string }
  named: Anchor[]
  errors: string[]
  /** The number of entries whose hash is right. */
  intact: number
  changed: string[]
}

/** Crawls one chain from its first entry to its last. */
async function crawl(store: Transaction<Tables>, seal: Seal, chain: string): Promise<Crawl> {
  const end = { seq: 0, hash: '' }
  const crawled: Crawl = { entries: 0, end, named: [], errors: [], intact: 0, changed: [] }
  const next = store
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq')
    .limit(rowsAtOnce)
  // Start at the lowest number in the store, to include an entry inserted below the first.
  let rows = await next.execute()
  for (;;) {
    for (const row of rows) {
      const { seq, hash } = crawled.end
      const entry = `${chain} ${row.seq}`
      crawled.entries++
      if (row.seq < 1) {
        crawled.errors.push(`${entry}: has a number that the console gives to no entry`)
        continue
      }
      if (row.seq !== seq + 1) crawled.errors.push(`${entry}: entries before it are missing`)
      if (row.prev_hash !== hash) crawled.errors.push(`${entry}: does not follow the entry before it`)
      if (!hasItsHash(seal, row)) crawled.changed.push(`${entry}: was changed`)
      else {
        crawled.intact++
        if (row.action === 'audit.begin') crawled.named.push(...headsNamedBy(row.result))
      }
      crawled.end = { seq: row.seq, hash: row.hash }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return crawled
    rows = await next.where('seq', '>', last.seq).execute()
  }
}

/** Returns the highest number of each chain that the anchors name, directly or through the first entry of a named chain. */
function coveredBy(anchors: readonly Anchor[], crawls: ReadonlyMap<string, Crawl>): Map<string, number> {
  const covered = new Map<string, number>()
  const left = [...anchors]
  for (let anchor = left.pop(); anchor !== undefined; anchor = left.pop()) {
    const { chain, seq } = anchor
    const before = covered.get(chain)
    if (before === undefined) left.push(...(crawls.get(chain)?.named ?? []))
    covered.set(chain, Math.max(before ?? 0, seq))
  }
  return covered
}

/** The entries that no anchor covers. Their removal would go unnoticed. */
export interface Uncovered {
  entries: number
  /** Time of the newest entry that an anchor names, epoch milliseconds; null when no anchor names one. */
  anchoredUntil: number | null
}

const underAnotherSecret =
  'is under another secret than SESSION_SECRET and SESSION_SECRET_PREVIOUS; give the one of before the rotation as SESSION_SECRET_PREVIOUS'

/**
 * Checks every entry against its hash and its neighbors, every chain's end against its MAC, and every entry that another
 * chain or one of `anchors` names. `anchorsAre` is the anchors' name in the messages. Returns a message for each problem,
 * by chain and number; an empty list when all is well. Reads the store in one snapshot, so replicas can keep writing.
 */
export async function verifyAudit(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
  anchors: readonly Anchor[] = [],
  anchorsAre = 'an anchor',
): Promise<{
  entries: number
  chains: ReadonlyMap<string, StoredChain>
  errors: string[]
  uncovered: Uncovered
}> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (store) => {
      const errors: string[] = []
      const heads = await store.selectFrom('audit_head').selectAll().orderBy('chain').execute()
      const known = new Set(heads.map(({ chain }) => chain))
      for (const { chain } of await store.selectFrom('audit').select('chain').distinct().execute())
        if (!known.has(chain)) errors.push(`${chain}: its end is not on record`)
      const crawls = new Map<string, Crawl>()
      const claims = new Map<string, Anchor & { by: string }>()
      const claim = (anchor: Anchor, by: string) =>
        claims.set(`${anchor.chain} ${anchor.seq} ${anchor.hash}`, { ...anchor, by })
      for (const { chain, seq, hash, mac } of heads) {
        const crawled = await crawl(store, seal, chain)
        crawls.set(chain, crawled)
        errors.push(...crawled.errors)
        if (crawled.end.seq !== seq || crawled.end.hash !== hash)
          errors.push(`${chain}: entries at its end are missing`)
        const isSealed = isMacOfHead(seal, { chain, seq, hash }, mac)
        // A process writes its whole chain under one secret.
        if (crawled.intact === 0 && crawled.entries > 0 && !isSealed) {
          errors.push(`${chain}: ${underAnotherSecret}`)
          continue
        }
        errors.push(...crawled.changed)
        for (const named of crawled.named) claim(named, chain)
        if (!isSealed) errors.push(`${chain}: its end was changed`)
      }
      for (const anchor of anchors) claim(anchor, anchorsAre)
      let anchoredUntil: number | null = null
      for (const { chain, seq, hash, entry, by } of claims.values()) {
        const found = await store
          .selectFrom('audit')
          .selectAll()
          .where('chain', '=', chain)
          .where('seq', '=', seq)
          .executeTakeFirst()
        const kept = new Map<string, unknown>(Object.entries(found ?? {}))
        // A log shipper may add fields of its own.
        const isSame = Object.entries(entry ?? {}).every(
          ([name, value]) => !kept.has(name) || kept.get(name) === value,
        )
        if (found?.hash !== hash || !isSame) errors.push(`${chain} ${seq}: is not the entry that ${by} names`)
        else if (by === anchorsAre) anchoredUntil = Math.max(anchoredUntil ?? 0, found.at)
      }
      const covered = coveredBy(anchors, crawls)
      let [entries, uncovered] = [0, 0]
      for (const [chain, crawled] of crawls) {
        entries += crawled.entries
        uncovered += Math.max(0, crawled.end.seq - (covered.get(chain) ?? 0))
      }
      return { entries, chains: crawls, errors, uncovered: { entries: uncovered, anchoredUntil } }
    })
}

const triggers = {
  sqlite: ['audit_no_update', 'audit_no_delete'],
  postgres: ['audit_append_only'],
} as const

interface Found {
  /** The table of the trigger or rule. */
  on: 'audit' | 'audit_head'
  kind: 'trigger' | 'rule'
  name: string
  working: boolean
}

/**
 * Returns the problems with the audit's triggers and rules: triggers that prevent changes and are missing or off, and any
 * triggers or rules that are not the console's. Does not read a trigger's code.
 */
export async function triggerErrors({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<Found>`SELECT name, lower(tbl_name) AS "on", 'trigger' AS kind, true AS working FROM sqlite_master
          WHERE type = 'trigger' AND lower(tbl_name) IN ('audit', 'audit_head') ORDER BY name`
      : sql<Found>`SELECT tgname AS name, relname AS "on", 'trigger' AS kind, tgenabled IN ('O', 'A') AS working
          FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
          WHERE tgrelid IN ('audit'::regclass, 'audit_head'::regclass) AND NOT tgisinternal
          UNION SELECT rulename, relname, 'rule', true FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
          WHERE ev_class IN ('audit'::regclass, 'audit_head'::regclass) ORDER BY name`
  const { rows } = await query.execute(db)
  const own: readonly string[] = triggers[engine]
  const isOwn = ({ on, kind, name }: Found) => on === 'audit' && kind === 'trigger' && own.includes(name)
  const working = new Set(rows.filter((row) => row.working && isOwn(row)).map(({ name }) => name))
  return [
    ...own
      .filter((name) => !working.has(name))
      .map(
        (name) =>
          `the trigger ${name} is missing or off: entries can be changed; restore the store from a backup`,
      ),
    ...rows
      .filter((row) => !isOwn(row))
      .map(
        ({ on, kind, name }) =>
          `the ${kind} ${name} on ${on === 'audit' ? 'the audit' : 'the ends of the audit (audit_head)'} is not the console's: it can drop or change entries; find out who made it, and remove it`,
      ),
  ]
}
