import type { ProblemCode } from '#contract/problem.ts'
import type { AuditEntry, Audit } from '../audit/audit-store.ts'
import { actorOf, type Actor } from '../platform/http/caller.ts'
import type { RequestFacts } from '../platform/http/authorize.ts'
import { networkOf, siteOf } from '../platform/http/network-of.ts'
import { faultOf, type Log } from '../platform/log.ts'
import { andMore, createOnceAMinute, type OnceAMinute } from '../platform/once-a-minute.ts'

/** Rows of one kind in the audit, or lines in the log, a minute: over all networks and names. */
const mostRows = 60

/** What callers may not do. The other answers of status 403 ask for one more step, or are on record with their action. */
const recorded = new Set<ProblemCode>(['forbidden', 'password-change-required', 'cross-site', 'feature-off'])

/** A person whose sign-in has not succeeded, as the audit names them; `-` where they gave no name. */
export const stranger = (
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  name = '-',
): Actor => ({ id: '-', name, role: null, session: null, address, requestId })

/** Bounds what refused callers add to the audit and the log. */
export function createRefusals({
  audit,
  log,
  now,
}: {
  audit: Pick<Audit, 'write'>
  log: Log
  now: () => number
}) {
  /** At most `mostRows` rows in the audit, and one that counts the rest. */
  const budgeted = (who: string): OnceAMinute =>
    createOnceAMinute(now, {
      most: mostRows,
      writeExcess: (excess) =>
        audit.write([
          {
            actor: stranger({ address: null, requestId: null }),
            action: 'session.refused',
            object: '-',
            phase: 'outcome',
            reason: `${excess} more of ${who}: at most ${mostRows} a minute have a row of their own`,
            result: 'too-many-requests',
          } satisfies AuditEntry,
        ]),
    })
  const ofUsers = createOnceAMinute(now)
  const inLog = createOnceAMinute(now, {
    most: mostRows,
    writeExcess: async (excess) => log.event(`refused ${excess} more requests of strangers`),
  })

  return {
    /** Rows that strangers cause, by all ways to sign in. */
    ofStrangers: budgeted('strangers'),
    /** Rows of right passwords without a right code: strangers, however many, must not hide a stolen password. */
    ofKnownPasswords: budgeted('right passwords without a code'),
    /** Rows of locked accounts. Without a budget: the key is the account, and no stranger chooses how many there are. */
    ofLocks: createOnceAMinute(now),

    /**
     * Puts a refused request into the log and, of signed-in users, into the audit: one a minute for each kind, user and
     * endpoint, of strangers for each kind and site, with a count of those left out.
     */
    record: async (code: ProblemCode, facts: RequestFacts, method: string): Promise<void> => {
      if (!recorded.has(code)) return
      const { caller, address, requestId, route } = facts
      const userId = caller?.user.id ?? null
      // Of strangers without the path, which they can vary at will.
      const kind = userId === null ? `${code} ${siteOf(address)}` : `${code} ${userId} ${method} ${route}`
      const onceAMinute = userId === null ? inLog : ofUsers
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
    },
  }
}
