import { randomUUID } from 'node:crypto'
import { createUpstream } from '#upstream/client.ts'
import { createApp, type Feature } from './app.ts'
import { mountAccount } from './auth/account.ts'
import { mountAgents } from './extensions/agents.ts'
import { mountAudit } from './audit/audit.ts'
import { mountCapacity } from './capacity/routes.ts'
import { mountCodes } from './codes/codes.ts'
import { mountExtensions } from './extensions/extensions.ts'
import { mountInventory } from './inventory/inventory.ts'
import { mountJobs } from './jobs/routes.ts'
import { mountReference } from './extensions/reference.ts'
import { mountReservations } from './reservations/reservations.ts'
import { mountSecret } from './extensions/secret.ts'
import { mountSession, sessionOf } from './auth/session.ts'
import { mountSettings } from './settings/settings.ts'
import { mountSingleCreation } from './jobs/single-creation.ts'
import { openStatus } from './status/open-status.ts'
import { mountStepUp } from './auth/step-up-routes.ts'
import { mountSuggestions } from './extensions/suggestions.ts'
import { mountUsers } from './auth/users.ts'
import { mountViews } from './inventory/views.ts'
import { createRefusals } from './auth/refusals.ts'
import { createReservationWatch } from './reservations/reservation-watch.ts'
import { anchorAudit } from './audit/audit-anchor.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createAuth } from './auth/auth.ts'
import { createBackground } from './platform/background.ts'
import { createObservedValues, watchAgents } from './codes/observed-values.ts'
import type { Config } from './platform/config/config.ts'
import { createJobThrottle } from './jobs/job-throttle.ts'
import { createJobWorker } from './jobs/worker.ts'
import { createResponseRedactor } from './platform/http/response-redactor.ts'
import type { PasswordCost } from './auth/hashing.ts'
import { faultOf, type Log } from './platform/log.ts'
import { createOidc } from './auth/oidc.ts'
import { watchObservations } from './inventory/observations.ts'
import { keepSnapshots } from './capacity/snapshots.ts'
import { openInventory } from './inventory/open-inventory.ts'
import { mountSso, ssoRedirectUri } from './auth/sso.ts'
import { createStrangers } from './auth/strangers.ts'
import { createActionLimits } from './auth/action-limits.ts'
import { createReservationReader } from './reservations/reservation-reader.ts'
import { createReservationSettler } from './reservations/reservation-settler.ts'
import { createReservationStore } from './reservations/reservation-store.ts'
import { createAuditReader } from './audit/audit-reader.ts'
import { createAudit } from './audit/audit-store.ts'
import { createCodeNames } from './codes/code-names.ts'
import { createObservedValueStore } from './codes/observed-value-store.ts'
import { openDatabase, type Where } from './platform/database/database.ts'
import { createJobCreation } from './jobs/job-creation.ts'
import { createJobLeases } from './jobs/job-lease.ts'
import { createJobLedger } from './jobs/job-ledger.ts'
import { createJobControl } from './jobs/job-control.ts'
import { createJobStore } from './jobs/job-store.ts'
import { createPoolStore } from './capacity/pool-store.ts'
import { resealStore } from './platform/database/reseal.ts'
import { createSeal } from './platform/database/encryption.ts'
import { createSettingsStore } from './settings/settings-store.ts'
import { createSnapshotStore } from './capacity/snapshot-store.ts'
import { createThresholdStore } from './capacity/threshold-store.ts'
import { createTokenStore } from './platform/upstream/token-store.ts'
import { createViewStore } from './inventory/view-store.ts'
import { defaultTimings, type Timings } from './platform/timings.ts'

export interface ConsoleOptions {
  config: Pick<
    Config,
    | 'companyId'
    | 'extensionsAuth'
    | 'authorization'
    | 'tokenInvalidCodes'
    | 'trustedProxies'
    | 'jobVisibilityTimeoutMs'
  > &
    Partial<Pick<Config, 'oidc' | 'auditLogFile' | 'sessionRequestsPerSecond'>>
  service: { sandbox: boolean; url: string; extensionsUrl: string; appId: string; appKey: string }
  publicUrl: string
  store: Where
  sessionSecret: string
  /** During a rotation of the secret: the other one that is accepted. */
  previousSecret?: string | null | undefined
  hashCost?: PasswordCost | undefined
  spa: string | null
  log: Log
  timings?: Partial<Timings> | undefined
}

/** Puts the BFF together: store, users, the open API, the app. Nothing listens yet. */
export async function openConsole({
  config,
  service,
  publicUrl,
  store,
  sessionSecret,
  previousSecret = null,
  hashCost,
  spa,
  log: plainLog,
  timings: ownTimings,
}: ConsoleOptions) {
  const timings = { ...defaultTimings, ...ownTimings }
  const now = () => Date.now()

  // The store, the record of what happens in it, and the users.
  const database = await openDatabase(store)
  const seal = createSeal(sessionSecret, previousSecret)
  const status = openStatus(database)
  const log = status.watchLog(plainLog)
  const onFault = (error: unknown) => log.fault({ requestId: null, ...faultOf(error) })
  const auditLog = config.auditLogFile ? createAuditLog(config.auditLogFile, onFault) : null
  const audit = status.watchAudit(createAudit(database, seal, auditLog?.append))
  const stopAnchors = anchorAudit(audit, log)
  const auth = await createAuth(
    database,
    { publicUrl, secret: sessionSecret, previousSecret, hashCost },
    timings,
  )
  await resealStore(database, seal)
  await auth.secondFactor.encryptAllAgain()

  // The service, watched for secrets, faults and what its answers show.
  const leak = (at: string[]) => log.fault({ requestId: null, name: 'SecretWithheld', code: null, at })
  const fixed = [
    service.appKey,
    config.authorization,
    sessionSecret,
    previousSecret,
    config.oidc?.clientSecret ?? null,
  ]
  const responseRedactor = createResponseRedactor(fixed, (route) => leak([`answer of ${route}`]))
  const account = `${service.extensionsUrl} ${service.appId}`
  const observedValueStore = createObservedValueStore(database, account)
  const observedValues = createObservedValues(observedValueStore, { now, onFault, timings })
  const inventory = openInventory(database, account, { onFault, timings })
  const gateway = createUpstream({
    ...service,
    ...timings.upstream,
    companyId: config.companyId,
    extensionsAuth: config.extensionsAuth,
    authorization: config.authorization,
    tokenInvalidCodes: config.tokenInvalidCodes,
    tokenStore: responseRedactor.watch(createTokenStore(database, seal)),
    onCall: (report) => {
      status.called(report)
      observedValues.sawCall(report)
      const { operation, milliseconds, error, withheld } = report
      if (withheld.length > 0) leak([operation, ...withheld])
      log.upstream({
        operation,
        ms: Math.round(milliseconds),
        kind: error?.kind ?? null,
        code: error?.code ?? null,
      })
    },
  })
  const upstream = watchObservations(
    watchAgents(gateway.upstream, observedValues.sawAgent),
    (observation) => {
      inventory.watch.seen(observation)
      reservationWatch.seen(observation.records, observation.at)
      observedValues.sawExtensions(observation.records)
    },
    { now, onFault },
  )
  const reservations = {
    store: createReservationStore(database, audit, seal, account),
    reader: createReservationReader(database, account),
  }
  const reservationWatch = createReservationWatch({
    ...reservations,
    upstream,
    settler: createReservationSettler(database, audit),
    onFault,
    timings,
  })

  // Work without a request: jobs, crawls, snapshots.
  const settings = createSettingsStore(database)
  const leases = createJobLeases(database, account)
  // The data directory is locked, so a lease that is left in the embedded store belongs to a process that has ended.
  if (database.engine === 'sqlite') await leases.freeAll()
  const background = createBackground({
    database,
    log,
    waitedFor: gateway.waitedFor,
    readsPerSecond: async () => (await settings.read()).backgroundRate,
    timings,
  })
  const worker = createJobWorker({
    upstream,
    leases,
    ledger: createJobLedger(database, audit),
    throttle: createJobThrottle(gateway.waitedFor, timings),
    seal,
    visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
    timings,
    log,
    owner: randomUUID(),
    settings: settings.read,
  })
  const capacity = {
    pool: createPoolStore(database, account),
    snapshots: createSnapshotStore(database, account),
    thresholds: createThresholdStore(database, account),
  }
  keepSnapshots(background, timings.snapshotsEveryMs, capacity)
  inventory.keep(background, upstream, reservations.reader)
  background.every('reservations', timings.reservationsEveryMs, reservationWatch.round)

  // What users call.
  const oidc = config.oidc ? createOidc(config.oidc, ssoRedirectUri(publicUrl), timings.signInStepMs) : null
  const strangers = createStrangers(audit, now)
  const actionLimits = createActionLimits(database)
  const jobs = {
    audit,
    jobs: createJobStore(database, audit, account),
    creation: createJobCreation(database, audit, seal, account),
    control: createJobControl(database, audit),
    seal,
    timings,
    visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
    watchMs: timings.jobWatchMs,
    wake: worker.wake,
  }
  const codes = {
    names: createCodeNames(database, account),
    observedValues: observedValueStore,
    watch: observedValues,
  }
  const features: readonly Feature[] = [
    (mount) => mountSession(mount, { auth, audit, strangers, oidc, publicUrl, settings, service }),
    (mount, app) => mountSso(app, mount, { auth, audit, strangers, log, seal, publicUrl, oidc, now }),
    (mount) => mountStepUp(mount, { auth, audit }),
    (mount) => mountReference(mount, { upstream, now }),
    (mount) => mountExtensions(mount, { upstream }),
    (mount) => mountSecret(mount, { upstream, audit, actionLimits }),
    (mount) => mountSingleCreation(mount, { upstream, jobs, settings }),
    (mount) => mountJobs(mount, { upstream, jobs, actionLimits }),
    (mount) => mountAgents(mount, { upstream }),
    (mount) => mountReservations(mount, { upstream, audit, reservations }),
    (mount) => mountInventory(mount, { inventory, upstream, settings, audit, now }),
    (mount) => mountViews(mount, { views: createViewStore(database), audit }),
    (mount) => mountSuggestions(mount, { upstream }),
    (mount) => mountSettings(mount, { settings, audit }),
    (mount) => mountCodes(mount, { codes, audit, now }),
    (mount) => mountAudit(mount, { audit, auditReader: createAuditReader(database) }),
    (mount) => status.mount(mount, { gateway, service, config, audit, now }),
    (mount) => mountCapacity(mount, { capacity, audit, now }),
    (mount) => mountUsers(mount, { auth, audit }),
    (mount) => mountAccount(mount, { auth, audit }),
  ]

  const http = createApp({
    publicUrl,
    features,
    sessions: auth,
    spa:
      spa === null
        ? null
        : { directory: spa, sessionOf: (caller) => sessionOf(caller, { settings, service }) },
    log,
    recordRefusal: createRefusals({ audit, log, now }),
    onReject: status.rejected,
    responseRedactor,
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
    /** Finishes the requests that jobs have sent and sends no more; other replicas can continue the jobs. */
    stopJobs: () => worker.stop(),
    close: async () => {
      await worker.stop()
      await background.close()
      // Outcomes of requests that were sent to the service are still to be recorded.
      await audit.settled()
      await gateway.close()
      http.close()
      await inventory.watch.close()
      await reservationWatch.close()
      await observedValues.close()
      // After the last entry, so that the anchor names it and the file holds it.
      stopAnchors()
      await auditLog?.close()
      await database.close()
    },
  }
}
