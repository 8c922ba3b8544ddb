import { sql } from 'kysely'
import { holds } from '#contract/number-set.ts'
import { reasonOf, type SeenState } from '#contract/number-states.ts'
import type { Observation } from '#upstream/client.ts'
import { bindStatus, type NumberedExtension } from '#upstream/records.ts'
import { isAboutAny } from '../follow/rows.ts'
import { awayIn, followedAmong, settleEach, type Failure, type Followed } from '../follow/settle.ts'
import { recordNumbers } from '../people/record.ts'
import {
  chunks,
  lockIn,
  replaced,
  type Database,
  type StoreTransaction,
} from '../platform/database/database.ts'
import { isSameBinding, recordBindingChanges } from './binding-changes.ts'
import { numbersLock, poolsIn } from './numbers.ts'
import { lastWholeScan } from './scan.ts'
import type { NumberRow } from './schema.ts'
import { shownIn, type SeenNumber } from './shown.ts'

/** An observation of one number; `record` is null when the service does not know it. */
export interface Observed extends Pick<Observation, 'source' | 'at'> {
  ext: string
  record: NumberedExtension | null
}

/** An unchanged row is not written again within this time, in ms, so its `seen_at` may be that old. */
export const seenGrainMs = 60_000
/** Maximum length of an indexed text, in characters: PostgreSQL rejects index entries of more than 2,704 bytes. */
const maxIndexedLength = 200

type Use = Parameters<typeof reasonOf>[0]
const useOf = ({ using_uuid: currentUsingAgentUuid, enabled }: NumberRow): Use => ({
  currentUsingAgentUuid,
  enabled,
})
/** True when the later of two records tells a reason against offering the number, and the earlier does not. */
const hasGainedReason = (earlier: Use, later: Use): boolean =>
  reasonOf(later) !== null && reasonOf(earlier) === null

/**
 * The state of a number that is not bound, outside a page of the idle list. `scannedAt`: the start of the last whole scan of the
 * list, null without one.
 */
function unlistedState(
  old: NumberRow | undefined,
  { record, source }: { record: NumberedExtension; source: string },
  scannedAt: number | null,
): SeenState {
  if (old?.state === 'free') return hasGainedReason(useOf(old), record) ? 'unavailable' : 'free'
  if (old !== undefined) return old.state === 'unavailable' ? 'unavailable' : 'unknown'
  // The last scan did not list a number that it could have, and its own record says why.
  const couldList = scannedAt !== null && source !== 'created' && (record.creationTime ?? 0) < scannedAt
  return couldList && reasonOf(record) !== null ? 'unavailable' : 'unknown'
}

const indexed = (text: string): string => text.slice(0, maxIndexedLength).toWellFormed()

/** The row after an observation; `null` when nothing changes. Copies field by field, so that no secret is stored. */
function rowAfter(
  account: string,
  old: NumberRow | undefined,
  { ext, record, source, at }: Observed,
  scannedAt: number | null,
): NumberRow | null {
  if (old !== undefined && at < old.seen_at) {
    // An answer that arrives late still shows that the idle list has a number known as not bound since.
    const isLate =
      source === 'idle' &&
      at > (old.idle_at ?? 0) &&
      old.state !== 'gone' &&
      old.bind_status === bindStatus.free
    if (!isLate || record?.bindStatus !== bindStatus.free || hasGainedReason(record, useOf(old))) return null
    return { ...old, state: 'free', state_since: old.state === 'free' ? old.state_since : at, idle_at: at }
  }
  if (record === null) {
    if (old === undefined) return null
    const since = old.state === 'gone' ? {} : { state_since: at, binding_since: at }
    return { ...old, ...since, state: 'gone', source, seen_at: at, idle_at: null }
  }
  // Created and not read yet: the earlier observation holds more.
  if (source === 'created' && record.bindStatus === null && old !== undefined && old.state !== 'gone')
    return null
  const isUnbound = record.bindStatus === bindStatus.free
  const isListed = source === 'idle' && isUnbound
  const state = isListed
    ? 'free'
    : isUnbound
      ? unlistedState(old, { record, source }, scannedAt)
      : record.bindStatus === bindStatus.bound
        ? 'bound'
        : 'unknown'
  const agentUuid = isUnbound ? null : indexed(record.agentUuid ?? '') || null
  const agentName = isUnbound ? null : record.agentName || null
  const langCodeTxt = record.langCodeTxt ?? old?.lang_code_txt ?? null
  return {
    account,
    ext,
    state,
    pool_id: old?.pool_id ?? null,
    bind_status: record.bindStatus,
    agent_uuid: agentUuid,
    agent_name: agentName,
    using_uuid: record.currentUsingAgentUuid || null,
    lang_code: record.langCode ?? old?.lang_code ?? null,
    lang_code_txt: langCodeTxt,
    language: indexed(langCodeTxt ?? ''),
    domain: record.domain ?? old?.domain ?? null,
    status: record.status ?? old?.status ?? null,
    enabled: record.enabled ?? old?.enabled ?? null,
    ext_type: record.extType ?? old?.ext_type ?? null,
    creation_time: record.creationTime ?? old?.creation_time ?? null,
    bind_time: isUnbound ? null : record.bindTime,
    source,
    tried_at: old?.tried_at ?? null,
    first_seen_at: old?.first_seen_at ?? at,
    seen_at: at,
    state_since: old?.state === state ? old.state_since : at,
    idle_at: isListed ? at : state === 'free' ? (old?.idle_at ?? null) : null,
    binding_since:
      old !== undefined &&
      isSameBinding(old, { state, bind_status: record.bindStatus, agent_uuid: agentUuid })
        ? old.binding_since
        : at,
  }
}

const seenAgain = new Set(['seen_at', 'source', 'idle_at'])
/** True when an observation that changes nothing need not be written. */
const isSame = (old: NumberRow, row: NumberRow): boolean =>
  row.seen_at - old.seen_at < seenGrainMs &&
  (row.idle_at ?? 0) - (old.idle_at ?? 0) < seenGrainMs &&
  Object.entries(row).every(([name, value]) => seenAgain.has(name) || Reflect.get(old, name) === value)

const rowsAtOnce = 500
/** Maximum of numbers that an agent's row names. */
const maxNumbersOfAgent = 20

interface RowChange {
  before: NumberRow | undefined
  after: NumberRow
}

/** The observations of a number, in the order of their times. */
type SeenOften = [ext: string, observed: Observed[]]

/** Where numbers are written, and what follows. */
interface Store extends Followed {
  database: Pick<Database, 'withLock' | 'engine' | 'now'>
}

/**
 * Writes numbers as seen, each with all that follows from it in one transaction: binding changes, people, reservations and requests. Only
 * known numbers are marked as absent. Returns what could not be written, after all that can be is; stops at a store that is away.
 */
export async function observe(store: Store, observed: readonly Observed[]): Promise<Failure[]> {
  const { account, database } = store
  const byNumber = Map.groupBy(
    observed.toSorted((a, b) => a.at - b.at),
    ({ ext }) => ext,
  )
  const failures: Failure[] = []
  const followed: string[] = []
  for (const numbers of chunks([...byNumber], rowsAtOnce)) {
    const exts = numbers.map(([ext]) => ext)
    const away = awayIn(failures)
    if (away !== undefined) {
      failures.push({ ...away, numbers: exts })
      continue
    }
    // A row is computed from the one before it, so one transaction at a time over all replicas. Most wait for no other lock.
    await database
      .withLock(numbersLock, async (transaction) => {
        const { seen, changes } = await readChanges(transaction, account, numbers)
        const apart = await followedAmong(transaction, store, seen)
        await save(
          transaction,
          store,
          changes.filter(({ after }) => !apart.has(after.ext)),
        )
        return exts.filter((ext) => apart.has(ext))
      })
      .then(
        (apart) => followed.push(...apart),
        (error: unknown) => failures.push({ numbers: exts, error }),
      )
  }
  const unsettled = await settleEach(store, followed, async (transaction, ext) => {
    await lockIn(transaction, database.engine, numbersLock)
    const { seen, changes } = await readChanges(transaction, account, [[ext, byNumber.get(ext) ?? []]])
    await save(transaction, store, changes)
    return seen
  })
  return [...failures, ...unsettled]
}

/**
 * Marks numbers, known as not bound, that the service's idle list does not have by their own look-up at `at`; `unknown` when that
 * look-up did not answer. An observation since then counts more.
 */
export async function markUnlisted(
  { database, account }: { database: Pick<Database, 'withLock'>; account: string },
  numbers: readonly string[],
  state: 'unavailable' | 'unknown',
  at: number,
): Promise<void> {
  await database.withLock(numbersLock, (transaction) =>
    transaction
      .updateTable('number')
      .set({ state, idle_at: null, state_since: at })
      .where('account', '=', account)
      .where('ext', 'in', [...numbers, ''])
      .where('state', 'in', state === 'unknown' ? ['free'] : ['free', 'unknown'])
      .where('bind_status', '=', bindStatus.free)
      .where((where) => where.or([where('idle_at', 'is', null), where('idle_at', '<', at)]))
      .execute(),
  )
}

/**
 * Records that a look-up of the number at `at` gave nothing to store; of one without an answer also where a user waits for it, because
 * the number may have no row.
 */
export async function markTried(
  { database, account }: { database: Pick<Database, 'withLock'>; account: string },
  ext: string,
  at: number,
  { isAnswered }: { isAnswered: boolean },
): Promise<void> {
  await database.withLock(numbersLock, async (transaction) => {
    const set = { tried_at: at }
    await transaction
      .updateTable('number')
      .set(set)
      .where('account', '=', account)
      .where('ext', '=', ext)
      .execute()
    if (isAnswered) return
    await transaction
      .updateTable('reservation')
      .set(set)
      .where('account', '=', account)
      .where('ext', '=', ext)
      .where('state', '=', 'reserved')
      .execute()
    await transaction
      .updateTable('service_request')
      .set(set)
      .where('account', '=', account)
      .where((where) => isAboutAny(where, [ext]))
      .where('closed_at', 'is', null)
      .execute()
  })
}

/** Returns what these observations show of each number, and the rows that they change. */
async function readChanges(
  transaction: StoreTransaction,
  account: string,
  numbers: readonly SeenOften[],
): Promise<{ seen: SeenNumber[]; changes: RowChange[] }> {
  const stored = await transaction
    .selectFrom('number')
    .selectAll()
    .where('account', '=', account)
    .where(
      'ext',
      'in',
      numbers.map(([ext]) => ext),
    )
    .execute()
  const rows = new Map(stored.map((row) => [row.ext, row]))
  const hasNew = stored.length < numbers.length
  const scannedAt = hasNew ? await lastWholeScan(transaction, account) : null
  const pools = hasNew ? await poolsIn(transaction, account) : []
  const changes: RowChange[] = []
  const seen: SeenNumber[] = []
  for (const [ext, observed] of numbers) {
    const before = rows.get(ext)
    const after = observed.reduce((last, next) => rowAfter(account, last, next, scannedAt) ?? last, before)
    // The service does not know it either.
    if (after === undefined) seen.push({ ext, shown: 'missing', at: observed.at(-1)?.at ?? 0 })
    else seen.push({ ext, shown: shownIn(after), at: after.seen_at })
    if (after === undefined || after === before || (before !== undefined && isSame(before, after))) continue
    const pool_id =
      before === undefined ? (pools.find((pool) => holds(pool, ext))?.id ?? null) : before.pool_id
    changes.push({ before, after: { ...after, pool_id } })
  }
  return { seen, changes }
}

async function save(
  transaction: StoreTransaction,
  store: Store,
  changes: readonly RowChange[],
): Promise<void> {
  const rows = changes.map(({ after }) => after)
  const [first] = rows
  if (first === undefined) return
  await transaction
    .insertInto('number')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account', 'ext']).doUpdateSet(replaced(Object.keys(first))))
    .execute()
  await recordBindingChanges(transaction, changes)
  await recordChangedAgents(transaction, store, changes)
}

/** Records agents whose numbers or names changed, with the numbers now bound to each agent. */
async function recordChangedAgents(
  transaction: StoreTransaction,
  store: Store,
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
      FROM number WHERE account = ${store.account} AND agent_uuid IN (${sql.join(uuids)}) AND state = 'bound'
    ) AS bound WHERE place <= ${sql.lit(maxNumbersOfAgent)} ORDER BY agent_uuid, place`.execute(transaction)
  await recordNumbers(
    transaction,
    store,
    seen.map((agent) => {
      const bound = rows.filter((row) => row.agent_uuid === agent.agentUuid)
      return { ...agent, exts: bound.map(({ ext }) => ext), numbers: bound[0]?.numbers ?? 0 }
    }),
  )
}
