import type { ProblemCode } from '#contract/problem.ts'
import { faultOf, type Log } from '../log.ts'
import { networkOf } from '../people/network-of.ts'
import { andMore, createOnceAMinute } from '../people/once-a-minute.ts'
import type { Audit } from '../store/audit-store.ts'
import { actorOf, type RequestFacts } from './mount.ts'

/** What callers may not do. The other answers of status 403 ask for one more step, or are on record with their action. */
const refusals = new Set<ProblemCode>(['forbidden', 'cross-site', 'feature-off'])

/**
 * Puts refusals into the log and, of signed-in users, into the audit: one a minute for each kind, user and endpoint, of strangers for
 * each kind and network, with a count of those left out.
 */
export function createRefusals({ audit, log, now }: { audit: Audit; log: Log; now: () => number }) {
  const onceAMinute = createOnceAMinute(now)
  return async (code: ProblemCode, facts: RequestFacts, method: string): Promise<void> => {
    if (!refusals.has(code)) return
    const { caller, address, requestId, route } = facts
    const network = networkOf(address)
    const userId = caller?.user.id ?? null
    // Of strangers without the path, which they can vary at will.
    const kind = userId === null ? `${code} ${network}` : `${code} ${userId} ${method} ${route}`
    await onceAMinute([kind], async (leftOut) => {
      log.refusal({ requestId, kind: code, userId, network, method, route, more: leftOut })
      if (caller === null) return
      await audit
        .write([
          {
            actor: actorOf({ caller, address, requestId }),
            action: 'access.refused',
            object: `${method} ${route}`,
            phase: 'outcome',
            reason: andMore(leftOut),
            result: code,
          },
        ])
        // The request is refused all the same, and the line above says so.
        .catch((error: unknown) => log.fault({ requestId, ...faultOf(error) }))
    })
  }
}
