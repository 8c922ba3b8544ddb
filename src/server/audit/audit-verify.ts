import * as z from 'zod'
import { coveredColumns, hasItsHash, isMacOfHead, type AuditRow } from './audit-store.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'

const rowsAtOnce = 1_000

/** Yields a chain's entries from its lowest number, to include an entry inserted below the first. */
async function* entriesOf(store: StoreTransaction, chain: string): AsyncGenerator<AuditRow> {
  const next = store
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq')
    .limit(rowsAtOnce)
  let rows = await next.execute()
  while (rows.length > 0) {
    yield* rows
    const last = rows.at(-1)?.seq ?? 0
    rows = await next.where('seq', '>', last).execute()
  }
}

interface Checked {
  entries: number
  errors: string[]
}

/** Checks one chain from its first entry to its recorded end. */
async function checkChain(
  store: StoreTransaction,
  seal: Seal,
  { chain, seq, hash, mac }: { chain: string; seq: number; hash: string; mac: string },
): Promise<Checked> {
  const errors: string[] = []
  let entries = 0
  /** The first entries that don't have their hash: they may be from before a rotation of the secret. */
  let unread = 0
  let end = { seq: 0, hash: '' }
  for await (const row of entriesOf(store, chain)) {
    entries++
    const entry = `${chain} ${row.seq}`
    if (row.seq !== end.seq + 1) errors.push(`${entry}: entries before it are missing`)
    if (row.prev_hash !== end.hash) errors.push(`${entry}: does not follow the entry before it`)
    if (!hasItsHash(seal, row)) {
      if (unread === entries - 1) unread++
      else errors.push(`${entry}: was changed`)
    }
    end = row
  }
  if (end.seq !== seq || end.hash !== hash) errors.push(`${chain}: entries at its end are missing`)
  if (unread > 0)
    errors.push(
      `${chain}: the first ${unread} entries were signed with another SESSION_SECRET, or changed; give the secret from before the rotation as SESSION_SECRET_PREVIOUS`,
    )
  if ((entries === 0 || unread < entries) && !isMacOfHead(seal, { chain, seq, hash }, mac))
    errors.push(`${chain}: its end was changed`)
  return { entries, errors }
}

/**
 * Checks every entry against its hash and its neighbors, and every chain's end against its MAC. Returns a message for each
 * problem; an empty list when all is well. Reads the store in one snapshot, so replicas can keep writing.
 */
export async function verifyAudit(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
): Promise<{ entries: number; chains: number; errors: string[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (store) => {
      const errors: string[] = []
      let entries = 0
      const heads = await store.selectFrom('audit_head').selectAll().orderBy('chain').execute()
      const ended = new Set(heads.map(({ chain }) => chain))
      for (const { chain } of await store.selectFrom('audit').select('chain').distinct().execute())
        if (!ended.has(chain)) errors.push(`${chain}: its end is missing`)
      for (const head of heads) {
        const checked = await checkChain(store, seal, head)
        entries += checked.entries
        errors.push(...checked.errors)
      }
      return { entries, chains: heads.length, errors }
    })
}

/** An entry in the audit's file; a log shipper may have added fields. */
const copiedEntry = z.looseObject({ chain: z.string(), seq: z.number(), hash: z.string() })

/** Returns the entry in a line; `null` for a line of another log, `undefined` for an entry that was cut off. */
function entryIn(line: string): z.infer<typeof copiedEntry> | null | undefined {
  if (!line.startsWith('{') || !line.includes('"chain"')) return null
  try {
    return copiedEntry.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/**
 * Compares the lines of a copy of the audit (`AUDIT_LOG_FILE`) with the store. Returns the number of entries in the copy, and
 * a message for each entry that the store does not hold as the copy has it.
 */
export async function compareCopy(
  { db }: Pick<Database, 'db'>,
  lines: Iterable<string>,
): Promise<{ entries: number; errors: string[] }> {
  const errors: string[] = []
  let [entries, number] = [0, 0]
  for (const line of lines) {
    number++
    const copied = entryIn(line)
    if (copied === null) continue
    if (copied === undefined) {
      errors.push(`line ${number}: incomplete entry`)
      continue
    }
    entries++
    const stored = await db
      .selectFrom('audit')
      .selectAll()
      .where('chain', '=', copied.chain)
      .where('seq', '=', copied.seq)
      .executeTakeFirst()
    const isSame =
      stored !== undefined &&
      Object.entries(coveredColumns(stored)).every(([name, value]) => copied[name] === value)
    if (!isSame) errors.push(`line ${number}: is not what the store has as ${copied.chain} ${copied.seq}`)
  }
  return { entries, errors }
}
