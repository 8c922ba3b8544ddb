import type { UpstreamOptions } from '#upstream/gateway.ts'
import { createUpstream } from '#upstream/client.ts'
import { memoryTokenStore } from './memory-token-store.ts'
import { tokenInvalidCodes } from '#upstream/assumptions.ts'
import { defaultCooldowns } from '#upstream/token-keeper.ts'
import { defaultLimits } from '#upstream/transport.ts'
import type { CallReport } from '#upstream/upstream.ts'

export const appKey = 'app-key-never-to-be-seen'

/** The product's own limits, but a repeat does not wait. */
export const limits = { ...defaultLimits, repeatMs: { shortest: 0, longest: 0 } }

/** A refused token is renewed at once, however fresh. */
const cooldowns = { ...defaultCooldowns, freshMs: 0 }

/** A client of the service under test, with the reports of its calls. */
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
