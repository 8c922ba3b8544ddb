import { readHealth } from '#contract/capacity.ts'
import { readStatus, renewToken, type Status } from '#contract/status.ts'
import { contentionAt } from '#upstream/token.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import type { CallRegistry } from './call-registry.ts'
import { audited } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { healthOf } from './health.ts'

/** The state of the tokens, never the tokens themselves. */
const tokenViews = (tokens: Awaited<ReturnType<UpstreamClient['tokenStates']>>): Status['tokens'] =>
  tokens.map(({ kind, state, renewing, now: storeNow }) => ({
    kind,
    state: renewing
      ? 'renewing'
      : contentionAt(state.renewals, storeNow).length > 0
        ? 'contention'
        : (state.expiresAt ?? 0) > storeNow && state.token !== null
          ? 'valid'
          : (state.cooldownUntil ?? 0) > storeNow
            ? 'cooldown'
            : 'none',
    issuedAt: state.issuedAt,
    expiresAt: state.expiresAt,
    generation: state.generation,
    cooldownUntil: state.cooldownUntil,
    lastError: state.lastError?.replaceAll('|', ' ').trim() ?? null,
    contentionAt: contentionAt(state.renewals, storeNow),
  }))

export interface StatusDeps {
  service: Status['service']
  calls: CallRegistry
  upstream: Pick<UpstreamClient, 'renewTokens' | 'tokenStates' | 'breakers'>
  audit: Audit
  now: () => number
}

export function mountStatus({ mount }: Mount, { service, calls, upstream, audit, now }: StatusDeps): void {
  async function status(): Promise<Status> {
    return {
      service,
      tokens: tokenViews(await upstream.tokenStates()),
      breakers: upstream.breakers().map(({ family, state, openForMs, probeInMs }) => ({
        family,
        state,
        openSince: openForMs === null ? null : Math.round(now() - openForMs),
        probeAt: openForMs === null ? null : Math.round(now() + probeInMs),
      })),
      operations: calls.all(),
      now: now(),
    }
  }

  mount(readStatus, status)
  mount(renewToken, async (call) => {
    await audited(audit, { actor: actorOf(call), action: 'token.renew', object: service.appId }, () =>
      upstream.renewTokens(),
    )
    return status()
  })
  mount(readHealth, async ({ caller }) => {
    const tokens = caller.permissions.includes('status.read') ? tokenViews(await upstream.tokenStates()) : []
    const [v5] = tokens
    const token =
      v5 === undefined ? null : { state: v5.state, issuedAt: v5.issuedAt, expiresAt: v5.expiresAt }
    return healthOf(calls, upstream, token, now())
  })
}
