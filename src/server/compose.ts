import { createUpstream } from '#upstream/client.ts'
import { openCapacity } from './capacity/open.ts'
import { openCodes } from './codes/open.ts'
import { openExtensions } from './extensions/open.ts'
import { createObservations } from './inventory/observations.ts'
import { openInventory } from './inventory/open.ts'
import { openJobs } from './jobs/open.ts'
import { openReservations } from './reservations/open.ts'
import { openSettings } from './settings/store.ts'
import { addressReader } from './platform/http/address.ts'
import { createApp } from './app.ts'
import { anchorAudit } from './audit/audit-anchor.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createAuth } from './auth/auth.ts'
import { createBackground } from './platform/background.ts'
import { createCallRegistry } from './status/call-registry.ts'
import type { Config } from './platform/config/config.ts'
import { createResponseRedactor } from './platform/http/response-redactor.ts'
import { createLoadShedder } from './platform/http/load-shedder.ts'
import type { PasswordCost } from './auth/hashing.ts'
import { faultOf, type Log } from './platform/log.ts'
import { addGauges, createMetrics } from './status/metrics.ts'
import { createOidc } from './auth/oidc.ts'
import { ssoRedirectUri } from './auth/sso.ts'
import { createStrangers } from './auth/strangers.ts'
import { createActionLimits } from './auth/action-limits.ts'
import { createAuditReader } from './audit/audit-reader.ts'
import { createAudit } from './audit/audit-store.ts'
import { openDatabase, type Where } from './platform/database/database.ts'
import { createStoreCounts } from './status/store-counts.ts'
import { createUserRate } from './platform/http/user-rate.ts'
import { resealStore } from './platform/database/reseal.ts'
import { createSeal } from './platform/database/encryption.ts'
import { createTokenStore } from './platform/upstream/token-store.ts'
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
  const auditLog = config.auditLogFile ? createAuditLog(config.auditLogFile, onFault) : null
  const audit = metrics.watchAudit(createAudit(database, seal, auditLog?.append))
  const stopAnchors = anchorAudit(audit, log)
  const auth = await createAuth(
    database,
    { publicUrl, secret: sessionSecret, previousSecret, hashCost },
    timings,
  )
  await resealStore(database, seal)
  await auth.secondFactor.encryptAllAgain()
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
  const now = Date.now
  const shared = { database, account, audit, timings, now, onFault, log, seal }
  const observations = createObservations(shared)
  const settings = openSettings(shared)
  const codes = openCodes({ ...shared, observations })
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
      codes.sawCall(report)
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
  const upstream = observations.watch(gateway.upstream)
  addGauges(metrics, { gateway, counts: createStoreCounts(database), alive: database.alive })
  const background = createBackground({
    database,
    log,
    waitedFor: gateway.waitedFor,
    readsPerSecond: async () => (await settings.read()).backgroundRate,
    timings,
  })
  const actionLimits = createActionLimits(database)
  const observed = { ...shared, upstream, observations, background, settings, actionLimits }
  const capacity = openCapacity({ ...shared, background, snapshotsEveryMs: timings.snapshotsEveryMs })
  const extensions = openExtensions(observed)
  const reservations = openReservations(observed)
  const inventory = openInventory({ ...observed, reservedAgentsAfter: reservations.agentsAfter })
  const jobs = await openJobs({
    ...observed,
    waitedFor: gateway.waitedFor,
    visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
  })
  const addressOf = addressReader(config.trustedProxies)
  const loadShedder = createLoadShedder({
    publicUrl,
    addressOf,
    sessionOf: auth.sessionTokenOf,
    onReject: metrics.turnedAway,
  })
  let draining = false
  const app = createApp({
    gateway,
    auth,
    oidc: config.oidc ? createOidc(config.oidc, ssoRedirectUri(publicUrl), timings.signInStepMs) : null,
    seal,
    settings,
    codes,
    audit,
    strangers: createStrangers(audit, () => Date.now()),
    auditReader: createAuditReader(database),
    actionLimits,
    extensions,
    jobs,
    reservations,
    inventory,
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
    now,
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
    /** Finishes the rows that jobs have in flight and sends nothing more; other replicas continue them. */
    stopJobs: jobs.stop,
    close: async () => {
      await jobs.stop()
      await background.close()
      // Before the service is left: what was sent to it is answered, and the outcome on record.
      await audit.settled()
      await gateway.close()
      loadShedder.close()
      await inventory.close()
      await reservations.close()
      await codes.close()
      // After the last entry, so that the anchor names it and the file holds it.
      stopAnchors()
      await auditLog?.close()
      await database.close()
    },
  }
}
