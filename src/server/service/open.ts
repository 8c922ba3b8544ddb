import type { Service, ServiceCheckLine } from '#contract/service.ts'
import type { Network } from '#upstream/send.ts'
import type { AuthService } from '../auth/auth.ts'
import type { FeatureContext } from '../feature.ts'
import { serviceIdentity, type Connection, type Connections } from './connection.ts'
import type { ServiceStore } from './store.ts'

/**
 * Checks a connection step by step, with reads only; ends with the result. Stops at the signal. `token` is the one in use, if
 * any: a new one would end it.
 */
export type CheckService = (
  connection: Connection,
  options: { network: Network; signal: AbortSignal; token: string | null },
) => AsyncIterable<ServiceCheckLine>

/** How the process follows a change of the saved connection (running-console.ts). */
export interface ServiceSwitch {
  /** Opens the changed connection. Resolves once this process uses it, or has failed to. */
  follow: () => Promise<void>
  notOpenedSince: () => Service['notOpenedSince']
}

export interface ServiceDeps extends FeatureContext {
  store: ServiceStore
  connections: Connections
  /** The connection that this console uses. */
  connection: Connection
  switching: ServiceSwitch
  check: CheckService
  network: Network
  auth: AuthService
  isJobRunning: () => Promise<boolean>
}

/** Returns the token that this console uses, for a check of its own connection. */
export async function tokenInUse(
  { connection: current, upstream }: ServiceDeps,
  checked: Connection,
): Promise<string | null> {
  if (serviceIdentity(checked) !== serviceIdentity(current) || checked.appKey !== current.appKey) return null
  const states = await upstream.tokenStates()
  return states.find(({ kind }) => kind === 'v5')?.state.token ?? null
}

/** The connection to the service, and its daily check. */
export function openService(deps: ServiceDeps): ServiceDeps {
  const { store, connection, account, audit, background, check, network, timings, now } = deps
  if (!connection.sandbox)
    background.every('service-check', timings.serviceCheckEveryMs, async (turn) => {
      const states: Record<string, string> = {}
      const token = await tokenInUse(deps, connection)
      await turn.read(async () => {
        for await (const line of check(connection, { network, signal: turn.signal, token }))
          if (line.kind === 'step') states[line.id] = line.state
      })
      const before = await store.lastCheck(account)
      const changed = Object.keys(states).filter((id) => before !== null && before.states[id] !== states[id])
      await audit.transaction(async (transaction, _write, notify) => {
        const at = now()
        await store.saveCheck(transaction, account, { at, states, changed })
        if (changed.length === 0) return
        const failed = Object.values(states).filter((state) => state === 'fail').length
        const event = { kind: 'service-changed', failed, changed: changed.length } as const
        notify([{ key: `service-changed ${account} ${at}`, event, person: null, causedBy: null }])
      })
    })
  return deps
}
