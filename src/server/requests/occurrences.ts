import { maxNamed } from '#contract/notifications.ts'
import type { ServiceRequest } from '#contract/service-requests.ts'
import type { Database } from '../platform/database/database.ts'
import { hourly, hourStart, type OccurrenceSource } from '../platform/occurrence.ts'
import { toRequest } from './answers.ts'

/** How many requests, and which, the latest first. */
const ofNumbers = (requests: readonly ServiceRequest[]) => ({
  count: requests.length,
  ext: requests[0]?.ext ?? '',
  items: requests.slice(0, maxNamed).map(({ id, ext, boundTo, rebindTo }) => {
    const { agentName, agentUuid } = rebindTo ?? boundTo ?? { agentName: null, agentUuid: null }
    return { id, ext, agent: agentName ?? agentUuid }
  }),
})

/** Requests that were opened, assigned or closed. */
export const requestOccurrences =
  ({ db }: Pick<Database, 'db'>, account: string): OccurrenceSource =>
  async (since) => {
    const from = hourStart(since)
    const requests = db.selectFrom('service_request').selectAll().where('account', '=', account)
    const [opened, assigned, closed] = await Promise.all([
      requests.where('asked_at', '>=', from).execute(),
      requests.where('assigned_at', '>=', from).where('closed_at', 'is', null).execute(),
      requests.where('closed_at', '>=', from).execute(),
    ])
    return [
      ...hourly(
        opened.map((row) => toRequest(row)),
        ({ kind, by }) => `request-opened ${kind} ${by.id}`,
        ({ askedAt }) => askedAt,
        ({ kind, by }, all) => ({
          event: { kind: 'request-opened', ...ofNumbers(all), what: kind, by: by.name },
          person: null,
          causedBy: by.id,
        }),
      ),
      ...hourly(
        // The assignee who took a request knows.
        assigned.filter(({ assigned_by: by }) => by !== null),
        ({ kind, assignee_id: id, assigned_by: by }) => `request-assigned ${kind} ${id} ${by}`,
        ({ assigned_at: at }) => at ?? 0,
        (row, all) => {
          const { kind, assignee } = toRequest(row)
          return {
            event: {
              kind: 'request-assigned',
              ...ofNumbers(all.map((each) => toRequest(each))),
              what: kind,
              by: row.assigned_by ?? '',
            },
            person: assignee?.id ?? null,
            causedBy: null,
          }
        },
      ),
      ...hourly(
        closed.filter((row) => row.closed_by_id !== row.user_id).map((row) => toRequest(row)),
        ({ kind, by, closedBy, state }) => `request-closed ${kind} ${by.id} ${state} ${closedBy ?? ''}`,
        ({ closedAt }) => closedAt ?? 0,
        ({ kind, by, closedBy, state }, all) => ({
          event: {
            kind: 'request-closed',
            ...ofNumbers(all),
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
