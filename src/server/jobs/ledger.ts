import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { ItemState, JobItem } from '#contract/jobs.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Audit, AuditEntry } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import { type Database, inMs } from '../platform/database/database.ts'
import { holdLease, type Lease } from './lease.ts'
import { columnOf, type ItemRow, type JobRow } from './tables.ts'
import type { Tables } from '../platform/database/schema.ts'

/** The service's reason for a row's state. */
export interface Reason {
  code: ProblemCode | null
  upstreamCode: string | null
  message: string | null
}
export const noReason: Reason = { code: null, upstreamCode: null, message: null }

/** One step of the row at `position`. Steps of a row are written in the order in which they arrive. */
export type Step =
  /** Moves `pending` to `sending` and writes the audit intent, durably before anything is sent. */
  | { kind: 'claim'; position: number }
  /** Marks that the request is about to be sent. */
  | { kind: 'sent'; position: number }
  /** Moves a row to its next state, with the audit outcome if the row was claimed. */
  | {
      kind: 'move'
      position: number
      from: ItemState
      to: ItemState
      how: JobItem['how']
      check: JobItem['check']
      reason: Reason
      /** Time until the next look-up, in ms; `null` for none. */
      lookInMs: number | null
    }
  /** A look-up that changed no state, or the read-back of a created number. */
  | {
      kind: 'look'
      position: number
      state: 'inDoubt' | 'done'
      check: JobItem['check']
      lookInMs: number | null
    }

type Move = Extract<Step, { kind: 'move' }>
type Look = Extract<Step, { kind: 'look' }>

/** Reads and writes of a job's rows for its worker. */
export function createJobLedger({ db, now }: Database, audit: Audit) {
  const after = inMs(now)

  const itemsAt = (transaction: Transaction<Tables>, jobId: string, positions: readonly number[]) =>
    transaction.updateTable('job_item').where('job_id', '=', jobId).where('position', 'in', positions)

  async function claim(
    transaction: Transaction<Tables>,
    jobId: string,
    fencingToken: number,
    positions: number[],
  ) {
    const rows = await itemsAt(transaction, jobId, positions)
      .set({
        state: 'sending',
        attempts: sql`attempts + 1`,
        fencing_token: fencingToken,
        started_at: sql`coalesce(started_at, ${now})`,
        open_since: sql`coalesce(open_since, ${now})`,
        sent_at: null,
      })
      .where('state', '=', 'pending')
      .returning(['position', 'ext'])
      .execute()
    return new Map(rows.map(({ position, ext }) => [position, ext]))
  }

  async function move(
    transaction: Transaction<Tables>,
    jobId: string,
    { from, to, ...step }: Move,
    positions: number[],
  ) {
    const open = to === 'pending' || to === 'inDoubt'
    const putBack = from === 'sending' && (to === 'pending' || to === 'cancelled')
    return itemsAt(transaction, jobId, positions)
      .set({
        state: to,
        how: step.how,
        checked: step.check,
        code: step.reason.code,
        upstream_code: step.reason.upstreamCode,
        message: step.reason.message,
        ended_at: open ? null : now,
        looks: 0,
        next_look_at: after(step.lookInMs),
        ...(to === 'inDoubt' ? { sent_at: sql<number>`coalesce(sent_at, ${now})` } : {}),
        // After a definite refusal, the number is known to be absent again.
        ...(to === 'failed' || putBack ? { open_since: null } : {}),
        ...(putBack ? { sent_at: null } : {}),
        // Without a reason, the row was never sent.
        ...(putBack && step.reason.code === null ? { attempts: sql<number>`attempts - 1` } : {}),
        ...(to === 'pending' && from === 'inDoubt' ? { resends: sql<number>`resends + 1` } : {}),
        ...(to === 'done' && step.check !== null ? { password: keptPassword } : {}),
        ...(to === 'cancelled' ? { password: null } : {}),
      })
      .where('state', '=', from)
      .returning(['position', 'ext'])
      .execute()
  }

  const look = (transaction: Transaction<Tables>, jobId: string, step: Look, positions: number[]) =>
    itemsAt(transaction, jobId, positions)
      .set({
        looks: sql`looks + 1`,
        checked: step.check,
        next_look_at: after(step.lookInMs),
        ...(step.check === null ? {} : { password: keptPassword }),
      })
      .where('state', '=', step.state)
      .returning('position')
      .execute()

  return {
    pending: (jobId: string, limit: number): Promise<ItemRow[]> =>
      db
        .selectFrom('job_item')
        .selectAll()
        .where('job_id', '=', jobId)
        .where('state', '=', 'pending')
        .orderBy('position')
        .limit(limit)
        .execute(),

    /** Rows with a due look-up: in doubt, or created and not verified yet. */
    due: (jobId: string, limit: number): Promise<ItemRow[]> =>
      db
        .selectFrom('job_item')
        .selectAll()
        .where('job_id', '=', jobId)
        .where('next_look_at', '<=', now)
        .orderBy('next_look_at')
        .limit(limit)
        .execute(),

    /** Writes steps in one transaction. Returns the claimed positions and the job's desired state. Throws `LeaseLost`. */
    write: ({ jobId, fencingToken, leaseMs }: Lease, steps: readonly Step[]) =>
      audit.transaction(async (transaction, writeAudit) => {
        const job = await holdLease(transaction, now, { jobId, fencingToken, leaseMs })
        const { desired_state: desiredState } = job
        // A single creation's intent was written with the job, so its outcome follows even when nothing was sent.
        const isSingle = job.kind === 'single'
        const entries: AuditEntry[] = []
        const note = (ext: string, phase: AuditEntry['phase'], result: string | null) =>
          entries.push({
            actor: actorOf(jobId, job),
            action: isSingle ? 'extension.create' : 'job.item.create',
            object: ext,
            phase,
            result,
          })
        const counts = new Map<CountColumn, number>()
        const count = (column: CountColumn, by: number) => counts.set(column, (counts.get(column) ?? 0) + by)
        const claimed = new Set<number>()
        const toDo = desiredState === 'cancel' ? steps.map(withoutResend) : steps
        for (const { step, positions } of grouped(toDo)) {
          if (step.kind === 'claim')
            for (const [position, ext] of await claim(transaction, jobId, fencingToken, positions)) {
              claimed.add(position)
              if (!isSingle) note(ext, 'intent', null)
              count('pending', -1)
              count('sending', 1)
            }
          else if (step.kind === 'sent')
            await itemsAt(transaction, jobId, positions)
              .set({ sent_at: now })
              .where('state', '=', 'sending')
              .execute()
          else if (step.kind === 'move')
            for (const { ext } of await move(transaction, jobId, step, positions)) {
              count(columnOf[step.from], -1)
              count(columnOf[step.to], 1)
              if (step.to === 'done' && step.check === null) count('unverified', 1)
              if (step.from === 'done') count('unverified', -1)
              if (step.to === 'done' && isMismatched(step.check)) count('mismatched', 1)
              const wasClaimed = step.from === 'sending' || step.from === 'inDoubt'
              // An accepted create already has its outcome.
              if (isSingle ? hasEnded(step.to) && step.from !== 'done' : wasClaimed && step.to !== 'inDoubt')
                note(ext, 'outcome', resultOf(step, isSingle))
            }
          else {
            const { length } = await look(transaction, jobId, step, positions)
            if (step.check !== null && step.lookInMs === null) count('unverified', -length)
            if (isMismatched(step.check) && step.lookInMs === null) count('mismatched', length)
          }
        }
        const changed = [...counts].filter(([, by]) => by !== 0)
        if (changed.length > 0)
          await transaction
            .updateTable('job')
            .set(Object.fromEntries(changed.map(([column, by]) => [column, sql`${sql.ref(column)} + ${by}`])))
            .where('id', '=', jobId)
            .execute()
        await writeAudit(entries)
        return { claimed, desiredState }
      }),
  }
}
export type JobLedger = ReturnType<typeof createJobLedger>

const storedActor = z.object({
  id: z.string(),
  name: z.string(),
  role: z.nullable(z.string()),
  session: z.nullable(z.string()),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})

/**
 * The actor of a row. For a single creation, its user and request. For a bulk job, its user, with the job ID as request ID, so
 * the audit finds all rows of the job.
 */
const actorOf = (jobId: string, job: Pick<JobRow, 'actor' | 'user_id' | 'user_name'>): Actor =>
  job.actor === null
    ? { id: job.user_id, name: job.user_name, role: null, session: null, address: null, requestId: jobId }
    : storedActor.parse(JSON.parse(job.actor))

const notCreated: readonly ItemState[] = ['pending', 'cancelled']

/** The audit records the reason of a failed single creation. A bulk job's report lists the reasons of its rows. */
const resultOf = ({ to, reason }: Move, isSingle: boolean): string =>
  notCreated.includes(to) ? 'not created' : isSingle && to === 'failed' ? (reason.code ?? to) : to

type CountColumn = (typeof columnOf)[ItemState] | 'unverified' | 'mismatched'

const hasEnded = (state: ItemState) => state !== 'pending' && state !== 'inDoubt'

/** A cancelled job sends no row again, so its rows become cancelled instead of pending. */
const withoutResend = (step: Step): Step =>
  step.kind === 'move' && step.to === 'pending' ? { ...step, to: 'cancelled' } : step

const isMismatched = (check: JobItem['check']) => check === 'differs'

/** Once the number is verified, an imported password is deleted. A generated password waits for the credentials file. */
const keptPassword = sql<string | null>`CASE WHEN password_source = 'given' THEN NULL ELSE password END`

/** Groups equal steps into one statement each, and keeps the order of each row's steps. */
function grouped(steps: readonly Step[]): { step: Step; positions: number[] }[] {
  const order = { claim: 0, sent: 1, move: 2, look: 3 } as const
  const groups = new Map<string, { step: Step; positions: number[] }>()
  for (const step of steps) {
    const { position, ...like } = step
    const key = JSON.stringify(like)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { step, positions: [position] })
    else group.positions.push(position)
  }
  return [...groups.values()].toSorted((a, b) => order[a.step.kind] - order[b.step.kind])
}
