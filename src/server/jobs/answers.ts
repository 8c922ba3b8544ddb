import type { Job, JobItem } from '#contract/jobs.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import { system } from '../audit/audit-store.ts'
import { chunks } from '../platform/database/database.ts'
import { csvPieces, fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { ItemRow } from './schema.ts'
import { rateWindowMs, type JobView } from './store.ts'
import { codeIn } from './transition.ts'

function stateOf({ ended_at, started_at, desired_state }: JobView): Job['state'] {
  if (ended_at !== null) return 'ended'
  if (desired_state === 'cancel') return 'ending'
  if (desired_state === 'pause') return 'paused'
  return started_at === null ? 'waiting' : 'running'
}

const howOf = { 'job.credentials': 'downloaded', 'job.credentials.print': 'printed' } as const

/** Converts what happened to the job's generated passwords to the contract's shape. */
function credentialsOf({
  offered,
  events,
  secrets_until,
  store_now,
  password_fill,
}: JobView): Job['credentials'] {
  const isOver = secrets_until !== null && secrets_until <= store_now
  const deletion = events.findLast(({ action }) => action === 'job.credentials.delete')
  const hasRunOut = password_fill !== 'none' && isOver && secrets_until > 0
  return {
    offered,
    until: isOver ? null : secrets_until,
    retrievals: events.flatMap(({ action, actor_name: by, at }) =>
      action === 'job.credentials' || action === 'job.credentials.print'
        ? [{ how: howOf[action], by, at }]
        : [],
    ),
    deleted:
      deletion !== undefined
        ? { at: deletion.at, by: deletion.actor_id === system.id ? null : deletion.actor_name }
        : // The worker deletes them within the next minute.
          hasRunOut
          ? { at: secrets_until, by: null }
          : null,
  }
}

/** Converts the job to the contract's shape. */
export function toJob(row: JobView, visibilityTimeoutSeconds: number): Job {
  const { pending, sending, in_doubt: inDoubt, done, failed, needs_review: needsReview, cancelled } = row
  // A job that started within the rate window was counted for less time.
  const counted = Math.min(rateWindowMs, Math.max(1_000, row.store_now - (row.started_at ?? row.store_now)))
  const perMinute = Math.round((row.recent * 60_000) / counted)
  const state = stateOf(row)
  const isEnded = state === 'ended'
  const isPaused = state === 'paused'
  const toSend = perMinute === 0 ? null : Math.ceil(((pending + sending) * 60) / perMinute)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdBy: row.user_name,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    state,
    pausedBecause: !isPaused ? null : row.paused_because === 'user' ? 'user' : codeIn(row.paused_because),
    pausedSince: isPaused ? row.paused_since : null,
    pausedMessage: isPaused ? row.paused_message : null,
    waitingFor: codeIn(row.waiting_for),
    total: row.total,
    counts: { pending, sending, inDoubt, done, failed, needsReview, cancelled },
    unverified: row.unverified,
    mismatched: row.mismatched,
    perMinute,
    secondsLeft:
      isEnded || isPaused || toSend === null
        ? null
        : Math.max(toSend, inDoubt > 0 ? visibilityTimeoutSeconds : 0),
    visibilityTimeoutSeconds,
    credentials: credentialsOf(row),
    retryable: state !== 'ending' && (row.secrets_until === null || row.secrets_until > row.store_now),
  }
}

export const toItem = (row: ItemRow, agentName: string | null = null): JobItem => ({
  line: row.position + 1,
  ext: row.ext,
  agentID: row.agent_id,
  agentType: row.agent_type,
  agentName,
  langCodeTxt: row.lang_code_txt,
  companyId: row.company_id,
  password: row.password_source,
  state: row.state,
  attempts: row.attempts,
  how: row.how,
  check: row.checked,
  code: codeIn(row.code),
  upstreamCode: row.upstream_code,
  message: row.message,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

/** The import's columns come first, so a report of failed rows can be imported again. */
const columns: Columns<JobItem> = {
  ...fields('ext', 'agentID', 'agentType', 'langCodeTxt', 'companyId'),
  ...fields('line', 'state', 'how', 'check', 'attempts', 'code', 'upstreamCode', 'message'),
  ...timeFields('startedAt', 'endedAt'),
}

/** The report: rows as CSV in pieces, without passwords. */
export const reportOf = (rows: readonly ItemRow[], times: ZoneTimes): AsyncGenerator<string> =>
  csvPieces(columns, chunks(rows.map((row) => toItem(row))), { times })
