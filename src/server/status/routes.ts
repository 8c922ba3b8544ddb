import { readHealth } from '#contract/capacity.ts'
import { readAnswering, readStatus, renewToken, type Status } from '#contract/status.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { contentionAt } from '#upstream/token.ts'
import { audited } from '../audit/audited.ts'
import type { Console } from '../features.ts'
import { lastWholeScan } from '../numbers/scan.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { addGauges } from './gauges.ts'
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

/** Adds the endpoints about the service and this console, and the gauges. */
export function mountStatus({ mount }: Mount, console: Console): void {
  const { status, upstream, audit, settings, database, account, now } = console
  const { calls } = status
  const { sandbox, url, extensionsUrl, appId, companyId, profile } = console.service
  addGauges(console)
  const service = {
    sandbox,
    url,
    extensionsUrl,
    profile: profile.name,
    auth: profile.auth.credential,
    companyId,
    appId,
  }

  async function current(): Promise<Status> {
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

  mount(readStatus, current)
  mount(renewToken, async (call) => {
    await audited(audit, { actor: actorOf(call), action: 'token.renew', object: service.appId }, () =>
      upstream.renewTokens(),
    )
    return current()
  })
  /** The cheapest read of the extension service. Its report says how it ended. */
  const readOne = () =>
    upstream.searchIdlePage({ page: 1, pageSize: 1 }).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error
    })

  mount(readAnswering, async () => {
    const { backgroundRate } = await settings.read()
    if (backgroundRate > 0) await calls.answering.check(now(), readOne)
    const { noAnswerSince, otherAnswersSince } = calls.answering
    return { noAnswerSince, otherAnswersSince, listsReadAt: await lastWholeScan(database.db, account) }
  })
  mount(readHealth, async ({ caller }) => {
    const tokens = caller.permissions.includes('status.read') ? tokenViews(await upstream.tokenStates()) : []
    const [v5] = tokens
    const token =
      v5 === undefined ? null : { state: v5.state, issuedAt: v5.issuedAt, expiresAt: v5.expiresAt }
    return healthOf(calls, upstream, token, now())
  })
}
