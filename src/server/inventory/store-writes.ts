import { sql, type Insertable } from 'kysely'
import { chunks, replaced, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { PeopleChanges } from '../people/changes.ts'
import { countedDigits } from '../numbers/counts.ts'
import type { Observed } from '../numbers/observed.ts'
import { lastWholeScan } from '../numbers/scan.ts'
import { recordBindingChanges } from './binding-changes.ts'
import { isSame, rowAfter } from './row-after.ts'
import type { InventoryRow } from './schema.ts'

const rowsAtOnce = 500
/** Maximum of numbers per agent to pass on to the directory. */
const maxNumbersOfAgent = 20

interface RowChange {
  before: InventoryRow | undefined
  after: InventoryRow
}

/** Changes of the counters, by prefix, state and language. */
class Tally {
  readonly #account: string
  readonly #counts = new Map<string, Insertable<Tables['inventory_count']>>()

  constructor(account: string) {
    this.#account = account
  }

  add({ ext, state, language }: Pick<InventoryRow, 'ext' | 'state' | 'language'>, by: 1 | -1): void {
    for (let length = 0; length <= Math.min(countedDigits, ext.length); length++) {
      const prefix = ext.slice(0, length)
      const key = JSON.stringify([prefix, state, language])
      const entry = this.#counts.get(key)
      if (entry === undefined)
        this.#counts.set(key, { account: this.#account, length, prefix, state, language, count: by })
      else entry.count += by
    }
  }

  values() {
    return [...this.#counts.values()].filter(({ count }) => count !== 0)
  }
}

async function addCounts(transaction: StoreTransaction, tally: Tally): Promise<void> {
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

interface WriteDeps {
  database: Pick<Database, 'withLock'>
  account: string
  agents: Pick<PeopleChanges, 'recordNumbers'>
}

/** Writes the inventory together with its counters, one transaction at a time across all replicas. */
export class InventoryWrites {
  readonly #deps: WriteDeps

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  /** Writes observations. Only known numbers are marked as absent. */
  async recordSeen(observed: readonly Observed[]): Promise<void> {
    const inOrder = observed.toSorted((one, other) => one.at - other.at)
    const byNumber = Map.groupBy(inOrder, ({ ext }) => ext)
    for (const some of chunks([...byNumber], rowsAtOnce)) await this.#write(some)
  }

  /**
   * Marks numbers, known as not bound, that the service's idle list does not have by their own look-up at `at`; `unknown` when that
   * look-up did not answer. An observation since then counts more.
   */
  markUnlisted(numbers: readonly string[], state: 'unavailable' | 'unknown', at: number): Promise<void> {
    const { account } = this.#deps
    return this.#serialized(async (transaction) => {
      const tally = new Tally(account)
      const mark = async (before: 'free' | 'unknown') => {
        const rows = await transaction
          .updateTable('inventory')
          .set({ state, idle_at: null, state_since: at })
          .where('account', '=', account)
          .where('ext', 'in', numbers)
          .where('state', '=', before)
          .where('bind_status', '=', 0)
          .where((where) => where.or([where('idle_at', 'is', null), where('idle_at', '<', at)]))
          .returning(['ext', 'language'])
          .execute()
        for (const row of rows) {
          tally.add({ ...row, state: before }, -1)
          tally.add({ ...row, state }, 1)
        }
      }
      if (numbers.length === 0) return
      await mark('free')
      if (state !== 'unknown') await mark('unknown')
      await addCounts(transaction, tally)
    })
  }

  #serialized<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#deps.database.withLock('inventory', work)
  }

  /** Writes the observations of each number, in the order of their times. */
  #write(latest: [ext: string, observed: Observed[]][]): Promise<void> {
    const { account } = this.#deps
    return this.#serialized(async (transaction) => {
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
      const scannedAt = known.length < latest.length ? await lastWholeScan(transaction, account) : null
      const tally = new Tally(account)
      const changes: RowChange[] = []
      for (const [ext, observed] of latest) {
        const old = before.get(ext)
        const row = observed.reduce((last, one) => rowAfter(account, last, one, scannedAt) ?? last, old)
        if (row === undefined || row === old || (old !== undefined && isSame(old, row))) continue
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
          conflict.columns(['account', 'ext']).doUpdateSet(replaced(Object.keys(first))),
        )
        .execute()
      await addCounts(transaction, tally)
      await recordBindingChanges(transaction, changes)
      await this.#recordChangedAgents(transaction, changes)
    })
  }

  /** Passes on agents whose numbers or names changed, with the numbers now bound to each agent. */
  async #recordChangedAgents(transaction: StoreTransaction, changes: readonly RowChange[]): Promise<void> {
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
        FROM inventory WHERE account = ${this.#deps.account} AND agent_uuid IN (${sql.join(uuids)}) AND state || '' = 'bound'
      ) AS bound WHERE place <= ${sql.lit(maxNumbersOfAgent)} ORDER BY agent_uuid, place`.execute(transaction)
    await this.#deps.agents.recordNumbers(
      transaction,
      seen.map((one) => {
        const bound = rows.filter((row) => row.agent_uuid === one.agentUuid)
        return { ...one, exts: bound.map(({ ext }) => ext), numbers: bound[0]?.numbers ?? 0 }
      }),
    )
  }
}
