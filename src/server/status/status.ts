import { readStatus, renewToken, type Status } from '#contract/status.ts'
import { contestedAt, isContested } from '#upstream/token-contention.ts'
import type { AppDeps } from '../app.ts'
import { audited } from '../audit/audited.ts'
import { actorOf, type Mount } from '../http/mount.ts'

/** What may be told of the tokens held; never the tokens themselves. */
export const tokenViews = (
  tokens: Awaited<ReturnType<AppDeps['connection']['tokenStates']>>,
): Status['tokens'] =>
  tokens.map(({ kind, state, renewing, now: storeNow }) => ({
    kind,
    state: renewing
      ? 'renewing'
      : isContested(state.renewals, storeNow)
        ? 'contested'
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
    contestedAt: contestedAt(state.renewals, storeNow),
  }))

export function mountStatus({ mount }: Mount, { service, calls, connection, audit, now }: AppDeps): void {
  async function status(): Promise<Status> {
    return {
      service,
      tokens: tokenViews(await connection.tokenStates()),
      breakers: connection.breakers().map(({ family, state, openForMs, probeInMs }) => ({
        family,
        state,
        openSince: openForMs === null ? null : now() - openForMs,
        probeAt: openForMs === null ? null : now() + probeInMs,
      })),
      operations: calls.all(),
      now: now(),
    }
  }

  mount(readStatus, status)
  mount(renewToken, async (call) => {
    await audited(audit, { actor: actorOf(call), action: 'token.renew', object: service.appId }, () =>
      connection.renewTokens(),
    )
    return status()
  })
}
