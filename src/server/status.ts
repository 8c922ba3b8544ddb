import { readStatus, renewToken, type Status } from '#contract/status.ts'
import type { AppDeps } from './app.ts'
import { audited } from './audited.ts'
import { actorOf, type Mount } from './mount.ts'

export function mountStatus({ mount }: Mount, { service, calls, connection, audit, now }: AppDeps): void {
  async function status(): Promise<Status> {
    const tokens = await connection.tokenStates()
    return {
      service,
      tokens: tokens.map(({ kind, state, renewing, now: storeNow }) => ({
        kind,
        state: renewing
          ? 'renewing'
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
