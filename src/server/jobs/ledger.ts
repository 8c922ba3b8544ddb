import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ItemFilterState, ItemState } from '#contract/jobs.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { NumberSet } from '#contract/number-set.ts'
import { system, type AuditEntry, type Notice, type WriteAudit } from '../audit/audit-store.ts'
import {
  chunks,
  countOf,
  endOf,
  replaced,
  storeTime,
  type StoreTransaction,
  type Database,
} from '../platform/database/database.ts'
import { sealedFor } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { newestIn, type HistoryRange } from '../platform/history-range.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isHeld, leaseOf, released } from '../platform/lease.ts'
import { inSet } from '../numbers/numbers.ts'
import {
  columnOf,
  type DesiredState,
  type ItemRow,
  type JobContext,
  type JobRow,
  type NewItemRow,
} from './schema.ts'
import { transition, type Circumstances, type Refusal, type RowEvent } from './transition.ts'

/** Events of a row, as the row was before them. */
export interface RowEvents {
  row: ItemRow
  events: readonly RowEvent[]
}
interface ChangedRow {
  before: ItemRow
  after: ItemRow
}

/** A job that a worker has leased. The store rejects its writes once another worker has a higher fencing token. */
type LeasedJob = Pick<JobRow, 'id' | 'fencing_token'>

/** Thrown when another worker has the lease. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export type SingleCreation = ItemRow & Pick<JobRow, 'operation'>

export interface ItemFilter {
  state?: ItemFilterState | undefined
  /** Prefix of the number. */
  ext?: string | undefined
}

/** Rows whose numbers no other creation may take. The unique index `job_item_open` has the same condition. */
const isUnderWay = sql<boolean>`(state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL))`
/** Created rows whose generated passwords the store still has. */
const hasPasswordToFetch = sql<boolean>`(state = 'done' AND password_source = 'random' AND password IS NOT NULL)`

/** SQL for the number of a job's passwords that wait for a user. */
export const passwordsToFetch = sql<number>`(SELECT count(*) FROM job_item WHERE job_id = job.id AND ${hasPasswordToFetch})`
/** SQL for the number of a job's rows that ended after `time`. */
export const endedAfter = (time: RawBuilder<number>) => sql<number>`(
  SELECT count(*) FROM job_item AS i WHERE i.job_id = job.id AND i.ended_at > ${time} AND i.state <> 'cancelled')`

/** Jobs that a worker works on, unless they have ended. A paused one finishes what is under way. */
export const hasWork = sql<boolean>`(desired_state <> 'pause' OR pending = 0 OR sending + in_doubt + unverified > 0)`

/** How long before their deletion passwords are announced, ms. */
const announcedMs = 4 * 3_600_000
/** How long an ended job's passwords are kept, in ms. */
const secretsMs = 24 * 3_600_000

/** The columns that `transition` changes. */
const changing = [
  'state',
  'attempts',
  'how',
  'checked',
  'code',
  'upstream_code',
  'message',
  'started_at',
  'open_since',
  'ended_at',
  'looks',
  'next_look_at',
] as const

/**
 * The leases of jobs, and every read and write of their rows. Writes go through `transition`, in a transaction that holds the
 * job's lease or is on record, which only one is at a time.
 */
export class JobLedger {
  readonly #context: JobContext
  readonly #lease: ReturnType<typeof leaseOf>

  constructor(context: JobContext) {
    this.#context = context
    this.#lease = leaseOf(context.now)
  }

  /** The columns of a job that is created with its first lease. */
  firstLease() {
    const { now, timings } = this.#context
    return { ...this.#lease.extend(timings.jobLeaseMs), fencing_token: 1, started_at: now }
  }

  /** Leases the oldest open job without a worker, single creations first; `null` when there is none. */
  async lease(kinds: readonly JobRow['kind'][]): Promise<JobRow | null> {
    const { db, now, account, timings } = this.#context
    const { isFree, take } = this.#lease
    const row = await db
      .updateTable('job')
      .set({ ...take(timings.jobLeaseMs), started_at: sql`coalesce(started_at, ${now})` })
      .where('id', '=', (jobs) =>
        jobs
          .selectFrom('job')
          .select('id')
          .where('account', '=', account)
          .where('ended_at', 'is', null)
          .where('kind', 'in', kinds)
          .where(isFree)
          .where(hasWork)
          .orderBy('kind', 'desc')
          .orderBy('created_at')
          .limit(1),
      )
      .where(isFree)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  /** Frees every lease. Only for the embedded store: its locked directory proves that no earlier worker is alive. */
  async freeAll(): Promise<void> {
    await this.#context.db.updateTable('job').set(released).where('lease_until', 'is not', null).execute()
  }

  /** The job, unless another worker has leased it. */
  #leased(job: LeasedJob, db: Database['db'] = this.#context.db) {
    return db.updateTable('job').where('id', '=', job.id).where(isHeld(job.fencing_token))
  }

  /** Proves that this worker still has the lease, and extends it. In a transaction, it locks the job. Throws `LeaseLost`. */
  async #extendLease(job: LeasedJob, db: Database['db'], changes: { waiting_for?: ProblemCode | null } = {}) {
    const { now, timings } = this.#context
    const row = await this.#leased(job, db)
      .set({ ...this.#lease.extend(timings.jobLeaseMs), ...changes })
      .returning(['desired_state', 'kind', 'user_id', 'user_name', 'actor', now.as('store_now')])
      .executeTakeFirst()
    if (row === undefined) throw new LeaseLost()
    return row
  }

  /** Extends the lease and returns the job's desired state. Throws `LeaseLost`. */
  async renew(job: LeasedJob, waitingFor: ProblemCode | null): Promise<DesiredState> {
    return (await this.#extendLease(job, this.#context.db, { waiting_for: waitingFor })).desired_state
  }

  /** Pauses the job because of a refusal that every row would meet. A cancelled job is not paused. */
  async pause(job: LeasedJob, { code, upstreamCode, message }: Refusal, forMs: number): Promise<void> {
    const { now } = this.#context
    const said = [upstreamCode, message].filter((part) => part !== null).join(' ')
    await this.#context.audit.transaction(async (transaction, _write, notify) => {
      const paused = await this.#leased(job, transaction)
        .set({
          desired_state: 'pause',
          paused_because: code,
          paused_since: sql`${now} - ${Math.round(forMs)}`,
          paused_message: said === '' ? null : said,
        })
        .where('desired_state', '<>', 'cancel')
        .returning(['id', 'name', 'user_id', 'kind', 'fencing_token'])
        .execute()
      // Each resumed job has another fencing token when it is paused again.
      notify(
        paused
          .filter(({ kind }) => kind === 'bulk')
          .map(({ id, name, user_id, fencing_token: token }) => ({
            key: `job-paused ${id} ${token}`,
            event: { kind: 'job-paused', jobId: id, name },
            person: user_id,
            causedBy: null,
          })),
      )
    })
  }

  async release(job: LeasedJob): Promise<void> {
    await this.#leased(job)
      .set({ ...released, waiting_for: null })
      .execute()
  }

  /**
   * Ends the job; with `isPaused`, leaves one that has only pending rows, also when it was resumed since: it is leased again.
   * Returns false, and does neither, while it has work.
   */
  async finish(job: LeasedJob, isPaused: boolean): Promise<boolean> {
    const { now, audit } = this.#context
    const ends = sql<boolean>`pending + sending + in_doubt + unverified = 0`
    return audit.transaction(async (transaction, _write, notify) => {
      const row = await this.#leased(job, transaction)
        .set({
          ...released,
          waiting_for: null,
          ended_at: sql`CASE WHEN ${ends} THEN ${now} END`,
          secrets_until: sql`CASE WHEN ${ends} AND has_secrets = 1 AND coalesce(secrets_until, 1) <> 0
          THEN ${now} + ${sql.lit(secretsMs)} ELSE secrets_until END`,
          warned_at: null,
        })
        .where(isPaused ? sql<boolean>`sending + in_doubt + unverified = 0` : ends)
        .returningAll()
        .returning(passwordsToFetch.as('passwords'))
        .executeTakeFirst()
      if (row?.ended_at != null && row.kind === 'bulk') notify(await this.#endOf(transaction, row))
      return row !== undefined
    })
  }

  /** Marks jobs whose passwords are deleted soon as announced, and returns whom to notify. `at`: the store's time. */
  async endingPasswords(transaction: StoreTransaction, at: number): Promise<Notice[]> {
    const jobs = await transaction
      .updateTable('job')
      .set({ warned_at: at })
      .where('account', '=', this.#context.account)
      .where('warned_at', 'is', null)
      .where('password_fill', '<>', 'none')
      .where('secrets_until', '>', at)
      .where('secrets_until', '<=', at + announcedMs)
      .returning(['id', 'name', 'user_id', 'secrets_until', passwordsToFetch.as('passwords')])
      .execute()
    return jobs
      .filter(({ passwords }) => passwords > 0)
      .map(({ id: jobId, name, user_id: person, secrets_until: end, passwords: count }) => ({
        key: `passwords-expiring ${jobId} ${end}`,
        event: { kind: 'passwords-expiring', jobId, name, count, until: end ?? at },
        person,
        causedBy: null,
      }))
  }

  /** What the user of an ended job is notified of. Who has cancelled it knows, unless rows need review. */
  async #endOf(
    transaction: StoreTransaction,
    row: Selectable<Tables['job']> & { passwords: number },
  ): Promise<Notice[]> {
    const { id: jobId, name, total, done, failed, needs_review: needsReview, user_id: person } = row
    const cancelled = await transaction
      .selectFrom('audit')
      .select('id')
      .where('object', '=', jobId)
      .where('action', '=', 'job.cancel')
      .where('actor_id', '=', person)
      .limit(1)
      .executeTakeFirst()
    if (row.desired_state === 'cancel' && cancelled !== undefined && needsReview === 0) return []
    const passwordsUntil = row.passwords > 0 ? row.secrets_until : null
    const event =
      failed + needsReview > 0
        ? ({ kind: 'job-failed', jobId, name, failed, needsReview, total, passwordsUntil } as const)
        : ({ kind: 'job-finished', jobId, name, done, total, passwordsUntil } as const)
    return [{ key: `job ${jobId} ${row.ended_at}`, event, person, causedBy: null }]
  }

  /** Inserts the rows of a new job. Throws the store's error when one of the numbers is in another open job. */
  async insert(transaction: StoreTransaction, rows: readonly NewItemRow[]): Promise<void> {
    for (const chunk of chunks(rows)) await transaction.insertInto('job_item').values(chunk).execute()
  }

  /** The row's password; `null` when it has none or it can no longer be decrypted. */
  passwordOf({ job_id, position, password }: Pick<ItemRow, 'job_id' | 'position' | 'password'>) {
    return password === null
      ? null
      : this.#context.seal.open(password, sealedFor.itemPassword(job_id, position))
  }

  /** The job's rows with a due look-up, then its pending rows unless the job is paused. */
  async next(jobId: string, limit: number, withPending: boolean): Promise<ItemRow[]> {
    const rows = () =>
      this.#context.db.selectFrom('job_item').selectAll().where('job_id', '=', jobId).limit(limit)
    const due = await rows().where('next_look_at', '<=', this.#context.now).orderBy('next_look_at').execute()
    if (!withPending) return due
    return [...due, ...(await rows().where('state', '=', 'pending').orderBy('position').execute())]
  }

  /**
   * Writes what happened to rows, with its audit, in one transaction. Returns each row as it is now, or null when it was no longer
   * in its state, and the job's desired state. Throws `LeaseLost`.
   */
  write(job: LeasedJob, changes: readonly RowEvents[]) {
    return this.#context.audit.transaction(async (transaction, writeAudit) => {
      const leased = await this.#extendLease(job, transaction)
      const { store_now: now, desired_state: desiredState } = leased
      const isCancelled = desiredState === 'cancel'
      const changed = await this.#save(transaction, job.id, changes, { now, isCancelled })
      await writeAudit(changed.flatMap((each) => entriesOf(each, job.id, leased)))
      const rows = new Map(changed.map(({ after }) => [after.position, after]))
      return { rows: changes.map(({ row }) => rows.get(row.position) ?? null), desiredState }
    })
  }

  /** Marks the rows that a dead worker was sending as in doubt, because they may have been sent. */
  takeOver(job: LeasedJob): Promise<void> {
    return this.#context.db.transaction().execute(async (transaction) => {
      await this.#extendLease(job, transaction)
      const sending = await this.rowsIn(transaction, job.id, 'sending')
      await this.change(transaction, job.id, sending, { kind: 'workerLost' })
    })
  }

  /** The rows in a state: all, or only the one with `ext`. */
  rowsIn(transaction: StoreTransaction, jobId: string, state: ItemState, ext?: string): Promise<ItemRow[]> {
    return transaction
      .selectFrom('job_item')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('state', '=', state)
      .$if(ext !== undefined, (query) => query.where('ext', '=', ext ?? ''))
      .execute()
  }

  /** Writes one event of many rows. Returns the rows as they are now. */
  async change(
    transaction: StoreTransaction,
    jobId: string,
    rows: readonly ItemRow[],
    event: RowEvent,
  ): Promise<ItemRow[]> {
    if (rows.length === 0) return []
    const now = await storeTime(transaction, this.#context)
    const changes = rows.map((row) => ({ row, events: [event] }))
    const changed = await this.#save(transaction, jobId, changes, { now, isCancelled: false })
    return changed.map(({ after }) => after)
  }

  /** Writes the rows that are still in their state, and the job's counts. */
  async #save(
    transaction: StoreTransaction,
    jobId: string,
    changes: readonly RowEvents[],
    job: Pick<Circumstances, 'now' | 'isCancelled'>,
  ): Promise<ChangedRow[]> {
    const circumstances = { ...job, visibilityTimeoutMs: this.#context.visibilityTimeoutMs }
    const wanted = changes.map(({ row, events }) => ({
      before: row,
      after: events.reduce((after, event) => transition(after, event, circumstances), row),
    }))
    const saved = new Set<number>()
    for (const [state, group] of Map.groupBy(wanted, ({ before }) => before.state))
      for (const chunk of chunks(group)) {
        const rows = await transaction
          .insertInto('job_item')
          .values(chunk.map(({ after }) => after))
          .onConflict((conflict) =>
            conflict
              .columns(['job_id', 'position'])
              .doUpdateSet({
                ...replaced(changing),
                // Another replica may have sealed it again.
                password: sql`CASE WHEN excluded.password IS NOT NULL THEN job_item.password END`,
              })
              .where('job_item.state', '=', state),
          )
          .returning('position')
          .execute()
        for (const { position } of rows) saved.add(position)
      }
    const changed = wanted.filter(({ before }) => saved.has(before.position))
    await this.#count(transaction, jobId, changed)
    return changed
  }

  async #count(transaction: StoreTransaction, jobId: string, changed: readonly ChangedRow[]): Promise<void> {
    const counts = new Map<CountColumn, number>()
    const count = (row: ItemRow, by: number) => {
      for (const column of countedIn(row)) counts.set(column, (counts.get(column) ?? 0) + by)
    }
    for (const { before, after } of changed) {
      count(before, -1)
      count(after, 1)
    }
    const different = [...counts].filter(([, by]) => by !== 0)
    if (different.length === 0) return
    await transaction
      .updateTable('job')
      .set(Object.fromEntries(different.map(([column, by]) => [column, sql`${sql.ref(column)} + ${by}`])))
      .where('id', '=', jobId)
      .execute()
  }

  /** Deletes the passwords of ended jobs that match and still have any. Returns these jobs. */
  async deleteSecrets(transaction: StoreTransaction, matches: RawBuilder<boolean>) {
    const jobs = await transaction
      .updateTable('job')
      .set({ secrets_until: 0 })
      .where('ended_at', 'is not', null)
      .where('secrets_until', '>', 0)
      .where(matches)
      .returning(['id', 'password_fill'])
      .execute()
    for (const { id } of jobs)
      await transaction
        .updateTable('job_item')
        .set({ password: null })
        .where('job_id', '=', id)
        .where('password', 'is not', null)
        .execute()
    return jobs
  }

  /** Deletes passwords whose time has ended, with an audit entry for those that users could fetch. */
  async expireSecrets(
    transaction: StoreTransaction,
    write: WriteAudit,
    matches: RawBuilder<boolean> = sql`1 = 1`,
  ): Promise<void> {
    const jobs = await this.deleteSecrets(
      transaction,
      sql`secrets_until <= ${this.#context.now} AND ${matches}`,
    )
    await write(
      jobs
        .filter(({ password_fill: fill }) => fill !== 'none')
        .map(({ id }) => ({
          actor: system,
          action: 'job.credentials.delete',
          object: id,
          result: 'done',
        })),
    )
  }

  async items(jobId: string, filter: ItemFilter, offset: number, limit: number) {
    const { state, ext } = filter
    let query = this.#context.db.selectFrom('job_item').where('job_id', '=', jobId)
    if (state === 'mismatched') query = query.where('state', '=', 'done').where('checked', '=', 'differs')
    else if (state !== undefined) query = query.where('state', '=', state)
    if (ext !== undefined) query = query.where('ext', '>=', ext).where('ext', '<', endOf(ext))
    const [rows, total] = await Promise.all([
      query.selectAll().orderBy('position').offset(offset).limit(limit).execute(),
      countOf(query),
    ])
    return { rows, total }
  }

  /** The one row of a single creation; `null` when there is no such job. */
  async single(id: string): Promise<SingleCreation | null> {
    const row = await this.#context.db
      .selectFrom('job_item')
      .innerJoin('job', 'job.id', 'job_item.job_id')
      .selectAll('job_item')
      .select('job.operation')
      .where('job.id', '=', id)
      .where('job.kind', '=', 'single')
      .where('job.account', '=', this.#context.account)
      .executeTakeFirst()
    return row ?? null
  }

  /** The rows whose generated passwords the store still has. */
  rowsToFetch(jobId: string): Promise<ItemRow[]> {
    return this.#context.db
      .selectFrom('job_item')
      .selectAll()
      .where('job_id', '=', jobId)
      .where(hasPasswordToFetch)
      .orderBy('position')
      .execute()
  }

  /** The numbers among `exts` that open jobs create, other than the job `but`. */
  async openNumbersAmong(exts: readonly string[], db: Database['db'] = this.#context.db, but = '') {
    const numbers = new Set<string>()
    for (const chunk of chunks(exts))
      for (const { ext } of await this.#openRows(db)
        .where('ext', 'in', chunk)
        .where('job_id', '<>', but)
        .execute())
        numbers.add(ext)
    return numbers
  }

  /** The numbers within a set that open jobs create: the console does not offer them as the next free number. */
  async openNumbersWithin(set: NumberSet): Promise<Set<string>> {
    const rows = await this.#openRows(this.#context.db).where(inSet(set)).execute()
    return new Set(rows.map(({ ext }) => ext))
  }

  #openRows(db: Database['db']) {
    return db
      .selectFrom('job_item')
      .select('ext')
      .where('account', '=', this.#context.account)
      .where(isUnderWay)
  }

  /** The rows of all jobs for one number, with their jobs. */
  #rowsOf(ext: string, db: Database['db'] = this.#context.db) {
    return db
      .selectFrom('job_item')
      .innerJoin('job', 'job.id', 'job_item.job_id')
      .where('job_item.account', '=', this.#context.account)
      .where('job_item.ext', '=', ext)
  }

  /** The latest user of this console who created or is creating the number in a job other than `but`. */
  async creatorOf(
    ext: string,
    but: string | null,
    db: Database['db'] = this.#context.db,
  ): Promise<{ by: string | null; at: number } | null> {
    const since = sql<number>`coalesce(job_item.started_at, job.created_at)`
    const row = await this.#rowsOf(ext, db)
      .select(['job.user_name as by', since.as('at')])
      .where('job_item.state', 'not in', ['failed', 'cancelled'])
      .where('job_item.job_id', '<>', but ?? '')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }

  /** Rows that created a number or tried to, newest first. The time is that of the row's latest state. */
  async history(ext: string, range: HistoryRange, limit: number) {
    const at = sql<number>`coalesce(job_item.ended_at, job_item.started_at, job.created_at)`
    const selected = this.#rowsOf(ext)
      .select(['job.id', 'job.name', 'job.user_id', 'job.user_name', 'job_item.state', 'job_item.code'])
      .select(at.as('at'))
    const rows = await newestIn(selected, range, { at, id: sql`job.id`, limit })
    return rows.map(({ id, name, user_id, user_name, ...row }) => ({
      id,
      entry: {
        kind: 'creation' as const,
        ...row,
        ext,
        job: { id, name },
        by: { id: user_id, name: user_name },
      },
    }))
  }

  /** The job that created the number, and its user; `undefined` when no job did. */
  creation(ext: string) {
    return this.#rowsOf(ext)
      .select(['job.id', 'job.name', 'job.user_id', 'job.user_name'])
      .where('job_item.state', '=', 'done')
      .orderBy('job_item.ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}

type CountColumn = (typeof columnOf)[ItemState] | 'unverified' | 'mismatched'

/** The columns of the job that count the row. */
function countedIn(row: ItemRow): CountColumn[] {
  const columns: CountColumn[] = [columnOf[row.state]]
  if (row.state === 'done' && row.checked === null) columns.push('unverified')
  if (row.state === 'done' && row.checked === 'differs') columns.push('mismatched')
  return columns
}

const storedActor = z.object({
  id: z.string(),
  name: z.string(),
  role: z.nullable(z.string()),
  session: z.nullable(z.string()),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})

type AuditedJob = Pick<JobRow, 'kind' | 'actor' | 'user_id' | 'user_name'>

/**
 * The actor of a row. For a single creation, its user and request. For a bulk job, its user, with the job ID as request ID, so
 * the audit finds all rows of the job.
 */
const actorOf = (jobId: string, job: AuditedJob): Actor =>
  job.actor === null
    ? { id: job.user_id, name: job.user_name, role: null, session: null, address: null, requestId: jobId }
    : storedActor.parse(JSON.parse(job.actor))

/** The audit of a worker's change: an intent before each send, an outcome after it. */
function entriesOf({ before, after }: ChangedRow, jobId: string, job: AuditedJob): AuditEntry[] {
  const isSingle = job.kind === 'single'
  const entry = (phase: AuditEntry['phase'], result: string | null): AuditEntry[] => [
    {
      actor: actorOf(jobId, job),
      action: isSingle ? 'extension.create' : 'job.item.create',
      object: after.ext,
      phase,
      result,
    },
  ]
  const { state } = after
  const isWaiting = state === 'pending' || state === 'inDoubt'
  // A single creation's intent was written with the job, so its outcome follows even when nothing was sent.
  if (state === 'sending') return isSingle ? [] : entry('intent', null)
  if (before.state === 'done' || state === before.state) return []
  if (isSingle ? isWaiting : before.state === 'pending' || state === 'inDoubt') return []
  if (state === 'pending' || state === 'cancelled') return entry('outcome', 'not created')
  // A bulk job's report lists the reasons of its rows.
  return entry('outcome', isSingle && state === 'failed' ? (after.code ?? state) : state)
}
