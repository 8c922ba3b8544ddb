import { numberActions, auditActions } from '#contract/audit.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { valuesIn, type AuditRow } from '../audit/audit-store.ts'
import type { Console } from '../features.ts'
import { holderIn } from '../numbers/shown.ts'
import type { RequestRow } from '../requests/answers.ts'
import type { ReservationRow } from '../reservations/answers.ts'
import type { JobLedger } from '../jobs/ledger.ts'
import type { HistoryRange, HistorySubject } from '../platform/history-range.ts'

/** An entry without its place. `id` is unique among entries with the same source and time. */
export type SourceEntry = { id: string; entry: WithoutPlace<HistoryEntry> }
type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, 'place'> : never

/** Reads one part of a history: at most `limit` entries, newest first by time and ID. */
export type HistorySource = (
  subject: HistorySubject,
  range: HistoryRange,
  limit: number,
) => Promise<SourceEntry[]>

/** A user whom the users' own table names (names.ts); of rows that an earlier version wrote, the stored name. */
const userOf = (id: string | null, name: string | null) =>
  id === null && name === null ? null : { id, name: name ?? '' }

/** An agent whom the directory names (names.ts). */
const agentOf = (agentUuid: string | null) => ({ agentUuid, name: null })

const fromReservation = (event: 'made' | 'ended', row: ReservationRow & { at: number }): SourceEntry => {
  const state = event === 'made' ? 'reserved' : row.state
  const holder = state === 'reserved' ? null : holderIn(row)
  return {
    id: row.id,
    entry: {
      kind: 'reservation',
      at: row.at,
      ext: row.ext,
      state,
      id: row.id,
      // The directory finds a new colleague by the console's ID.
      agent: agentOf(row.agent_uuid ?? row.joiner_id),
      ...(row.keep_days === null ? {} : { keptBack: true }),
      by:
        state === 'reserved'
          ? userOf(row.user_id, null)
          : state === 'released'
            ? userOf(row.ended_by_id, row.ended_by)
            : null,
      expiresAt: row.expires_at,
      reason: state === 'released' ? row.reason : null,
      holder: holder && { agentUuid: holder.agentUuid, name: holder.agentName },
    },
  }
}

function fromRequest(event: 'asked' | 'sent' | 'closed', row: RequestRow & { at: number }): SourceEntry {
  const { id, kind: change, at, ext, bound_uuid: boundTo, agent_uuid: rebindTo, with_ext: swapWith } = row
  const what = {
    kind: 'request' as const,
    at,
    ext,
    id,
    change,
    agent: boundTo === null ? null : agentOf(boundTo),
    rebindTo: rebindTo === null ? null : agentOf(rebindTo),
    swapWith,
    dueOn: null,
  }
  if (event === 'asked') {
    const by = userOf(row.user_id, null)
    return { id, entry: { ...what, event, by, reason: row.reason, dueOn: row.due_on } }
  }
  if (event === 'sent')
    return { id, entry: { ...what, event, by: userOf(row.sent_by_id, row.sent_by), reason: null } }
  const by = userOf(row.closed_by_id, row.closed_by)
  const end = row.state === 'withdrawn' ? 'withdrawn' : by === null ? 'settled' : 'done'
  return { id, entry: { ...what, event: end, by, reason: row.note } }
}

type CreationRow = Awaited<ReturnType<JobLedger['history']>>[number]
const fromJob = (ext: string, row: CreationRow): SourceEntry => ({
  id: row.id,
  entry: {
    kind: 'creation',
    at: row.at,
    ext,
    state: row.state,
    code: row.code,
    job: { id: row.id, name: row.name },
    by: { id: row.user_id, name: row.user_name },
  },
})

const fromAudit = (row: AuditRow): SourceEntry[] => {
  const action = auditActions.find((each) => each === row.action)
  if (action === undefined) return []
  const by = { id: row.actor_id, name: row.actor_name }
  const { id, at, object: ext, result, reason } = row
  return [{ id, entry: { kind: 'action', at, ext, action, result, values: valuesIn(row), reason, by } }]
}

/** The history shows creations by their job rows, and reservations and requests by their own, so it skips these audit actions. */
const shownElsewhere: readonly string[] = [
  'extension.create',
  'job.item.create',
  'request.settle',
  'reservation.expire',
  'reservation.fulfill',
  'reservation.keep',
  'reservation.lose',
]
const otherActions = numberActions.filter((action) => !shownElsewhere.includes(action))
const shownWhenDone = [
  'reservation.reserve',
  'reservation.release',
  'request.ask',
  'request.finish',
  'request.send',
  'request.withdraw',
]

/**
 * The history's sources by name; the name orders entries with the same time. Use `action` only for users who can read the audit.
 */
export function historySources({ numbers, reservations, requests, jobs, auditReader }: Console) {
  const binding: HistorySource = async (subject, range, limit) =>
    (await numbers.bindingChanges.list(subject, range, limit)).map(({ id, ...entry }) => ({ id, entry }))
  const ofReservations =
    (event: 'made' | 'ended'): HistorySource =>
    async (subject, range, limit) =>
      (await reservations.reads.history(event, subject, range, limit)).map((row) =>
        fromReservation(event, row),
      )
  const ofRequests =
    (event: 'asked' | 'sent' | 'closed'): HistorySource =>
    async (subject, range, limit) =>
      (await requests.reads.history(event, subject, range, limit)).map((row) => fromRequest(event, row))
  const creation: HistorySource = async (subject, range, limit) =>
    'ext' in subject
      ? (await jobs.ledger.history(subject.ext, range, limit)).map((row) => fromJob(subject.ext, row))
      : []
  const action: HistorySource = async (subject, range, limit) =>
    'ext' in subject
      ? (
          await auditReader.history(subject.ext, { actions: otherActions, but: shownWhenDone }, range, limit)
        ).flatMap(fromAudit)
      : []
  return {
    binding,
    reserved: ofReservations('made'),
    ended: ofReservations('ended'),
    asked: ofRequests('asked'),
    sent: ofRequests('sent'),
    closed: ofRequests('closed'),
    creation,
    action,
  }
}
