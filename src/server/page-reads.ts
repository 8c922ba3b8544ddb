import * as z from 'zod/mini'
import { agentExtensions, listAgents, readAgent } from '#contract/agents.ts'
import { readCapacity } from '#contract/capacity.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { urlOf } from '#contract/endpoint-url.ts'
import { extensionDetail, firstIdle, idleExtensions } from '#contract/extensions.ts'
import { agentHistory } from '#contract/history.ts'
import { inventoryStatus, listInventory } from '#contract/inventory.ts'
import { listJobs, readJob } from '#contract/jobs.ts'
import { readChannels } from '#contract/notification-channels.ts'
import { overviewReads } from '#contract/overview-reads.ts'
import { defaultPageSize } from '#contract/page.ts'
import type { PageName } from '#contract/page-patterns.ts'
import { listReservations, openReservations } from '#contract/reservations.ts'
import { listServiceRequests } from '#contract/service-requests.ts'
import { readService } from '#contract/service.ts'
import { listUsers } from '#contract/users.ts'
import type { SignedIn } from './platform/http/caller.ts'
import { pageAt } from './platform/http/page-paths.ts'

interface Read {
  endpoint: Endpoint
  params?: object
  /** The query, the same for every URL of the page. Without it, that of the URL. */
  query?: object
  /** What the script adds to the query of the page's URL. Without it, every default of the schema. */
  defaults?: object
}

type ReadsFor = (parameter: string) => Read[]

/**
 * For the parameter of a page's path, the reads without which the page shows nothing. A page that is missing here works
 * too, one round trip later.
 */
const reads: Readonly<Record<string, ReadsFor>> = {
  idle: () => [{ endpoint: idleExtensions }, { endpoint: firstIdle }],
  extension: (ext) => [
    { endpoint: extensionDetail, params: { ext } },
    { endpoint: listServiceRequests, query: { ext, state: 'pending' } },
    { endpoint: openReservations },
  ],
  numbers: () => [
    { endpoint: listInventory, defaults: { page: 1, pageSize: defaultPageSize, sort: 'ext', order: 'asc' } },
    { endpoint: inventoryStatus },
    { endpoint: openReservations },
  ],
  agents: () => [{ endpoint: listAgents }],
  agent: (id) => [
    { endpoint: readAgent, params: { id } },
    { endpoint: agentExtensions, params: { agentUuid: id } },
    { endpoint: agentHistory, params: { id }, query: {} },
    { endpoint: listServiceRequests, query: { agentUuid: id, state: 'pending' } },
  ],
  jobs: () => [{ endpoint: listJobs }],
  job: (id) => [{ endpoint: readJob, params: { id } }],
  overview: () => [
    { endpoint: readCapacity },
    { endpoint: listJobs, query: overviewReads.openJobs },
    { endpoint: listJobs, query: overviewReads.failedJobs },
    { endpoint: listJobs, query: overviewReads.waitingPasswords },
    { endpoint: openReservations },
    { endpoint: listReservations, query: overviewReads.lostReservations },
    { endpoint: listServiceRequests, query: overviewReads.pendingRequests },
    { endpoint: listServiceRequests, query: overviewReads.overdueRequests },
    { endpoint: readChannels },
  ],
  service: () => [{ endpoint: readService }],
  users: () => [{ endpoint: listUsers }],
} satisfies Partial<Record<PageName, ReadsFor>>

const only = (values: unknown, names: readonly string[]) =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
    : {}

/**
 * Returns the URLs that the page's script reads first, as the script sends them. Leaves out reads that are not allowed or
 * have an invalid parameter.
 */
export function readsOf(
  { pathname, searchParams }: URL,
  { permissions, mustChangePassword, secondFactorNeed }: SignedIn,
): string[] {
  const page = pageAt(pathname)
  if (page === undefined || mustChangePassword || secondFactorNeed !== null) return []
  const given = Object.fromEntries(searchParams)
  return (reads[page.name]?.(page.parameter) ?? []).flatMap(({ endpoint, params = {}, query, defaults }) => {
    const { access, path } = endpoint
    const filled = z.safeParse(endpoint.params, params)
    const requested = query ?? { ...defaults, ...given }
    const search = z.safeParse(endpoint.query, requested)
    return access !== 'signed-in' &&
      access !== 'anyone' &&
      permissions.includes(access) &&
      filled.success &&
      search.success
      ? [
          urlOf(
            path,
            filled.data,
            query === undefined && defaults === undefined
              ? search.data
              : only(search.data, Object.keys(requested)),
          ),
        ]
      : []
  })
}
