import { networkOf } from './network-of.ts'
import type { Fetch } from './listen.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createProblemResponse } from './problem-response.ts'
import { ProblemError } from '../problems.ts'
import { isShell } from './page-paths.ts'

/**
 * Requests in flight at once. Just under the 32 + 100 that may call the service or wait in its queue (upstream/send.ts):
 * further requests would be rejected there, after most of the cost of an answer.
 */
const maxInFlight = 128
/** Slots reserved for requests with a session, so that requests without one cannot keep signed-in users out. */
const reservedForSessions = 32
/**
 * Requests at once per session, or per network without a session, including requests whose body is still arriving.
 */
const maxPerCaller = 48
const tickMs = 20
/** The event-loop delay, averaged over about ten ticks, above which fewer requests are admitted, ms. */
const maxDelayMs = 150
const smoothing = 0.1
/** The share of requests that is always admitted, to detect the end of an overload. */
const minShare = 0.05
const retryAfter = 1
/** Never rejected: a balancer without an answer would consider the process dead. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/** Requests that a browser needs to show its session or to sign out; they take no slot. */
const alwaysAdmitted: ReadonlySet<string> = new Set(['/api/session', '/api/auth/sign-out'])

// A page without its document or scripts stays broken, and the document explains more than a JSON problem; both are cheap.
// Only exact spellings count, because the router decodes paths like `/%61pi`.
const isAlwaysAdmitted = (pathname: string): boolean =>
  pathname.startsWith('/api/') ? alwaysAdmitted.has(pathname) : isShell(pathname)

/**
 * Rejects excess requests before any other work, so that the admitted requests are answered in time. While the event loop is
 * late, the admitted share shrinks by 5% each tick; otherwise it grows by one percentage point each tick.
 */
export function createLoadShedder({
  publicUrl,
  addressOf,
  sessionOf,
  onReject,
  clock = () => performance.now(),
}: {
  publicUrl: string
  addressOf: (request: Request, env: unknown) => string
  /** Returns the session from the cookies without reading the store; `null` without a cookie signed by this console. */
  sessionOf: (cookies: string | null) => string | null
  onReject: () => void
  clock?: () => number
}) {
  let inFlight = 0
  const acquire = createConcurrencyLimit(maxPerCaller)
  let averageDelayMs = 0
  let share = 1
  let credit = 0
  let due = clock() + tickMs
  const timer = setInterval(() => {
    const now = clock()
    averageDelayMs += (Math.max(0, now - due) - averageDelayMs) * smoothing
    due = now + tickMs
    share = averageDelayMs > maxDelayMs ? Math.max(minShare, share * 0.95) : Math.min(1, share + 0.01)
  }, tickMs)
  timer.unref()

  const problemResponse = createProblemResponse(publicUrl)
  const unavailable = new ProblemError('unavailable', { retryAfter })
  const tooMany = new ProblemError('too-many-requests', { retryAfter })

  const isFull = (hasSession: boolean): boolean =>
    inFlight >= maxInFlight - (hasSession ? 0 : reservedForSessions)

  function shouldShed(): boolean {
    if (share === 1) return false
    credit += share
    if (credit < 1) return true
    credit--
    return false
  }

  /** Counts the request as in flight until its answer begins; the rest of a stream does not count. */
  async function track(
    { leave, isCounted }: { leave: () => void; isCounted: boolean },
    work: () => Response | Promise<Response>,
  ): Promise<Response> {
    inFlight += Number(isCounted)
    try {
      return await work()
    } finally {
      inFlight -= Number(isCounted)
      leave()
    }
  }

  return {
    /** Returns `fetch` for admitted requests; answers the rejected ones with 429 or 503. */
    protect:
      (fetch: Fetch): Fetch =>
      (request, env) => {
        const { pathname } = new URL(request.url)
        if (healthChecks.has(pathname)) return fetch(request, env)
        const session = sessionOf(request.headers.get('cookie'))
        const hasSession = session !== null
        const leave = acquire(session ?? networkOf(addressOf(request, env)))
        const isAlways = isAlwaysAdmitted(pathname)
        if (leave === null || (!isAlways && (isFull(hasSession) || shouldShed()))) {
          leave?.()
          onReject()
          const { status, headers, body } = problemResponse(leave === null ? tooMany : unavailable)
          return new Response(body, { status, headers })
        }
        return track({ leave, isCounted: !isAlways }, () => fetch(request, env))
      },

    close: () => clearInterval(timer),
  }
}
export type LoadShedder = ReturnType<typeof createLoadShedder>
