import { randomUUID } from 'node:crypto'
import { createUpstream } from '#upstream/client.ts'
import { addressReader } from './platform/http/address.ts'
import { createApp } from './app.ts'
import { createReservationWatch } from './reservations/reservation-watch.ts'
import { openAudit } from './audit/open-audit.ts'
import { openAuth } from './auth/auth.ts'
import { createBackground } from './platform/background.ts'
import { createCallRegistry } from './status/call-registry.ts'
import { createObservedValues, watchAgents } from './codes/observed-values.ts'
import type { Config } from './platform/config/config.ts'
import { createJobThrottle } from './jobs/job-throttle.ts'
import { createJobWorker } from './jobs/worker.ts'
import { createResponseRedactor } from './platform/http/response-redactor.ts'
import { createLoadShedder } from './platform/http/load-shedder.ts'
import type { PasswordCost } from './auth/hashing.ts'
import { faultOf, type Log } from './platform/log.ts'
import { addGauges, createMetrics } from './status/metrics.ts'
import { watchObservations } from './inventory/observations.ts'
import { keepSnapshots } from './capacity/snapshots.ts'
import { openInventory } from './inventory/open-inventory.ts'
import { createReservationReader } from './reservations/reservation-reader.ts'
import { createReservationSettler } from './reservations/reservation-settler.ts'
import { createReservationStore } from './reservations/reservation-store.ts'
import { createCodeNames } from './codes/code-names.ts'
import { createObservedValueStore } from './codes/observed-value-store.ts'
import { openDatabase, type Where } from './platform/database/database.ts'
import { createStoreCounts } from './status/store-counts.ts'
import { createJobCreation } from './jobs/job-creation.ts'
import { createJobLeases } from './jobs/job-lease.ts'
import { createJobLedger } from './jobs/job-ledger.ts'
import { createJobControl } from './jobs/job-control.ts'
import { createJobStore } from './jobs/job-store.ts'
import { createPoolStore } from './capacity/pool-store.ts'
import { createUserRate } from './platform/http/user-rate.ts'
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
  /** During a rotation of the secret: the other one that is good. */
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
  const database = await openDatabase(store)
  const seal = createSeal(sessionSecret, previousSecret)
  const metrics = createMetrics()
  const log = metrics.watchLog(plainLog)
  const onFault = (error: unknown) => log.fault({ requestId: null, ...faultOf(error) })
  const openedAudit = openAudit(database, seal, {
    file: config.auditLogFile ?? null,
    onFault,
    log,
  })
  const audit = metrics.watchAudit(openedAudit.audit)
  const auth = await openAuth(database, {
    audit,
    log,
    publicUrl,
    secret: sessionSecret,
    previousSecret,
    hashCost,
    oidc: config.oidc ?? null,
    timings,
  })
  await resealStore(database, seal)
  const calls = createCallRegistry()
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
  const observedValues = createObservedValues(observedValueStore, { now: Date.now, onFault, timings })
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
      calls.report(report)
      metrics.called(report)
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
    { now: Date.now, onFault },
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
  addGauges(metrics, { gateway, counts: createStoreCounts(database), alive: database.alive })
  const settings = createSettingsStore(database)
  const leases = createJobLeases(database, account)
  // The data directory's lock says that whoever held a lease in the embedded store is gone.
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
  const addressOf = addressReader(config.trustedProxies)
  const loadShedder = createLoadShedder({
    publicUrl,
    addressOf,
    sessionOf: auth.sessionTokenOf,
    onReject: metrics.turnedAway,
  })
  let draining = false
  const app = createApp({
    upstream,
    gateway,
    auth,
    seal,
    settings,
    codes: {
      names: createCodeNames(database, account),
      observedValues: observedValueStore,
      watch: observedValues,
    },
    audit,
    auditReader: openedAudit.reader,
    actionLimits: auth.actionLimits,
    jobs: {
      audit,
      jobs: createJobStore(database, audit, account),
      creation: createJobCreation(database, audit, seal, account),
      control: createJobControl(database, audit),
      seal,
      timings,
      visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
      watchMs: timings.jobWatchMs,
      wake: worker.wake,
    },
    reservations,
    inventory,
    views: createViewStore(database),
    capacity,
    calls,
    responseRedactor,
    log,
    publicUrl,
    service: {
      sandbox: service.sandbox,
      url: service.url,
      extensionsUrl: service.extensionsUrl,
      extensionsAuth: config.extensionsAuth,
      companyId: config.companyId,
      appId: service.appId,
    },
    spa,
    now: Date.now,
    timings,
    ready: async () => !draining && (await database.alive()),
    addressOf,
    loadShedder,
    userRate: createUserRate(config.sessionRequestsPerSecond ?? Number.MAX_SAFE_INTEGER),
  })
  return {
    app,
    auth,
    metrics: metrics.registry,
    /** The app as it is served: only as much as it can answer reaches it. */
    fetch: loadShedder.protect((request, env) => app.fetch(request, env)),
    exclusively: database.exclusively,
    /** From now on `/readyz` sends new callers elsewhere. */
    drain: () => {
      draining = true
    },
    /** Sees through what jobs have on its way and sends nothing more; other replicas may go on with them. */
    stopJobs: () => worker.stop(),
    close: async () => {
      await worker.stop()
      await background.close()
      // Before the service is left: what was sent to it is answered, and the outcome on record.
      await audit.settled()
      await gateway.close()
      loadShedder.close()
      await inventory.watch.close()
      await reservationWatch.close()
      await observedValues.close()
      await openedAudit.close()
      await database.close()
    },
  }
}
