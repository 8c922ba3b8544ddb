import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import { bindStatus } from '#upstream/records.ts'
import type { NumberedExtension } from '#upstream/upstream.ts'
import type { SeenState } from '#contract/inventory.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { countedDigits, type Tables } from '../platform/database/schema.ts'
import { isSameBinding, recordBindingChanges } from './binding-changes.ts'
import { heldNumbers, maxInventoryNumbers } from './held-numbers.ts'

export type InventoryRow = Selectable<Tables['inventory']>

/** An unchanged row is not written again within this time, in ms, so its `seen_at` may be that old. */
const seenGrainMs = 60_000
const rowsAtOnce = 500
/** Maximum of numbers per agent to pass on to the directory. */
const maxNumbersOfAgent = 20
/** Maximum length of an indexed text, in characters: PostgreSQL rejects index entries of more than 2,704 bytes. */
const maxIndexedLength = 200

export interface Seen {
  records: readonly NumberedExtension[]
  /** Numbers that the service does not know. */
  absent: readonly string[]
  source: string
  at: number
}

/** An agent of a changed number: the agent's name on that number, and the numbers bound to the agent now. */
interface AgentOfNumber {
  agentUuid: string
  agentName: string | null
  /** The first numbers in order, at most `maxNumbersOfAgent`. `numbers` is the total. */
  exts: readonly string[]
  numbers: number
  at: number
}
export type RecordAgents = (
  transaction: Transaction<Tables>,
  agents: readonly AgentOfNumber[],
) => Promise<void>

interface RowChange {
  before: InventoryRow | undefined
  after: InventoryRow
}

/** The latest observation of one number in a batch. */
type Latest = { record: NumberedExtension | null; source: string; at: number }

const stateOf = (code: number | null): SeenState =>
  code === bindStatus.free ? 'free' : code === bindStatus.bound ? 'bound' : 'unknown'

const indexed = (text: string): string => text.slice(0, maxIndexedLength).toWellFormed()

/** The row after an observation; `null` when nothing changes. Copies field by field, so that no secret is stored. */
function rowAfter(
  account: string,
  ext: string,
  old: InventoryRow | undefined,
  { record, source, at }: Latest,
) {
  if (old !== undefined && at < old.seen_at) return null
  if (record === null) {
    if (old === undefined) return null
    const since = old.state === 'gone' ? {} : { state_since: at, binding_since: at }
    return { ...old, ...since, state: 'gone', source, seen_at: at, idle_at: null }
  }
  // Created and not read yet: the earlier observation holds more.
  if (source === 'created' && record.bindStatus === null && old !== undefined && old.state !== 'gone')
    return null
  const state = stateOf(record.bindStatus)
  const free = state === 'free'
  const agentUuid = free ? null : indexed(record.agentUuid ?? '') || null
  const agentName = free ? null : record.agentName || null
  const langCodeTxt = record.langCodeTxt ?? old?.lang_code_txt ?? null
  return {
    account,
    ext,
    state,
    bind_status: record.bindStatus,
    agent_uuid: agentUuid,
    agent_name: agentName,
    lang_code: record.langCode ?? old?.lang_code ?? null,
    lang_code_txt: langCodeTxt,
    language: indexed(langCodeTxt ?? ''),
    domain: record.domain ?? old?.domain ?? null,
    status: record.status ?? old?.status ?? null,
    enabled: record.enabled ?? old?.enabled ?? null,
    ext_type: record.extType ?? old?.ext_type ?? null,
    creation_time: record.creationTime ?? old?.creation_time ?? null,
    bind_time: free ? null : record.bindTime,
    source,
    first_seen_at: old?.first_seen_at ?? at,
    seen_at: at,
    state_since: old?.state === state ? old.state_since : at,
    idle_at: !free ? null : source === 'idle' ? at : (old?.idle_at ?? null),
    binding_since:
      old !== undefined && isSameBinding(old, { state, agent_uuid: agentUuid }) ? old.binding_since : at,
  } satisfies InventoryRow
}

const seenAgain = new Set(['seen_at', 'source', 'idle_at'])
const isSame = (old: InventoryRow, row: InventoryRow): boolean =>
  row.seen_at - old.seen_at < seenGrainMs &&
  (row.idle_at ?? 0) - (old.idle_at ?? 0) < seenGrainMs &&
  Object.entries(row).every(([name, value]) => seenAgain.has(name) || Reflect.get(old, name) === value)

/** Changes of the counters, by prefix, state and language. */
function createTally(account: string) {
  const counts = new Map<string, Insertable<Tables['inventory_count']>>()
  return {
    add({ ext, state, language }: Pick<InventoryRow, 'ext' | 'state' | 'language'>, by: 1 | -1): void {
      for (let length = 0; length <= Math.min(countedDigits, ext.length); length++) {
        const prefix = ext.slice(0, length)
        const key = JSON.stringify([prefix, state, language])
        const entry = counts.get(key)
        if (entry === undefined) counts.set(key, { account, length, prefix, state, language, count: by })
        else entry.count += by
      }
    },
    values: () => [...counts.values()].filter(({ count }) => count !== 0),
  }
}

/** Writes the inventory together with its counters, one transaction at a time across all replicas. */
export function createInventoryWrites(
  { withLock }: Pick<Database, 'withLock'>,
  account: string,
  recordAgents: RecordAgents = () => Promise.resolve(),
  most = maxInventoryNumbers,
) {
  /** True when the latest new number did not fit. */
  let isFull = false
  const serialized = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    withLock('inventory', work)

  /** Passes on agents whose numbers or names changed, with the numbers now bound to each agent. */
  async function recordChangedAgents(
    transaction: Transaction<Tables>,
    changes: readonly RowChange[],
  ): Promise<void> {
    const seen = changes.flatMap(({ before, after }) => {
      const isSameAgent =
        before?.agent_uuid === after.agent_uuid &&
        before.agent_name === after.agent_name &&
        before.state === after.state
      if (isSameAgent) return []
      const { seen_at: at, agent_uuid: uuid, agent_name: agentName } = after
      const now = uuid === null ? [] : [{ agentUuid: uuid, agentName, at }]
      const old = before?.agent_uuid ?? null
      return old === null || old === uuid ? now : [...now, { agentUuid: old, agentName: null, at }]
    })
    if (seen.length === 0) return
    const uuids = [...new Set(seen.map(({ agentUuid }) => agentUuid))]
    const { rows } = await sql<{ agent_uuid: string; ext: string; numbers: number }>`
      SELECT agent_uuid, ext, numbers FROM (
        SELECT agent_uuid, ext, count(*) OVER (PARTITION BY agent_uuid) AS numbers,
          row_number() OVER (PARTITION BY agent_uuid ORDER BY ext) AS place
        FROM inventory WHERE account = ${account} AND agent_uuid IN (${sql.join(uuids)}) AND state || '' = 'bound'
      ) AS bound WHERE place <= ${sql.lit(maxNumbersOfAgent)} ORDER BY agent_uuid, place`.execute(transaction)
    await recordAgents(
      transaction,
      seen.map((one) => {
        const bound = rows.filter((row) => row.agent_uuid === one.agentUuid)
        return { ...one, exts: bound.map(({ ext }) => ext), numbers: bound[0]?.numbers ?? 0 }
      }),
    )
  }

  async function addCounts(
    transaction: Transaction<Tables>,
    tally: ReturnType<typeof createTally>,
  ): Promise<void> {
    for (const some of chunks(tally.values()))
      await transaction
        .insertInto('inventory_count')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'length', 'prefix', 'state', 'language'])
            .doUpdateSet({ count: sql`inventory_count.count + excluded.count` }),
        )
        .execute()
  }

  async function write(latest: [ext: string, latest: Latest][]): Promise<void> {
    await serialized(async (transaction) => {
      const known = await transaction
        .selectFrom('inventory')
        .selectAll()
        .where('account', '=', account)
        .where(
          'ext',
          'in',
          latest.map(([ext]) => ext),
        )
        .execute()
      const before = new Map(known.map((row) => [row.ext, row]))
      const tally = createTally(account)
      const changes: RowChange[] = []
      let room = known.length < latest.length ? most - (await heldNumbers(transaction, account)) : 0
      for (const [ext, one] of latest) {
        const old = before.get(ext)
        const row = rowAfter(account, ext, old, one)
        if (row === null || (old !== undefined && isSame(old, row))) continue
        if (old === undefined) {
          isFull = room <= 0
          if (isFull) continue
          room--
        }
        changes.push({ before: old, after: row })
        if (old !== undefined) tally.add(old, -1)
        tally.add(row, 1)
      }
      const rows = changes.map(({ after }) => after)
      const [first] = rows
      if (first === undefined) return
      await transaction
        .insertInto('inventory')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['account', 'ext']).doUpdateSet(
            Object.fromEntries(
              Object.keys(first)
                .filter((name) => name !== 'account' && name !== 'ext')
                .map((name) => [name, sql`excluded.${sql.ref(name)}`]),
            ),
          ),
        )
        .execute()
      await addCounts(transaction, tally)
      await recordBindingChanges(transaction, changes)
      await recordChangedAgents(transaction, changes)
    })
  }

  return {
    /** True when the latest new number was left out because the inventory is full. */
    isFull: (): boolean => isFull,

    /**
     * Writes observations; the latest of each number counts. Adds new numbers while there is room, and only marks known numbers
     * as absent.
     */
    recordSeen: async (observations: readonly Seen[]): Promise<void> => {
      const latest = new Map<string, Latest>()
      const note = (ext: string, one: Latest) => {
        const other = latest.get(ext)
        if (other === undefined || other.at <= one.at) latest.set(ext, one)
      }
      for (const { records, absent, source, at } of observations) {
        for (const record of records) note(record.ext, { record, source, at })
        for (const ext of absent) note(ext, { record: null, source, at })
      }
      for (const some of chunks([...latest], rowsAtOnce)) await write(some)
    },

    /**
     * Marks a batch of formerly idle numbers that were missing from a whole crawl started at `crawledFrom`. The crawler then
     * looks up each, because it may be bound. Returns true while there may be more.
     */
    notSeenFree: (crawledFrom: number, at: number): Promise<boolean> =>
      serialized(async (transaction) => {
        const rows = await transaction
          .selectFrom('inventory')
          .select(['ext', 'state', 'language'])
          .where('account', '=', account)
          .where('idle_at', '<', crawledFrom - seenGrainMs)
          .orderBy('idle_at')
          .limit(rowsAtOnce)
          .execute()
        if (rows.length === 0) return false
        await transaction
          .updateTable('inventory')
          .set({ state: 'not-seen-free', state_since: at, idle_at: null })
          .where('account', '=', account)
          .where(
            'ext',
            'in',
            rows.map(({ ext }) => ext),
          )
          .execute()
        const tally = createTally(account)
        for (const row of rows) {
          tally.add(row, -1)
          tally.add({ ...row, state: 'not-seen-free' }, 1)
        }
        await addCounts(transaction, tally)
        return rows.length === rowsAtOnce
      }),
  }
}
export type InventoryWrites = ReturnType<typeof createInventoryWrites>
