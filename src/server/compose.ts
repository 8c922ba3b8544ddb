import { createApp } from './app.ts'
import { readSession } from './auth/session-routes.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { openBase, type ConsoleOptions } from './console-base.ts'
import { endpointsOf } from './endpoints.ts'
import { openFeatures } from './features.ts'
import { faultOf } from './platform/log.ts'

/** Assembles the BFF: store, users, the open API, the app. Nothing listens yet. */
export async function openConsole(options: ConsoleOptions) {
  const database = await openDatabase(options.store, {
    onFault: (error) => options.log.fault({ requestId: null, ...faultOf(error) }),
  })
  try {
    return await assemble(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(database: Database, options: ConsoleOptions) {
  const { config, connections, publicUrl, spa } = options
  const base = await openBase(database, options)
  const { auth, status, auditing, serviceStore, saved, service, isConnected } = base
  const { audit, log, timings } = base.shared
  const features = await openFeatures(base, options)
  const { jobs, background, upstream, numbers, settings, notifications } = features
  const sessionSource = {
    settings,
    service: { sandbox: service.sandbox, isConnected },
    poolNames: () => features.pools.names(),
  }
  const http = createApp({
    publicUrl,
    features: endpointsOf(base, features, { publicUrl, sessionSource }),
    auth,
    spa:
      spa === null
        ? null
        : {
            directory: spa,
            readSession: (caller) => readSession(caller, sessionSource),
          },
    log,
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
    fetch: http.app.fetch,
    drain: http.drain,
    /** The version of the saved connection that this console opened, and the one that is saved now. */
    openedVersion: saved?.version ?? 0,
    savedVersion: () => (connections.environment === null ? serviceStore.version() : Promise.resolve(0)),
    /** Finishes the requests that jobs have sent and sends no more; other replicas can continue the jobs. */
    stopJobs: () => jobs.worker.stop(),
    close: async () => {
      await jobs.worker.stop()
      await background.close()
      // Requests sent to the service still have outcomes to record.
      await audit.settled()
      await upstream.close()
      await notifications.close()
      await numbers.close()
      await auditing.close()
      await database.close()
    },
  }
}
