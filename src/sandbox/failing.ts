import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { Refusal } from './codes.ts'
import type { Failure } from './sentinels.ts'
import type { Store } from './store.ts'

/** Its header stops the Node server adapter from writing a response. */
const alreadySent = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

/** Thrown to an in-process caller in place of a lost connection. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut'
}

/** Drops the connection. Without a socket, as in an in-process call, throws `ConnectionCut`. */
export function cut(c: Context): Response {
  const env: unknown = c.env
  if (typeof env === 'object' && env !== null && 'outgoing' in env) {
    const { outgoing } = env
    if (
      typeof outgoing === 'object' &&
      outgoing !== null &&
      'destroy' in outgoing &&
      typeof outgoing.destroy === 'function'
    ) {
      Reflect.apply(outgoing.destroy, outgoing, [])
      return alreadySent()
    }
  }
  throw new ConnectionCut('connection cut')
}

/** Fails as the sentinel specifies; returns undefined when the operation continues. */
export async function failAs(
  failure: Failure | undefined,
  c: Context,
  store: Store,
  slowMs: number,
): Promise<Response | undefined> {
  switch (failure?.kind) {
    case 'http-500':
      return c.text('Internal Server Error', 500)
    case 'html':
      return c.html('<!doctype html><title>Gateway</title><h1>502 Bad Gateway</h1>')
    case 'slow':
      await sleep(slowMs, undefined, { ref: false })
      return c.text('too late', 504)
    case 'cut':
      return cut(c)
    case 'revoke-tokens':
      store.revokeTokens()
      throw new Refusal('900002')
    case 'answer-then-revoke':
      // This request has already passed its token check; the next request is refused.
      store.revokeTokens()
      return undefined
    case 'code':
      throw new Refusal(failure.code)
    case 'commit-then-cut':
    case 'late':
    case 'late-then-cut':
    case undefined:
      return undefined
  }
}
