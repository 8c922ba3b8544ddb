import type { Service, ServiceCheckLine } from '#contract/service.ts'
import type { Network } from '#upstream/send.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { AuthService } from '../auth/auth.ts'
import type { Background } from '../platform/background.ts'
import type { Timings } from '../platform/timings.ts'
import type { Connection, Connections } from './connection.ts'
import type { ServiceStore } from './store.ts'

/** Checks a connection step by step, with reads only; ends with the result. Stops at the signal. */
export type CheckService = (
  connection: Connection,
  options: { network: Network; signal: AbortSignal },
) => AsyncIterable<ServiceCheckLine>

/** How the process follows a change of the saved connection (running-console.ts). */
export interface ServiceSwitch {
  /** Opens the changed connection. Resolves once this process uses it, or has failed to. */
  follow: () => Promise<void>
  notOpenedSince: () => Service['notOpenedSince']
}

export interface ServiceDeps {
  store: ServiceStore
  connections: Connections
  /** The connection that this console uses, and the account of its data. */
  connection: Connection
  account: string
  switching: ServiceSwitch
  check: CheckService | null
  network: Network
  audit: Audit
  auth: AuthService
  isJobRunning: () => Promise<boolean>
}

/** The connection to the service, and its daily check. */
export function openService(
  deps: ServiceDeps & {
    background: Background
    timings: Pick<Timings, 'serviceCheckEveryMs'>
    now: () => number
  },
): ServiceDeps {
  const { store, connection, account, background, check, network, timings, now } = deps
  if (check !== null && !connection.sandbox)
    background.every(`service-check ${account}`, timings.serviceCheckEveryMs, async (turn) => {
      const states: Record<string, string> = {}
      await turn.read(async () => {
        for await (const line of check(connection, { network, signal: turn.signal }))
          if (line.kind === 'step') states[line.id] = line.state
      })
      const before = await store.lastCheck(account)
      const changed = Object.keys(states).filter((id) => before !== null && before.states[id] !== states[id])
      await store.saveCheck(account, states, changed, now())
    })
  return deps
}
