import { createUpstream } from '#upstream/client.ts'
import { addressReader } from './address.ts'
import { createApp } from './app.ts'
import { createAuth } from './auth.ts'
import { createCallRegistry } from './call-registry.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { createCreationStore } from './store/creation-store.ts'
import { openDatabase, type Where } from './store/database.ts'
import { createSeal } from './store/seal.ts'
import { createSettingsStore } from './store/settings-store.ts'
import { createTokenStore } from './store/token-store.ts'

export interface ConsoleOptions {
  config: Pick<
    Config,
    'companyId' | 'extensionsAuth' | 'authorization' | 'tokenInvalidCodes' | 'trustedProxies'
  >
  service: { sandbox: boolean; url: string; extensionsUrl: string; appId: string; appKey: string }
  publicUrl: string
  store: Where
  sessionSecret: string
  spa: string | null
  log: Log
}

/** Puts the BFF together: store, users, the open API, the app. Nothing listens yet. */
export async function openConsole({
  config,
  service,
  publicUrl,
  store,
  sessionSecret,
  spa,
  log,
}: ConsoleOptions) {
  const database = await openDatabase(store)
  const seal = createSeal(sessionSecret)
  const auth = await createAuth(database, { publicUrl, secret: sessionSecret })
  const calls = createCallRegistry()
  const connection = createUpstream({
    ...service,
    companyId: config.companyId,
    extensionsAuth: config.extensionsAuth,
    authorization: config.authorization,
    tokenInvalidCodes: config.tokenInvalidCodes,
    tokenStore: createTokenStore(database, seal),
    onCall: (report) => {
      calls.report(report)
      const { operation, milliseconds, error } = report
      log.upstream({
        operation,
        ms: Math.round(milliseconds),
        kind: error?.kind ?? null,
        code: error?.code ?? null,
      })
    },
  })
  let draining = false
  const app = createApp({
    upstream: connection.upstream,
    connection,
    auth,
    settings: createSettingsStore(database),
    creations: createCreationStore(database, seal, `${service.extensionsUrl} ${service.appId}`),
    calls,
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
    ready: async () => !draining && (await database.alive()),
    addressOf: addressReader(config.trustedProxies),
  })
  return {
    app,
    auth,
    exclusively: database.exclusively,
    /** From now on `/readyz` sends new callers elsewhere. */
    drain: () => {
      draining = true
    },
    close: async () => {
      await connection.close()
      await database.close()
    },
  }
}
