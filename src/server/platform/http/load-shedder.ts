import { networkOf } from './network-of.ts'
import type { Fetch } from './listen.ts'
import { createPlaces } from './places.ts'
import { createProblemResponse } from './problem-response.ts'
import { ProblemError } from './problems.ts'
import { isShell } from './page-paths.ts'

/**
 * Requests under way at once. Just under the 32 + 100 that may ask the service and wait for it (upstream/transport.ts): if
 * more were admitted, they would be rejected there, after most of what an answer costs.
 */
const places = 128
/** The last of the places are for requests with a session, so that strangers cannot keep signed-in users out. */
const reserved = 32
/**
 * Requests at once of one session, or of one network without a session: those under way and those whose body is awaited. Somewhat
 * more than the sign-ins that can be checked while one of them waits.
 */
const mostOfCaller = 48
/** Sign-ins under way at once: each needs several statements of the store, for which signed-in users would wait. */
const mostSignIns = 16
const signInPath = '/api/auth/sign-in/'
const tickMs = 20
/** Average delay of the event loop over about ten ticks, ms, above which fewer are admitted. */
const latestMs = 150
const weight = 0.1
/** This share is always admitted, to notice the end of an overload. */
const leastShare = 0.05
const retryAfter = 1
/** A balancer without an answer would take the process for dead. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/** What a browser needs to show its session or to sign out; takes none of the places. */
const always: ReadonlySet<string> = new Set(['/api/session', '/api/auth/sign-out'])

// A page without its document or one of its scripts stays broken, and the document explains more than a problem as JSON;
// both are cheap. The router decodes (`/%61pi`): only paths that are spelled as we write them count.
const isAlwaysAdmitted = (pathname: string): boolean => isShell(pathname) || always.has(pathname)

/**
 * Rejects requests while there are more than can be answered, before anything else looks at them, so that the admitted ones
 * are answered in time. While the event loop is late, fewer are admitted: a twentieth less each tick while it
 * is late, a hundredth more while it is not.
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
  /** The session that the cookies name, without a look into the store; null where they carry none that was signed here. */
  sessionOf: (cookies: string | null) => string | null
  onReject: () => void
  clock?: () => number
}) {
  let underWay = 0
  let signIns = 0
  const takePlace = createPlaces(mostOfCaller)
  const admitted = new WeakMap<Request, { hasSession: boolean; isSignIn: boolean }>()
  let late = 0
  let share = 1
  let credit = 0
  let due = clock() + tickMs
  const timer = setInterval(() => {
    const now = clock()
    late += (Math.max(0, now - due) - late) * weight
    due = now + tickMs
    share = late > latestMs ? Math.max(leastShare, share * 0.95) : Math.min(1, share + 0.01)
  }, tickMs)
  timer.unref()

  const problemResponse = createProblemResponse(publicUrl)
  const unavailable = new ProblemError('unavailable', { retryAfter })
  const tooMany = new ProblemError('too-many-requests', { retryAfter })

  const isFull = (hasSession: boolean): boolean => underWay >= places - (hasSession ? 0 : reserved)

  function isLate(): boolean {
    if (share === 1) return false
    credit += share
    if (credit < 1) return true
    credit--
    return false
  }

  /** Counts the request as under way until its answer begins; the rest of a stream does not count. */
  async function track(
    { leave, isSignIn, hasPlace }: { leave: () => void; isSignIn: boolean; hasPlace: boolean },
    work: () => Response | Promise<Response>,
  ): Promise<Response> {
    const [place, signIn] = [Number(hasPlace), Number(isSignIn)]
    underWay += place
    signIns += signIn
    try {
      return await work()
    } finally {
      underWay -= place
      signIns -= signIn
      leave()
    }
  }

  return {
    /** The same `fetch`, for the requests that are admitted. */
    protect:
      (fetch: Fetch): Fetch =>
      (request, env) => {
        const { pathname } = new URL(request.url)
        if (healthChecks.has(pathname)) return fetch(request, env)
        const session = sessionOf(request.headers.get('cookie'))
        const hasSession = session !== null
        const leave = takePlace(session ?? networkOf(addressOf(request, env)))
        const isSignIn = !hasSession && pathname.startsWith(signInPath)
        const isAlways = isAlwaysAdmitted(pathname)
        if (leave === null || (!isAlways && (isFull(hasSession) || isLate()))) {
          leave?.()
          onReject()
          const { status, headers, body } = problemResponse(leave === null ? tooMany : unavailable)
          return new Response(body, { status, headers })
        }
        if (!isAlways) admitted.set(request, { hasSession, isSignIn })
        return track({ leave, isSignIn, hasPlace: !isAlways }, () => fetch(request, env))
      },

    /**
     * Waits for a request's body without its place: a client that sends slowly must not keep others out. Throws `unavailable`
     * or `too-many-requests` when no place is free afterwards.
     */
    async withoutPlace<Result>(request: Request, wait: () => Promise<Result>): Promise<Result> {
      const known = admitted.get(request)
      if (known === undefined) return wait()
      const signIn = Number(known.isSignIn)
      underWay--
      signIns -= signIn
      try {
        const result = await wait()
        const isCrowded = known.isSignIn && signIns >= mostSignIns
        if (!isCrowded && !isFull(known.hasSession)) return result
        onReject()
        throw isCrowded ? tooMany : unavailable
      } finally {
        underWay++
        signIns += signIn
      }
    },
    close: () => clearInterval(timer),
  }
}
export type LoadShedder = ReturnType<typeof createLoadShedder>
