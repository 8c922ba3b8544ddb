import { UpstreamClient, type CallReport, type UpstreamOptions } from '#upstream/client.ts'
import { profileSchema, type Profile } from '#upstream/profile.ts'
import { limitsOf } from '#upstream/send.ts'
import { defaultCooldowns } from '#upstream/token.ts'
import type * as z from 'zod'
import { memoryTokenStore } from './memory-token-store.ts'

export const appKey = 'app-key-never-to-be-seen'

export const profileWith = (parts: z.input<typeof profileSchema>): Profile => profileSchema.parse(parts)

/** The production limits, without the wait before a repeat. */
export const limits = { ...limitsOf(profileWith({})), repeatMs: { shortest: 0, longest: 0 } }

/** Renews a refused token at once, even a fresh token. */
const cooldowns = { ...defaultCooldowns, refusedMs: 0, settleMs: 0 }

/** Creates a client of the service at `url`. `reports` collects the reports of its calls. */
export function client(
  url: string,
  {
    profile = {},
    ...changes
  }: Partial<Omit<UpstreamOptions, 'profile'>> & { profile?: z.input<typeof profileSchema> } = {},
) {
  const reports: CallReport[] = []
  const upstream = new UpstreamClient({
    profile: profileWith(profile),
    url,
    extensionsUrl: url,
    appId: 'app',
    appKey,
    companyId: null,
    authorization: null,
    tokenStore: memoryTokenStore(),
    sendLimits: limits,
    cooldowns,
    ...changes,
  })
  upstream.listen((report) => reports.push(report))
  return {
    upstream,
    reports,
    tokenStates: () => upstream.tokenStates(),
    renewTokens: () => upstream.renewTokens(),
    breakers: () => upstream.breakers(),
    waitedFor: () => upstream.waitedFor(),
    close: () => upstream.close(),
  }
}
