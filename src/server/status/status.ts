import { readHealth } from '#contract/capacity.ts'
import { readAnswering, readStatus, renewToken, type Status } from '#contract/status.ts'
import type { CallReport, UpstreamClient } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Profile } from '#upstream/profile.ts'
import { contentionAt } from '#upstream/token.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import type { Database } from '../platform/database/database.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { Answering, createCallRegistry, type CallRegistry } from './calls.ts'
import { healthOf } from './health.ts'
import { addGauges, createMetrics, type StoreCounts } from './metrics.ts'

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

interface StatusDeps {
  service: Omit<Status['service'], 'profile' | 'auth'> & { profile: Profile }
  upstream: Pick<UpstreamClient, 'renewTokens' | 'tokenStates' | 'breakers' | 'searchIdlePage'>
  audit: Audit
  now: () => number
  /** True while background reads are on. */
  readsInBackground: () => Promise<boolean>
  listsReadAt: () => Promise<number | null>
  counts: StoreCounts
}

/** Status of the service and this console: calls, metrics, and the status and health endpoints. */
export function openStatus({ alive }: Pick<Database, 'alive'>) {
  const metrics = createMetrics()
  const calls = createCallRegistry(metrics.registry)
  const answering = new Answering()
  return {
    ...metrics,
    onCall: (report: CallReport) => {
      calls.report(report)
      answering.report(report)
    },
    /** Adds the endpoints, and the gauges of the gateway and the store. */
    mount(mount: Mount, deps: StatusDeps): void {
      addGauges(metrics, { ...deps, alive })
      mountStatus(mount, calls, answering, deps)
    },
  }
}

function mountStatus(
  { mount }: Mount,
  calls: CallRegistry,
  answering: Answering,
  {
    service: { sandbox, url, extensionsUrl, appId, companyId, profile },
    upstream,
    audit,
    now,
    readsInBackground,
    listsReadAt,
  }: StatusDeps,
): void {
  const { name, auth } = profile
  const service = { sandbox, url, extensionsUrl, profile: name, auth: auth.credential, companyId, appId }

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
  /** The cheapest read of the extension service. Its report says how it ended. */
  const readOne = () =>
    upstream.searchIdlePage({ page: 1, pageSize: 1 }).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error
    })

  mount(readAnswering, async () => {
    if (await readsInBackground()) await answering.check(now(), readOne)
    const { noAnswerSince, otherAnswersSince } = answering
    return { noAnswerSince, otherAnswersSince, listsReadAt: await listsReadAt() }
  })
  mount(readHealth, async ({ caller }) => {
    const tokens = caller.permissions.includes('status.read') ? tokenViews(await upstream.tokenStates()) : []
    const [v5] = tokens
    const token =
      v5 === undefined ? null : { state: v5.state, issuedAt: v5.issuedAt, expiresAt: v5.expiresAt }
    return healthOf(calls, upstream, token, now())
  })
}
