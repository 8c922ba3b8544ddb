import type { Database } from '../platform/database/database.ts'
import type { Occurrence, OccurrenceSource } from '../platform/occurrence.ts'
import { passwordsToFetch } from './ledger.ts'

/** How long before their deletion passwords are about to be deleted. */
const expiringMs = 4 * 3_600_000

/** Bulk jobs that ended, that a refusal paused, or whose passwords are about to be deleted. */
export const jobOccurrences =
  ({ db }: Pick<Database, 'db'>, account: string): OccurrenceSource =>
  async (since, until) => {
    const jobs = db
      .selectFrom('job')
      .selectAll()
      .select(passwordsToFetch.as('passwords'))
      .where('account', '=', account)
      .where('kind', '=', 'bulk')
    const [ended, paused, expiring] = await Promise.all([
      jobs.where('ended_at', '>=', since).execute(),
      jobs
        .where('ended_at', 'is', null)
        .where('desired_state', '=', 'pause')
        .where('paused_because', '<>', 'user')
        .execute(),
      jobs
        .where('password_fill', '<>', 'none')
        .where('secrets_until', '>', until)
        .where('secrets_until', '<=', until + expiringMs)
        .execute(),
    ])
    const cancelled = ended.filter(({ desired_state: state }) => state === 'cancel').map(({ id }) => id)
    const cancels =
      cancelled.length === 0
        ? []
        : await db
            .selectFrom('audit')
            .select(['object', 'actor_id'])
            .where('action', '=', 'job.cancel')
            .where('object', 'in', cancelled)
            .execute()
    const ofUser = ({ user_id }: { user_id: string }) => ({ count: 1, person: user_id, causedBy: null })
    return [
      ...ended.flatMap((row): Occurrence[] => {
        const { id: jobId, name, total, done, failed, needs_review: needsReview } = row
        // The user who cancelled the job knows that it ended.
        const isKnown = cancels.some(({ object, actor_id: by }) => object === jobId && by === row.user_id)
        if (isKnown && needsReview === 0) return []
        const waits = row.password_fill !== 'none' && row.passwords > 0
        const passwordsUntil = waits ? row.secrets_until : null
        return [
          {
            ...ofUser(row),
            key: `job ${jobId} ${row.ended_at}`,
            at: row.ended_at ?? until,
            event:
              failed + needsReview > 0
                ? { kind: 'job-failed', jobId, name, failed, needsReview, total, passwordsUntil }
                : { kind: 'job-finished', jobId, name, done, total, passwordsUntil },
          },
        ]
      }),
      ...paused.map((row) => ({
        ...ofUser(row),
        // Each resumed job has another fencing token when it is paused again.
        key: `job-paused ${row.id} ${row.fencing_token}`,
        at: until,
        event: { kind: 'job-paused' as const, jobId: row.id, name: row.name },
      })),
      ...expiring
        .filter(({ passwords }) => passwords > 0)
        .map(({ id: jobId, name, passwords: count, secrets_until: end, ...row }) => ({
          ...ofUser(row),
          key: `passwords-expiring ${jobId} ${end}`,
          at: until,
          event: { kind: 'passwords-expiring' as const, jobId, name, count, until: end ?? until },
        })),
    ]
  }
