import type { Database } from '../platform/database/database.ts'
import { hourly, hourStart, type OccurrenceSource } from '../platform/occurrence.ts'
import { toRequest } from './answers.ts'

/** Requests that were opened or closed. */
export const requestOccurrences =
  ({ db }: Pick<Database, 'db'>, account: string): OccurrenceSource =>
  async (since) => {
    const from = hourStart(since)
    const requests = db.selectFrom('service_request').selectAll().where('account', '=', account)
    const [opened, closed] = await Promise.all([
      requests.where('asked_at', '>=', from).execute(),
      requests.where('closed_at', '>=', from).execute(),
    ])
    return [
      ...hourly(
        opened.map(toRequest),
        ({ kind, by }) => `request-opened ${kind} ${by.id}`,
        ({ askedAt }) => askedAt,
        ({ ext, kind, by }, count) => ({
          event: { kind: 'request-opened', count, ext, what: kind, by: by.name },
          person: null,
          causedBy: by.id,
        }),
      ),
      ...hourly(
        closed.map(toRequest).filter(({ by, closedBy }) => by.name !== closedBy),
        ({ kind, by, closedBy, state }) => `request-closed ${kind} ${by.id} ${state} ${closedBy ?? ''}`,
        ({ closedAt }) => closedAt ?? 0,
        ({ ext, kind, by, closedBy, state }, count) => ({
          event: {
            kind: 'request-closed',
            count,
            ext,
            what: kind,
            by: closedBy,
            withdrawn: state === 'withdrawn',
          },
          person: by.id,
          causedBy: null,
        }),
      ),
    ]
  }
