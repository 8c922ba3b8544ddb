import { sql } from 'kysely'
import * as z from 'zod/mini'
import { auditActions } from '#contract/audit.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { RequestKind } from '#contract/service-requests.ts'
import { system, valuesIn, type AuditRow } from '../audit/audit-store.ts'
import { eventOf, numberSubject, personSubject } from '../audit/histories.ts'
import type { Console } from '../features.ts'
import { readPersonIds } from '../people/named.ts'
import { newestIn, type HistoryRange, type HistorySubject } from '../platform/history-range.ts'
import { unchecked } from '../platform/stored.ts'

type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, 'place'> : never
/** An entry without its place. `id` is unique among entries of the same time. */
type PlacedEntry = { id: string; entry: WithoutPlace<HistoryEntry> }

/** Reads one part of a history: at most `limit` entries, newest first by time and ID. */
export type HistorySource = (range: HistoryRange, limit: number) => Promise<PlacedEntry[]>

const columns = ['action', 'object', 'actor_id', 'actor_name', 'data', 'reason', 'result'] as const
type Recorded = Pick<AuditRow, 'id' | 'at' | (typeof columns)[number]>

/** The values of what happened to a reservation or a request (`reservationEvent` and `requestEvent` in rows.ts). */
interface EventValues {
  id?: string
  agent?: string | { before: string | null; after: string | null } | null
  until?: number | null
  days?: number
  /** Who has the number once it is bound: the UUID, or the name when the service shows no UUID. */
  holder?: string
  holderName?: string
  kind: RequestKind
  swapWith?: string
  dueOn?: string
  note?: string
}

/** An agent or new colleague whom the directory names (names.ts). */
const agentOf = (agentUuid: string | null) => ({ agentUuid, name: null })
const agentOrNull = (agentUuid: string | null) => (agentUuid === null ? null : agentOf(agentUuid))

function entryOf(row: Recorded): WithoutPlace<HistoryEntry> | null {
  const { at, object: ext, actor_id, actor_name, result, reason } = row
  const by = { id: actor_id, name: actor_name }
  const event = result === 'done' ? eventOf(row.action) : undefined
  const values = unchecked(z.custom<EventValues>(), row.data ?? '{}')
  const { id, agent = null, until = null, days, holder = null, holderName = null, kind } = values
  if (event === undefined || id === undefined) {
    const action = auditActions.find((name) => name === row.action)
    return action === undefined
      ? null
      : { kind: 'action', at, ext, action, result, values: valuesIn(row), reason, by }
  }
  const { before, after } =
    typeof agent === 'object' && agent !== null ? agent : { before: null, after: agent }
  const common = { at, ext, id, by: actor_id === system.id ? null : by }
  return event.kind === 'reservation'
    ? {
        ...common,
        ...event,
        agent: agentOf(after),
        ...(days === undefined ? {} : { keptBack: true }),
        expiresAt: until,
        reason,
        holder: (holder ?? holderName) === null ? null : { agentUuid: holder, name: holderName },
      }
    : {
        ...common,
        ...event,
        change: kind,
        agent: agentOrNull(before),
        rebindTo: agentOrNull(after),
        swapWith: values.swapWith ?? null,
        reason: event.event === 'sent' ? null : (reason ?? values.note ?? null),
        dueOn: values.dueOn ?? null,
      }
}

type Store = Pick<Console, 'database' | 'account'>

async function readRecord(
  { database: { db }, account }: Store,
  { subject, canReadAudit }: { subject: string; canReadAudit: boolean },
  range: HistoryRange,
  limit: number,
): Promise<PlacedEntry[]> {
  const recorded = db
    .selectFrom('history')
    .leftJoin('audit', 'audit.id', 'history.id')
    .where('history.account', '=', account)
    .where('history.subject', '=', subject)
    .$if(!canReadAudit, (query) => query.where('history.restricted', '=', 0))
    .select(['history.id', 'history.at', 'history.entry'])
    .select(columns.map((name) => `audit.${name}` as const))
    .$castTo<Recorded & { entry: string | null }>()
  const rows = await newestIn(recorded, range, { at: sql`history.at`, id: sql`history.id`, limit })
  return rows.flatMap(({ entry: earlier, ...row }) => {
    const entry = entryOf({ ...row, ...unchecked(z.custom<Partial<Recorded>>(), earlier ?? '{}') })
    return entry === null ? [] : [{ id: row.id, entry }]
  })
}

/** Returns what is on record of a number, or of a person under any of the person's IDs. */
export async function recordOf(
  store: Store,
  about: HistorySubject,
  canReadAudit: boolean,
): Promise<HistorySource[]> {
  const subjects =
    'ext' in about
      ? [numberSubject(about.ext)]
      : (await readPersonIds(store, about.agentUuid)).map(personSubject)
  return subjects.map(
    (subject): HistorySource =>
      (range, limit) =>
        readRecord(store, { subject, canReadAudit }, range, limit),
  )
}
