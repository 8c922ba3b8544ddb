import type { Status } from '#contract/status.ts'
import type { Profile } from '#upstream/profile.ts'
import type { Database } from '../platform/database/database.ts'
import type { Mount } from '../platform/http/mount.ts'
import { createCallRegistry } from './call-registry.ts'
import { addGauges, createMetrics, type StoreCounts } from './metrics.ts'
import { mountStatus, type StatusDeps } from './status.ts'

type Service = Status['service']

/** Status of the service and this console: calls, metrics, and the status and health endpoints. */
export function openStatus({ alive }: Pick<Database, 'alive'>) {
  const metrics = createMetrics()
  const calls = createCallRegistry(metrics.registry)
  return {
    ...metrics,
    onCall: calls.report,
    /** Adds the endpoints, and the gauges of the gateway and the store. */
    mount(
      mount: Mount,
      {
        upstream,
        audit,
        now,
        counts,
        service: { sandbox, url, extensionsUrl, appId, companyId, profile },
      }: Pick<StatusDeps, 'upstream' | 'audit' | 'now'> & {
        counts: StoreCounts
        service: Omit<Service, 'profile' | 'auth'> & { profile: Profile }
      },
    ): void {
      const { name, auth } = profile
      const service = { sandbox, url, extensionsUrl, profile: name, auth: auth.credential, companyId, appId }
      addGauges(metrics, { upstream, counts, alive })
      mountStatus(mount, { service, calls, upstream, audit, now })
    },
  }
}
