import { UpstreamClient } from '#upstream/client.ts'
import { openPeople } from './people/open.ts'
import { openCapacity } from './capacity/open.ts'
import { capacityConditions } from './capacity/alerts.ts'
import { openNumbers } from './numbers/open.ts'
import { openJobs } from './jobs/open.ts'
import { openNotifications } from './notifications/open.ts'
import { LabelStore } from './labels/store.ts'
import { Limits } from './numbers/limits.ts'
import { PoolStore } from './pools/store.ts'
import { ReservationReads } from './reservations/store-reads.ts'
import { RequestReads } from './requests/store-reads.ts'
import { RequestWrites } from './requests/store-writes.ts'
import { checkConnection } from './service/check.ts'
import { openService } from './service/open.ts'
import { SettingsStore } from './settings/store.ts'
import { Background } from './platform/background.ts'
import { DatabaseTokenStore } from './platform/upstream/token-store.ts'
import { waitForService } from './platform/log.ts'
import type { ConsoleBase, ConsoleOptions } from './console-base.ts'
import type { FeatureContext } from './feature.ts'

/** Most reads per second until everything was read once: a real service has other users too. */
const mostFirstReads = { service: 10, sandbox: 1_000 }

/** Opens the features and starts their background work: jobs, crawls, snapshots. Gives each what it needs of others. */
export async function openFeatures(
  base: ConsoleBase,
  {
    config,
    connections,
    publicUrl,
    replaces = false,
    switching = { follow: () => Promise.resolve(), notOpenedSince: () => null },
    check = checkConnection(),
  }: ConsoleOptions,
) {
  const { auth, auditing, channels, status, serviceStore, service, isConnected, notifier } = base
  const { database, account, timings, log, seal, now, onFault } = base.shared
  const settings = new SettingsStore(database)
  const upstream = new UpstreamClient({
    ...service,
    cooldowns: timings.upstream.cooldowns,
    sendLimits: timings.upstream.limits,
    network: config.network ?? {},
    tokenStore: new DatabaseTokenStore(database, seal),
    around: waitForService,
    // The signature has this process's clock, which the service compares with its own.
    reportedNow: now,
    onFault,
  })
  for (const listener of [status.calls.report, log.upstream]) upstream.listen(listener)
  const background = new Background({
    database,
    log,
    waitedFor: () => upstream.waitedFor(),
    readsPerSecond: async () => (isConnected ? (await settings.read()).backgroundRate : 0),
    first: {
      mostPerSecond: service.sandbox ? mostFirstReads.sandbox : mostFirstReads.service,
      isOver: async () => (await numbers.isReadOnce()) && (await people.areReadOnce()),
    },
    timings,
  })
  const pools = new PoolStore(database, account)
  const allPools = () => pools.all()
  const limits = new Limits({ database, account, pools: allPools })
  const context: FeatureContext = {
    ...base.shared,
    upstream,
    background,
    settings,
    limits,
  }

  const capacity = openCapacity({ ...context, pools: allPools })
  const people = openPeople(context)
  const numbers = openNumbers(context)
  const reservations = new ReservationReads(database, account)
  const requests = { reads: new RequestReads(database, account), writes: new RequestWrites(context) }
  const jobs = await openJobs({
    ...context,
    visibilityTimeoutMs: config.jobVisibilityTimeoutMs,
    replaces,
    readCreated: numbers.readCreated,
  })

  const connection = openService({
    ...context,
    store: serviceStore,
    connections,
    connection: service,
    switching,
    check,
    network: config.network ?? {},
    auth,
    isJobRunning: () => jobs.store.isRunning(),
  })
  const notifications = openNotifications({
    ...context,
    publicUrl,
    privateNetworks: config.webhookPrivateNetworks ?? false,
    network: config.network ?? {},
    channels,
    notifier,
    endingPasswords: (transaction, at) => jobs.ledger.endingPasswords(transaction, at),
    conditions: () => capacityConditions(capacity, now()),
  })

  return {
    ...context,
    upstream,
    background,
    settings,
    auth,
    auditReader: auditing.reader,
    status,
    service,
    capacity,
    labels: new LabelStore(database, account),
    people,
    numbers,
    reservations,
    requests,
    jobs,
    pools,
    notifications,
    connection,
  }
}
/** The opened console, which the routes of every feature take whole. */
export type Console = Awaited<ReturnType<typeof openFeatures>>
