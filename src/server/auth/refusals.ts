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
const recorded = new Set<ProblemCode>(['forbidden', 'password-change-required', 'cross-site', 'feature-off'])

interface SignInEntry {
  action: 'session.refused' | 'session.ask-code'
  object: string
  result: string
}

/** Returns the audit actor for a person whose sign-in has not succeeded. `name` is `-` when they gave none. */
export const anonymousActor = (
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  name = '-',
): Actor => ({ id: '-', name, role: null, session: null, address, requestId })

const minuteMs = 60_000
/** Beyond this many keys, the least recently used key may get another row within its minute. */
const maxKeys = 10_000

/**
 * Limits how much refused callers can add to the audit and the log: one row a minute per key, because anyone can cause these rows
 * and the audit never deletes any.
 */
export class Refusals {
  readonly #audit: Pick<Audit, 'write'>
  readonly #log: Log
  /** How many rows each key has left out since the last one. */
  readonly #leftOut: LRUCache<string, number>

  /** @param now milliseconds of a clock that no one puts back */
  constructor({ audit, log, now }: { audit: Pick<Audit, 'write'>; log: Log; now?: () => number }) {
    this.#audit = audit
    this.#log = log
    const clock = now === undefined ? {} : { perf: { now } }
    this.#leftOut = new LRUCache({ max: maxKeys, ttl: minuteMs, ttlResolution: 0, ...clock })
  }

  /** Calls `write` at most once a minute per key, with the number of rows left out since the last one; a failed write does not count. */
  async onceAMinute(key: string, write: (leftOut: number) => Promise<void>): Promise<void> {
    if (this.#leftOut.has(key)) {
      this.#leftOut.set(key, (this.#leftOut.get(key) ?? 0) + 1, { noUpdateTTL: true })
      return
    }
    const leftOut = this.#leftOut.get(key, { allowStale: true }) ?? 0
    this.#leftOut.set(key, 0)
    try {
      await write(leftOut)
    } catch (error) {
      this.#leftOut.delete(key)
      throw error
    }
  }

  /**
   * Writes a sign-in that began no session, at most once a minute for the same action, result, site and account. `account` is ''
   * where strangers can choose it at will.
   */
  signIn(
    actor: Actor,
    { account, detail = null, ...entry }: SignInEntry & { account: string; detail?: string | null },
  ): Promise<void> {
    const kind = [entry.action, entry.result, siteOf(actor.address ?? ''), account].join(' ')
    return this.onceAMinute(kind, (leftOut) => {
      const values = { ...(detail === null ? {} : { detail }), ...(leftOut === 0 ? {} : { leftOut }) }
      return this.#audit.write([{ actor, ...entry, values }])
    })
  }

  /**
   * Logs a refused request, and writes it to the audit for signed-in users. Signed-in users get one entry a minute per kind,
   * user and endpoint; anonymous callers get one per kind and site.
   */
  async record(code: ProblemCode, facts: RequestFacts, method: string): Promise<void> {
    if (!recorded.has(code)) return
    const { caller, address, requestId, route } = facts
    const userId = caller?.user.id ?? null
    // The key for anonymous callers leaves out the path, which they can vary at will.
    const kind = userId === null ? `${code} ${siteOf(address)}` : `${code} ${userId} ${method} ${route}`
    await this.onceAMinute(kind, async (leftOut) => {
      const network = networkOf(address)
      this.#log.refusal({ requestId, kind: code, userId, network, method, route, more: leftOut })
      if (caller === null) return
      await this.#audit
        .write([
          {
            actor: actorOf({ caller, address, requestId }),
            action: 'access.refused',
            object: `${method} ${route}`,
            values: leftOut === 0 ? {} : { leftOut },
            result: code,
          },
        ])
        // The request is refused even without an audit row, and the log line above records it.
        .catch((error: unknown) => this.#log.fault({ requestId, ...faultOf(error) }))
    })
  }
}
