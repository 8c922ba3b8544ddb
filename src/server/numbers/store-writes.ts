import { sql } from 'kysely'
import { holds } from '#contract/number-set.ts'
import { bindStatus } from '#upstream/records.ts'
import type { Audit } from '../audit/audit-store.ts'
import { followingFrom, numbersOf, settle, type SeenNumber } from '../follow/follow.ts'
import {
  chunks,
  lockIn,
  replaced,
  type Database,
  type StoreTransaction,
} from '../platform/database/database.ts'
import type { PeopleChanges } from '../people/changes.ts'
import { type Observed, isSame, rowAfter } from './row-after.ts'
import { lastWholeScan } from './scan.ts'
import { recordBindingChanges } from './binding-changes.ts'
import { numbersLock, poolsIn } from './numbers.ts'
import type { NumberRow } from './schema.ts'
import { shownIn } from './shown.ts'

const rowsAtOnce = 500
/** Maximum of numbers per agent to pass on to the directory. */
const maxNumbersOfAgent = 20

interface RowChange {
  before: NumberRow | undefined
  after: NumberRow
}

/** The observations of a number, in the order of their times. */
type SeenOften = [ext: string, observed: Observed[]]

interface WriteDeps {
  database: Pick<Database, 'withLock' | 'engine' | 'now'>
  account: string
  audit: Pick<Audit, 'transaction'>
  agents: Pick<PeopleChanges, 'recordNumbers'>
}

/**
 * Writes numbers as seen, one transaction at a time across all replicas, each with all that follows from it: binding changes, people,
 * reservations and requests.
 */
export class NumberWrites {
  readonly #deps: WriteDeps

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  /** Writes observations. Only known numbers are marked as absent. */
  async recordSeen(observed: readonly Observed[]): Promise<void> {
    const inOrder = observed.toSorted((one, other) => one.at - other.at)
    const byNumber = Map.groupBy(inOrder, ({ ext }) => ext)
    const followed: SeenOften[] = []
    for (const some of chunks([...byNumber], rowsAtOnce)) followed.push(...(await this.#write(some)))
    for (const some of chunks(followed, rowsAtOnce)) await this.#writeFollowed(some)
  }

  /**
   * Marks numbers, known as not bound, that the service's idle list does not have by their own look-up at `at`; `unknown` when that
   * look-up did not answer. An observation since then counts more.
   */
  markUnlisted(numbers: readonly string[], state: 'unavailable' | 'unknown', at: number): Promise<void> {
    const { account } = this.#deps
    return this.#serialized(async (transaction) => {
      await transaction
        .updateTable('number')
        .set({ state, idle_at: null, state_since: at })
        .where('account', '=', account)
        .where('ext', 'in', [...numbers, ''])
        .where('state', 'in', state === 'unknown' ? ['free'] : ['free', 'unknown'])
        .where('bind_status', '=', bindStatus.free)
        .where((where) => where.or([where('idle_at', 'is', null), where('idle_at', '<', at)]))
        .execute()
    })
  }

  #serialized<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#deps.database.withLock(numbersLock, work)
  }

  /** Writes numbers of which no reservation and no request changes. Returns the others, which the audit records. */
  #write(latest: readonly SeenOften[]): Promise<SeenOften[]> {
    return this.#serialized(async (transaction) => {
      const { changes, seen } = await this.#changesBy(transaction, latest)
      const { reservations, fulfilled } = await followingFrom(transaction, this.#deps, seen)
      const followed = new Set([
        ...reservations.map(({ row }) => row.ext),
        ...fulfilled.flatMap((row) => numbersOf(row)),
      ])
      await this.#save(
        transaction,
        changes.filter(({ after }) => !followed.has(after.ext)),
      )
      return latest.filter(([ext]) => followed.has(ext))
    })
  }

  #writeFollowed(latest: readonly SeenOften[]): Promise<void> {
    const { audit, database } = this.#deps
    return audit.transaction(async (transaction, write) => {
      await lockIn(transaction, database.engine, numbersLock)
      const { changes, seen } = await this.#changesBy(transaction, latest)
      await this.#save(transaction, changes)
      await settle(transaction, write, this.#deps, seen)
    })
  }

  /** Returns the rows that these observations change, and what they show of each number. */
  async #changesBy(transaction: StoreTransaction, latest: readonly SeenOften[]) {
    const { account } = this.#deps
    const known = await transaction
      .selectFrom('number')
      .selectAll()
      .where('account', '=', account)
      .where(
        'ext',
        'in',
        latest.map(([ext]) => ext),
      )
      .execute()
    const before = new Map(known.map((row) => [row.ext, row]))
    const hasNew = known.length < latest.length
    const scannedAt = hasNew ? await lastWholeScan(transaction, account) : null
    const pools = hasNew ? await poolsIn(transaction, account) : []
    const changes: RowChange[] = []
    const seen: SeenNumber[] = []
    for (const [ext, observed] of latest) {
      const old = before.get(ext)
      const row = observed.reduce((last, one) => rowAfter(account, last, one, scannedAt) ?? last, old)
      // The service does not know it either.
      if (row === undefined) seen.push({ ext, shown: 'missing', at: observed.at(-1)?.at ?? 0 })
      else seen.push({ ext, shown: shownIn(row), at: row.seen_at })
      if (row === undefined || row === old || (old !== undefined && isSame(old, row))) continue
      const pool_id = old === undefined ? (pools.find((pool) => holds(pool, ext))?.id ?? null) : old.pool_id
      changes.push({ before: old, after: { ...row, pool_id } })
    }
    return { changes, seen }
  }

  async #save(transaction: StoreTransaction, changes: readonly RowChange[]): Promise<void> {
    const rows = changes.map(({ after }) => after)
    const [first] = rows
    if (first === undefined) return
    await transaction
      .insertInto('number')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account', 'ext']).doUpdateSet(replaced(Object.keys(first))),
      )
      .execute()
    await recordBindingChanges(transaction, changes)
    await this.#recordChangedAgents(transaction, changes)
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
        FROM number WHERE account = ${this.#deps.account} AND agent_uuid IN (${sql.join(uuids)}) AND state = 'bound'
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
