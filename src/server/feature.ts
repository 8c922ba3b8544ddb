import type { Settings } from '#contract/settings.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import type { Audit } from './audit/audit-store.ts'
import type { Limits } from './numbers/limits.ts'
import type { Background } from './platform/background.ts'
import type { Database } from './platform/database/database.ts'
import type { Seal } from './platform/database/encryption.ts'
import type { Log } from './platform/log.ts'
import type { Timings } from './platform/timings.ts'

/** What features.ts gives to every feature. */
export interface FeatureContext {
  database: Database
  /** The service, whose data alone a feature reads and writes. */
  account: string
  /** An observed client, so that every read is recorded. */
  upstream: UpstreamClient
  background: Pick<Background, 'every' | 'states'>
  audit: Audit
  seal: Seal
  log: Log
  onFault: (error: unknown) => void
  settings: { read: () => Promise<Settings> }
  limits: Limits
  timings: Timings
  times: ZoneTimes
  now: () => number
}
