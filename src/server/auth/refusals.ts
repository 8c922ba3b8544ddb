import { LRUCache } from 'lru-cache'
import type { ProblemCode } from '#contract/problem.ts'
import type { Audit } from '../audit/audit-store.ts'
import { actorOf, type Actor } from '../platform/http/caller.ts'
import type { RequestFacts } from '../platform/http/authorize.ts'
import { networkOf, siteOf } from '../platform/http/address.ts'
import { faultOf, type Log } from '../platform/log.ts'

/**
 * Codes for actions that the caller is not allowed to do. The other responses with status 403 ask for one more step, or
 * the audit has them with their action.
 */
const recorded = new Set<ProblemCode>([
  'forbidden',
  'limited',
  'password-change-required',
  'cross-site',
  'feature-off',
])

/** Returns the audit actor for a person whose sign-in has not succeeded. `name` is `-` when they gave none. */
export const anonymousActor = (
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  name = '-',
): Actor => ({ id: '-', name, role: null, session: null, address, requestId })

const minuteMs = 60_000
/** Beyond this many keys, the least recently used key may get another row within its minute. */
const maxKeys = 10_000

/**
 * Writes at most one row a minute per key (such as site and kind), because anyone can cause these rows and the audit never
 * deletes any. `write` receives the number of rows left out since the last one; a failed write does not count.
 */
export function createOnceAMinute(now = () => Date.now()) {
  const written = new LRUCache<string, { until: number; leftOut: number }>({ max: maxKeys })
  return async (key: string, write: (leftOut: number) => Promise<void>): Promise<void> => {
    const at = now()
    const last = written.get(key)
    // A later end than possible dates from before the clock was set back.
    if (last !== undefined && last.until > at && last.until <= at + minuteMs) {
      last.leftOut++
      return
    }
    written.set(key, { until: at + minuteMs, leftOut: 0 })
    try {
      await write(last?.leftOut ?? 0)
    } catch (error) {
      written.delete(key)
      throw error
    }
  }
}

/** Returns the reason text of a row that counts `leftOut` similar rows; `null` for 0. */
export const andMore = (leftOut: number): string | null =>
  leftOut === 0 ? null : `${leftOut} similar events suppressed`

/** Limits how much refused callers can add to the audit and the log. */
export function createRefusals({
  audit,
  log,
  now,
}: {
  audit: Pick<Audit, 'write'>
  log: Log
  now?: () => number
}) {
  const ofRequests = createOnceAMinute(now)
  return {
    /** Writes one audit row a minute for each kind of refused sign-in. */
    onceAMinute: createOnceAMinute(now),

    /**
     * Logs a refused request, and writes it to the audit for signed-in users. Signed-in users get one entry a minute per
     * kind, user and endpoint; anonymous callers get one per kind and site. Each entry counts the requests suppressed since
     * the last one.
     */
    record: async (code: ProblemCode, facts: RequestFacts, method: string): Promise<void> => {
      if (!recorded.has(code)) return
      const { caller, address, requestId, route } = facts
      const userId = caller?.user.id ?? null
      // The key for anonymous callers leaves out the path, which they can vary at will.
      const kind = userId === null ? `${code} ${siteOf(address)}` : `${code} ${userId} ${method} ${route}`
      await ofRequests(kind, async (leftOut) => {
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
          // The request is refused even without an audit row, and the log line above records it.
          .catch((error: unknown) => log.fault({ requestId, ...faultOf(error) }))
      })
    },
  }
}
