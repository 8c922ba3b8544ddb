import type { UpstreamOptions } from '#upstream/gateway.ts'
import { createUpstream } from '#upstream/client.ts'
import { memoryTokenStore } from './memory-token-store.ts'
import { tokenInvalidCodes } from '#upstream/assumptions.ts'
import { defaultCooldowns } from '#upstream/token-keeper.ts'
import { defaultLimits } from '#upstream/transport.ts'
import type { CallReport } from '#upstream/upstream.ts'

export const appKey = 'app-key-never-to-be-seen'

/** The production limits, without the wait before a repeat. */
export const limits = { ...defaultLimits, repeatMs: { shortest: 0, longest: 0 } }

/** Renews a refused token at once, even a fresh token. */
const cooldowns = { ...defaultCooldowns, freshMs: 0 }

/** Creates a client of the service at `url`. `reports` collects the reports of its calls. */
export function client(url: string, changes: Partial<UpstreamOptions> = {}) {
  const reports: CallReport[] = []
  const handle = createUpstream({
    url,
    extensionsUrl: url,
    appId: 'app',
    appKey,
    companyId: null,
    extensionsAuth: 'bearer-token',
    authorization: null,
    tokenInvalidCodes,
    tokenStore: memoryTokenStore(),
    onCall: (report) => reports.push(report),
    limits,
    cooldowns,
    ...changes,
  })
  return { ...handle, reports }
}
