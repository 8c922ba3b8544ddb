import type { ProblemCode } from '#contract/problem.ts'
import { faultOf, type Log } from '../platform/log.ts'
import { networkOf, siteOf } from '../platform/http/network-of.ts'
import { andMore, createOnceAMinute } from '../platform/once-a-minute.ts'
import { mostOfStrangers } from './strangers.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { RequestFacts } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'

/** What callers may not do. The other answers of status 403 ask for one more step, or are on record with their action. */
const refusals = new Set<ProblemCode>(['forbidden', 'cross-site', 'feature-off'])

/**
 * Puts refusals into the log and, of signed-in users, into the audit: one a minute for each kind, user and endpoint, of strangers for
 * each kind and site, with a count of those left out.
 */
export function createRefusals({
  audit,
  log,
  now,
}: {
  audit: Pick<Audit, 'write'>
  log: Log
  now: () => number
}) {
  const ofUsers = createOnceAMinute(now)
  const ofStrangers = createOnceAMinute(now, {
    most: mostOfStrangers,
    writeExcess: async (excess) => log.event(`refused ${excess} more requests of strangers`),
  })
  return async (code: ProblemCode, facts: RequestFacts, method: string): Promise<void> => {
    if (!refusals.has(code)) return
    const { caller, address, requestId, route } = facts
    const userId = caller?.user.id ?? null
    // Of strangers without the path, which they can vary at will.
    const kind = userId === null ? `${code} ${siteOf(address)}` : `${code} ${userId} ${method} ${route}`
    const onceAMinute = userId === null ? ofStrangers : ofUsers
    await onceAMinute([kind], async (leftOut) => {
      const network = networkOf(address)
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
