import { allows, roleNames, type Role } from '#contract/access.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { notConnected, type Connections } from './service/connection.ts'
import type { CheckService, ServiceSwitch } from './service/open.ts'
import { ServiceStore } from './service/store.ts'
import { requireSecret, resealAll } from './secrets.ts'
import { Channels } from './notifications/channels.ts'
import { Notifier } from './notifications/notify.ts'
import { openStatus } from './status/status.ts'
import { system } from './audit/audit-store.ts'
import { openAudit } from './audit/open.ts'
import { openAuth } from './auth/auth.ts'
import { processZone, type Config } from './platform/config/config.ts'
import type { PasswordCost } from './auth/hashing.ts'
import { faultOf, type Log } from './platform/log.ts'
import type { Database, StoreLocation } from './platform/database/database.ts'
import { createSeal } from './platform/database/encryption.ts'
import { timingsOf, type Timings } from './platform/timings.ts'

export interface ConsoleOptions {
  config: Pick<Config, 'trustedProxies' | 'jobVisibilityTimeoutMs'> & Partial<Config>
  connections: Connections
  /** A console of this process before it may still be finishing its work in the store. */
  replaces?: boolean
  /** Follows a change of the saved connection. Without it, the next start does. */
  switching?: ServiceSwitch
  check?: CheckService
  publicUrl: string
  store: StoreLocation
  sessionSecret: string
  /** During a rotation of the secret: the other secret, which is accepted as well. */
  previousSecret?: string | null | undefined
  hashCost?: PasswordCost | undefined
  spa: string | null
  log: Log
  timings?: Partial<Timings> | undefined
}

const strictRolesOf = (required: Config['requireSecondFactor'] = null): readonly Role[] =>
  roleNames.filter(
    (role) =>
      required === 'everyone' ||
      (required === 'admin' && (allows(role, 'user.manage') || allows(role, 'secret.reveal'))),
  )

/** Opens what every feature uses: the audit, the users, and the service's connection. */
export async function openBase(
  database: Database,
  {
    config,
    connections,
    publicUrl,
    sessionSecret,
    previousSecret = null,
    hashCost,
    log: plainLog,
    timings: ownTimings,
  }: ConsoleOptions,
) {
  // Users' changes have the store's times, and are compared with what was seen before and since.
  const now = database.clock
  const seal = createSeal(sessionSecret, previousSecret)
  await requireSecret(database, seal)
  const serviceStore = new ServiceStore(database, seal)
  const saved = connections.environment === null ? await serviceStore.read() : null
  const connection =
    connections.environment ?? (saved?.active === true ? saved.connection : await connections.sandbox?.())
  const isConnected = connection !== undefined
  const service = connection ?? notConnected
  const timings = { ...timingsOf(service.profile), ...ownTimings }
  const status = openStatus()
  const log = status.watchLog(plainLog)
  const onFault = (error: unknown) => log.fault({ requestId: null, ...faultOf(error) })
  const account = await serviceStore.accountOf(service)
  const channels = new Channels(database, seal)
  const gatherMs = timings.notificationsEveryMs
  const notifier = new Notifier({ database, channels, account, gatherMs, onFault })
  const auditing = openAudit(database, seal, {
    file: config.auditLogFile ?? null,
    onFault,
    failed: status.auditFailed,
    notify: notifier.notify,
    account,
  })
  const { audit } = auditing
  const auth = openAuth(database, {
    audit,
    log,
    publicUrl,
    secret: sessionSecret,
    previousSecret,
    hashCost,
    strictRoles: strictRolesOf(config.requireSecondFactor),
    oidc: config.oidc ?? null,
    timings,
  })
  await resealAll(database, seal)
  // The first entry says when the console started. With a new secret it also proves the secret to later starts.
  await audit.write([{ actor: system, action: 'audit.begin', object: 'console' }]).catch(onFault)

  // The service, its errors and the observations of its records.
  const times = zoneTimes(config.timeZone ?? processZone())
  const shared = { database, account, audit, timings, now, times, onFault, log, seal }
  return { shared, channels, notifier, auth, status, auditing, serviceStore, saved, service, isConnected }
}
export type ConsoleBase = Awaited<ReturnType<typeof openBase>>
