import type { Transaction } from 'kysely'
import * as z from 'zod'
import { hasItsHash, isMacOfHead, type AuditRow } from './audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'

const rowsAtOnce = 1_000

/** The end of a chain. */
const namedEnd = z.tuple([z.string(), z.number(), z.string()])
type NamedEnd = z.infer<typeof namedEnd>

/** Returns the ends of other chains that the first entry of a chain names. */
function endsNamedBy(result: string | null): NamedEnd[] {
  try {
    return z.array(namedEnd).parse(JSON.parse(result ?? '[]'))
  } catch {
    return []
  }
}

/** Yields a chain's entries from its lowest number, to include an entry inserted below the first. */
async function* entriesOf(store: Transaction<Tables>, chain: string): AsyncGenerator<AuditRow> {
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
  /** The ends of other chains that this chain's first entry names. */
  named: NamedEnd[]
}

/** Checks one chain from its first entry to its recorded end. */
async function checkChain(
  store: Transaction<Tables>,
  seal: Seal,
  { chain, seq, hash, mac }: { chain: string; seq: number; hash: string; mac: string },
): Promise<Checked> {
  const [errors, changed, named]: [string[], string[], NamedEnd[]] = [[], [], []]
  let [entries, intact] = [0, 0]
  let end = { seq: 0, hash: '' }
  for await (const row of entriesOf(store, chain)) {
    entries++
    const entry = `${chain} ${row.seq}`
    if (row.seq !== end.seq + 1) errors.push(`${entry}: entries before it are missing`)
    if (row.prev_hash !== end.hash) errors.push(`${entry}: does not follow the entry before it`)
    if (hasItsHash(seal, row)) {
      intact++
      if (row.action === 'audit.begin') named.push(...endsNamedBy(row.result))
    } else changed.push(`${entry}: was changed`)
    end = row
  }
  if (end.seq !== seq || end.hash !== hash) errors.push(`${chain}: entries at its end are missing`)
  const isSealed = isMacOfHead(seal, { chain, seq, hash }, mac)
  // A process writes its whole chain under one secret.
  if (entries > 0 && intact === 0 && !isSealed) {
    const secrets = 'another secret than SESSION_SECRET and SESSION_SECRET_PREVIOUS'
    errors.push(
      `${chain}: is under ${secrets}; give the one of before the rotation as SESSION_SECRET_PREVIOUS`,
    )
    return { entries, errors, named }
  }
  if (!isSealed) changed.push(`${chain}: its end was changed`)
  return { entries, errors: [...errors, ...changed], named }
}

/**
 * Checks every entry against its hash and its neighbors, every chain's end against its MAC, and every end that a later chain
 * names. Returns a message for each problem; an empty list when all is well. Reads the store in one snapshot, so replicas can
 * keep writing.
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
      const known = new Set(heads.map(({ chain }) => chain))
      for (const { chain } of await store.selectFrom('audit').select('chain').distinct().execute())
        if (!known.has(chain)) errors.push(`${chain}: its end is not on record`)
      for (const head of heads) {
        const checked = await checkChain(store, seal, head)
        entries += checked.entries
        errors.push(...checked.errors)
        for (const [chain, seq, hash] of checked.named) {
          const found = await store
            .selectFrom('audit')
            .select('hash')
            .where('chain', '=', chain)
            .where('seq', '=', seq)
            .executeTakeFirst()
          if (found?.hash !== hash) errors.push(`${chain} ${seq}: is not the entry that ${head.chain} names`)
        }
      }
      return { entries, chains: heads.length, errors: [...new Set(errors)] }
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
      errors.push(`line ${number}: is no whole entry`)
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
      stored !== undefined && Object.entries(stored).every(([name, value]) => copied[name] === value)
    if (!isSame) errors.push(`line ${number}: is not what the store has as ${copied.chain} ${copied.seq}`)
  }
  return { entries, errors }
}
