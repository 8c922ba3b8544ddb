import type { Feature } from './app.ts'
import { mountPeople } from './people/routes.ts'
import { mountCapacity } from './capacity/routes.ts'
import { mountExtensions } from './extensions/routes.ts'
import { mountHistory } from './history/routes.ts'
import { mountNumbers } from './numbers/routes.ts'
import { mountJobs } from './jobs/routes.ts'
import { mountLabels } from './labels/routes.ts'
import { mountChannels } from './notifications/channel-routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { mountPools } from './pools/routes.ts'
import { mountReservations } from './reservations/routes.ts'
import { releaseAllOf } from './reservations/change.ts'
import { mountRequests } from './requests/routes.ts'
import { mountService } from './service/routes.ts'
import { mountStatus } from './status/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountAccount, OwnAccount } from './auth/account-routes.ts'
import { mountPasskeys, mountSecondFactor, mountStepUp } from './auth/factor-routes.ts'
import { mountApiTokens } from './auth/api-token-routes.ts'
import { mountSession, type readSession } from './auth/session-routes.ts'
import { mountSso } from './auth/sso-routes.ts'
import { mountUsers, type UserDeps } from './auth/user-routes.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import { mountViews } from './views/routes.ts'
import type { ConsoleBase } from './console-base.ts'
import type { Mount } from './platform/http/mount.ts'
import type { Console } from './features.ts'

/** The features whose endpoints need a service. */
const ofService = [
  mountExtensions,
  mountJobs,
  mountReservations,
  mountRequests,
  mountPeople,
  mountNumbers,
  mountNotifications,
  mountChannels,
  mountViews,
  mountPools,
  mountLabels,
  mountCapacity,
  mountHistory,
]

/** The endpoints that users call; without a service only those that need none. */
export function endpointsOf(
  { isConnected }: ConsoleBase,
  console: Console,
  { publicUrl, sessionSource }: { publicUrl: string; sessionSource: Parameters<typeof readSession>[1] },
): readonly Feature[] {
  const { auth, audit, auditReader, log, requests, times } = console
  const giveBackRequests: UserDeps['giveBackRequests'] = (...args) => requests.writes.giveBack(...args)
  const account = new OwnAccount({ auth, audit })
  return [
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
        poolNames: () => console.pools.names(),
        giveBackRequests,
        releaseReservations: (transaction, write, ...args) =>
          releaseAllOf(transaction, write, console, ...args),
      }),
    (mount) => mountSettings(mount, console),
    (mount) => mountService(mount, console),
    (mount) => mountAuditRoutes(mount, { audit, auditReader, timeZone: times.zone }),
    (mount) => mountStatus(mount, console),
    ...(isConnected ? ofService : []).map((mountFeature) => (mount: Mount) => mountFeature(mount, console)),
  ]
}
