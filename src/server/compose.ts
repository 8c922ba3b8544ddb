import { roleNames, type Role } from '#contract/access.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { UpstreamClient } from '#upstream/client.ts'
import { createApp, type Feature } from './app.ts'
import { openAgents } from './agents/open.ts'
import { mountAgents } from './agents/routes.ts'
import { openCapacity } from './capacity/open.ts'
import { mountCapacity } from './capacity/routes.ts'
import { openCodes } from './codes/open.ts'
import { mountCodes } from './codes/routes.ts'
import { openExtensions } from './extensions/open.ts'
import { mountExtensions } from './extensions/routes.ts'
import { mountHistory } from './history/routes.ts'
import { openInventory } from './inventory/open.ts'
import { mountInventory } from './inventory/routes.ts'
import { openJobs } from './jobs/open.ts'
import { mountJobs } from './jobs/routes.ts'
import { uuidsForJoiners } from './reservations/joiners.ts'
import { openLabels } from './labels/open.ts'
import { mountLabels } from './labels/routes.ts'
import { openPools } from './pools/open.ts'
import { mountPools } from './pools/routes.ts'
import { createPoolReads } from './pools/store.ts'
import { openReservations } from './reservations/open.ts'
import { createReservationReads } from './reservations/store-reads.ts'
import { mountReservations } from './reservations/routes.ts'
import { openRequests } from './requests/open.ts'
import { mountRequests } from './requests/routes.ts'
import { notConnected, type Connections } from './service/connection.ts'
import { claimIdentity } from './service/identities.ts'
import { openService, type CheckService, type ServiceSwitch } from './service/open.ts'
import { mountService } from './service/routes.ts'
import { createServiceStore } from './service/store.ts'
import { mountSettings } from './settings/routes.ts'
import { openSettings } from './settings/store.ts'
import { sessionOf } from './auth/session.ts'
import { openStatus } from './status/open.ts'
import { requireSecret } from './audit/secret-check.ts'
import { openAudit } from './audit/open.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import { openAuth } from './auth/auth.ts'
import { mountAuthRoutes } from './auth/routes.ts'
import { readsOf } from './page-reads.ts'
import { openViews } from './views/open.ts'
import { mountViews } from './views/routes.ts'
import { createBackground } from './platform/background.ts'
import { processZone, type Config } from './platform/config/config.ts'
import type { PasswordCost } from './auth/hashing.ts'
import { faultOf, type Log } from './platform/log.ts'
import { openDatabase, type Database, type StoreLocation } from './platform/database/database.ts'
import { resealStore } from './platform/database/reseal.ts'
import { createSeal } from './platform/database/encryption.ts'
import { CallReports } from './platform/upstream/call-reports.ts'
import { createTokenStore } from './platform/upstream/token-store.ts'
import { createUserShare } from './platform/upstream/user-share.ts'
import { timingsOf, type Timings } from './platform/timings.ts'

export interface ConsoleOptions {
  config: Pick<Config, 'trustedProxies' | 'jobVisibilityTimeoutMs'> &
    Partial<
      Pick<
        Config,
        'oidc' | 'auditLogFile' | 'sessionRequestsPerSecond' | 'requireSecondFactor' | 'network' | 'timeZone'
      >
    >
  connections: Connections
  /** Follows a change of the saved connection. Without it, the next start does. */
  switching?: ServiceSwitch
  /** Null while the check is not part of the console. */
  check?: CheckService | null
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
  required === null ? [] : required === 'admin' ? ['admin'] : roleNames

/** Assembles the BFF: store, users, the open API, the app. Nothing listens yet. */
export async function openConsole(options: ConsoleOptions) {
  const database = await openDatabase(options.store)
  try {
    return await assemble(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(
  database: Database,
  {
    config,
    connections,
    switching = { follow: () => Promise.resolve(), notOpenedSince: () => null },
    check = null,
    publicUrl,
    sessionSecret,
    previousSecret = null,
    hashCost,
    spa,
    log: plainLog,
    timings: ownTimings,
  }: ConsoleOptions,
) {
  const now = () => Date.now()

  // The store, its audit, and the users.
  const seal = createSeal(sessionSecret, previousSecret)
  await requireSecret(database, seal)
  const serviceStore = createServiceStore(database, seal)
  const saved = connections.environment === null ? await serviceStore.read() : null
  const connection =
    connections.environment ?? (saved?.active === true ? saved.connection : await connections.sandbox?.())
  const isConnected = connection !== undefined
  const service = connection ?? notConnected
  const timings = { ...timingsOf(service.profile), ...ownTimings }
  const status = openStatus(database)
  const log = status.watchLog(plainLog)
  const onFault = (error: unknown) => log.fault({ requestId: null, ...faultOf(error) })
  const record = openAudit(database, seal, { file: config.auditLogFile ?? null, onFault, log, timings })
  const audit = status.watchAudit(record.audit)
  const auth = await openAuth(database, {
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
  await resealStore(database, seal)
  // The first entry says when the console started. With a new secret it also proves the secret to later starts.
  await record.audit.begin().catch(onFault)

  // The service, its errors and the observations of its records.
  const account = await claimIdentity(database, service, log)
  const times = zoneTimes(config.timeZone ?? processZone())
  const reports = new CallReports(onFault)
  reports.listen(status.called)
  reports.listen(log.upstream)
  const shared = { database, account, audit, timings, now, times, onFault, log, seal, reports }
  const settings = openSettings(shared)
  const codes = openCodes(shared)
  const upstream = new UpstreamClient({
    ...service,
    cooldowns: timings.upstream.cooldowns,
    limits: timings.upstream.limits,
    network: config.network ?? {},
    tokenStore: createTokenStore(database, seal),
    takeTurn: createUserShare(),
    onCall: (report) => reports.publish(report),
  })

  // Features, and their background work: jobs, crawls, snapshots.
  const background = createBackground({
    database,
    log,
    waitedFor: () => upstream.waitedFor(),
    readsPerSecond: async () => (isConnected ? (await settings.read()).backgroundRate : 0),
    timings,
  })
  const { actionLimits } = auth
  const observed = { ...shared, upstream, background, settings, actionLimits }
  const poolReads = createPoolReads(database, account)
  const capacity = openCapacity({
    ...shared,
    background,
    snapshotsEveryMs: timings.snapshotsEveryMs,
    pools: poolReads.all,
  })
  const reservationReads = createReservationReads(database, account)
  const labels = openLabels(shared)
  const agents = openAgents({
    ...observed,
    reservations: reservationReads,
    onJoined: uuidsForJoiners(account),
    labels: { ...labels.of('agent'), moved: labels.moveAgent },
  })
  const agentNames = agents.reads.namesOf
  const inventory = openInventory({
    ...observed,
    reservedAgentsAfter: reservationReads.agentsAfter,
    recordAgents: agents.recordWithNumbers,
    labels: labels.of('extension'),
    peopleFor: (text) => agents.reads.idsFor(text),
    agentNames,
    numbersOfPool: async (id) => (await poolReads.byId(id))?.numbers ?? null,
  })
  const known = {
    ...observed,
    ...inventory.numbers,
    onSeen: inventory.onSeen,
    agentNames,
    reservations: reservationReads,
  }
  const reservations = openReservations({ ...known, directory: agents.forReservations })
  const requests = openRequests(known)
  const jobs = await openJobs({
    ...known,
    waitedFor: () => upstream.waitedFor(),
    visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
    async phonesOf(numbers) {
      const [seen, names] = await Promise.all([
        known.seenNumbers(numbers),
        reservationReads.namesFor(numbers),
      ])
      const rows = new Map(seen.map((row) => [row.ext, row]))
      return new Map(
        numbers.map((ext) => {
          const { domain = null, agent_name: bound = null } = rows.get(ext) ?? {}
          return [ext, { domain, name: bound ?? names.get(ext) ?? null }]
        }),
      )
    },
  })

  const extensions = openExtensions({ ...known, users: auth, jobs: jobs.ledger })
  const pools = openPools({
    ...shared,
    reads: poolReads,
    thresholds: capacity.ofPools,
    numbersInJobs: (set) => jobs.ledger.heldWithin(set),
  })

  const ownService = openService({
    ...observed,
    store: serviceStore,
    connections,
    connection: service,
    switching,
    check,
    network: config.network ?? {},
    auth,
    isJobRunning: () => jobs.store.isRunning(),
  })

  // The endpoints that users call.
  const counts = {
    jobRows: () => jobs.store.rowCounts(),
    jobLagMs: () => jobs.store.lagMs(),
    sessions: auth.sessions.total,
  }
  const sessionSource = { settings, service: { sandbox: service.sandbox, isConnected } }
  const features: readonly Feature[] = [
    (mount, app) => mountAuthRoutes(app, mount, { auth, audit, log, publicUrl, ...sessionSource }),
    (mount) => mountSettings(mount, settings),
    (mount) => mountService(mount, ownService),
    (mount) => mountAuditRoutes(mount, { audit, auditReader: record.reader, timeZone: times.zone }),
    (mount) => status.mount(mount, { upstream, service, audit, now, counts }),
  ]
  const featuresOfService: readonly Feature[] = [
    (mount) => mountExtensions(mount, extensions),
    (mount) => mountJobs(mount, jobs),
    (mount) => mountReservations(mount, reservations),
    (mount) => mountRequests(mount, requests),
    (mount) => mountAgents(mount, agents),
    (mount) => mountInventory(mount, inventory),
    (mount) => mountViews(mount, openViews(shared)),
    (mount) => mountPools(mount, pools),
    (mount) => mountLabels(mount, labels, { agentsById: agents.reads.uuidsById }),
    (mount) => mountCodes(mount, codes),
    (mount) => mountCapacity(mount, { ...capacity, users: auth, agents: agents.reads }),
    (mount) =>
      mountHistory(mount, {
        bindings: inventory.bindingChanges,
        reservations: reservationReads,
        jobs: jobs.ledger,
        auditReader: record.reader,
        agentsOf: agents.reads.peopleOf,
        agentSeenSince: async (uuid) => (await agents.reads.known([uuid]))[0]?.first_seen_at ?? null,
        userNames: auth.namesOf,
      }),
  ]

  const http = createApp({
    publicUrl,
    features: isConnected ? [...features, ...featuresOfService] : features,
    sessions: auth,
    spa:
      spa === null
        ? null
        : {
            directory: spa,
            sessionOf: (caller) => sessionOf(caller, sessionSource),
            readsOf: isConnected ? readsOf : () => [],
          },
    log,
    recordRefusal: auth.refusals.record,
    onReject: status.rejected,
    alive: database.alive,
    trustedProxies: config.trustedProxies,
    requestsPerSecond: config.sessionRequestsPerSecond ?? Number.MAX_SAFE_INTEGER,
    timings,
  })
  return {
    app: http.app,
    auth,
    metrics: status.registry,
    fetch: http.fetch,
    exclusively: database.exclusively,
    drain: http.drain,
    endStreams: http.endStreams,
    /** The version of the saved connection that this console opened, and the one that is saved now. */
    openedVersion: saved?.version ?? 0,
    savedVersion: connections.environment === null ? serviceStore.version : () => Promise.resolve(0),
    /** Finishes the requests that jobs have sent and sends no more; other replicas can continue the jobs. */
    stopJobs: () => jobs.worker.stop(),
    close: async () => {
      await jobs.worker.stop()
      await background.close()
      // Requests sent to the service still have outcomes to record.
      await audit.settled()
      await upstream.close()
      http.close()
      await inventory.close()
      await agents.close()
      await codes.close()
      await record.close()
      await database.close()
    },
  }
}
