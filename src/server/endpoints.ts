import type { Feature } from './app.ts'
import { mountAgents } from './people/routes.ts'
import { mountCapacity } from './capacity/routes.ts'
import { mountExtensions } from './extensions/routes.ts'
import { mountHistory } from './history/routes.ts'
import { mountInventory } from './inventory/routes.ts'
import { mountJobs } from './jobs/routes.ts'
import { lastWholeScan } from './numbers/scan.ts'
import { mountLabels } from './labels/routes.ts'
import { mountChannels } from './notifications/channel-routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { mountPools } from './pools/routes.ts'
import { mountReservations } from './reservations/routes.ts'
import { mountRequests } from './requests/routes.ts'
import { mountService } from './service/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountAccount, OwnAccount } from './auth/account-routes.ts'
import { mountPasskeys, mountSecondFactor, mountStepUp } from './auth/factor-routes.ts'
import { mountApiTokens } from './auth/api-token-routes.ts'
import { mountSession, type sessionOf } from './auth/session-routes.ts'
import { mountSso } from './auth/sso-routes.ts'
import { mountUsers, type UserDeps } from './auth/user-routes.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import { mountViews } from './views/routes.ts'
import type { ConsoleBase } from './console-base.ts'
import type { Features } from './features.ts'

/** The endpoints that users call; without a service only those that need none. */
export function endpointsOf(
  { shared, auth, status, auditing, service, isConnected }: ConsoleBase,
  features: Features,
  { publicUrl, sessionSource }: { publicUrl: string; sessionSource: Parameters<typeof sessionOf>[1] },
): readonly Feature[] {
  const { audit, log, now, times } = shared
  const { settings, upstream, agents, inventory, jobs, labels } = features
  const counts = {
    jobRows: () => jobs.store.rowCounts(),
    jobLagMs: () => jobs.store.lagMs(),
    sessions: () => auth.sessions.total(),
    mailHealth: () => features.notifications.health(),
  }
  const giveBackRequests: UserDeps['giveBackRequests'] = (...args) =>
    features.requests.writes.giveBack(...args)
  const account = new OwnAccount({ auth, audit })
  const always: readonly Feature[] = [
    (mount) => mountSession(mount, { auth, audit, publicUrl, ...sessionSource }),
    (mount, app) => mountSso(app, mount, { auth, audit, log, publicUrl, giveBackRequests }),
    (mount) => mountAccount(mount, auth, account),
    (mount) => mountSecondFactor(mount, auth, account),
    (mount) => mountPasskeys(mount, auth, account),
    (mount) => mountStepUp(mount, auth, account),
    (mount) => mountApiTokens(mount, { apiTokens: auth.apiTokens, audit }),
    (mount) =>
      mountUsers(mount, {
        auth,
        audit,
        poolNames: features.pools.names,
        giveBackRequests,
        releaseReservations: (...args) => features.reservations.writes.releaseAllOf(...args),
      }),
    (mount) => mountSettings(mount, settings, audit),
    (mount) => mountService(mount, features.connection),
    (mount) => mountAuditRoutes(mount, { audit, auditReader: auditing.reader, timeZone: times.zone }),
    (mount) =>
      status.mount(mount, {
        upstream,
        service,
        audit,
        now,
        counts,
        readsInBackground: async () => (await settings.read()).backgroundRate > 0,
        listsReadAt: () => lastWholeScan(shared.database.db, shared.account),
      }),
  ]
  if (!isConnected) return always
  return [
    ...always,
    (mount) => mountExtensions(mount, features.extensions),
    (mount) => mountJobs(mount, jobs),
    (mount) => mountReservations(mount, features.reservations),
    (mount) => mountRequests(mount, features.requests),
    (mount) => mountAgents(mount, agents),
    (mount) => mountInventory(mount, inventory),
    (mount) => mountNotifications(mount, features.notifications),
    (mount) => mountChannels(mount, features.notifications),
    (mount) => mountViews(mount, shared),
    (mount) => mountPools(mount, features.pools),
    (mount) =>
      mountLabels(mount, labels, {
        audit,
        now,
        agentsById: (ids) => agents.reads.uuidsById(ids),
        limits: features.limits,
      }),
    (mount) => mountCapacity(mount, { ...features.capacity, users: auth.users, agents: agents.reads }),
    (mount) =>
      mountHistory(mount, {
        bindings: inventory.bindingChanges,
        flush: inventory.flush,
        reservations: features.reservationReads,
        requests: features.requests.reads,
        jobs: jobs.ledger,
        auditReader: auditing.reader,
        peopleOf: agents.peopleOf,
        users: auth.users,
        agentSeenSince: async (uuid) => (await agents.reads.known([uuid]))[0]?.first_seen_at ?? null,
      }),
  ]
}
