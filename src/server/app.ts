import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { readApiDescription } from '#contract/api-description.ts'
import { problemStatus, type Problem } from '#contract/problem.ts'
import { signOut } from '#contract/session.ts'
import type { AuthService } from './auth/auth.ts'
import { addressReader } from './platform/http/address.ts'
import { describeApi } from './platform/http/api-description.ts'
import type { SignedIn } from './platform/http/caller.ts'
import { crossSiteProtection } from './platform/http/csrf.ts'
import { busy, LoadShedder } from './platform/http/load-shedder.ts'
import {
  Authorization,
  type AppEnv,
  type CallerChecks,
  type RequestFacts,
} from './platform/http/authorize.ts'
import { Mount } from './platform/http/mount.ts'
import { faultIn, isAbort, ProblemError, toProblem } from './platform/problems.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { mountSpa, type Spa } from './platform/http/spa.ts'
import { faultOf, currentRequest, type Log } from './platform/log.ts'
import type { Timings } from './platform/timings.ts'

/** The status, in log and metrics only, of a request whose caller left before the answer. */
const callerLeft = 499

/** Adds the endpoints of one feature. Endpoints of the contract go through `mount`; `app` is for routes that redirect a browser. */
export type Feature = (mount: Mount, app: Hono<AppEnv>) => void

/** The dependencies of the HTTP layer. Features bring their own. */
export interface AppFrame {
  /** The origin as the browser sees it. */
  publicUrl: string
  features: readonly Feature[]
  auth: CallerChecks & Pick<AuthService, 'refusals'>
  /** The built SPA; null when another server serves it (npm run dev). */
  spa: Spa | null
  log: Log
  /** Called for each request that the load shedder rejects. */
  onReject: () => void
  /** True while the store responds. */
  alive: () => Promise<boolean>
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` the console trusts. */
  trustedProxies: readonly string[]
  /** The limit per user. */
  requestsPerSecond: number
  timings: Timings
}

/** Returns what an answer with the problem consists of. */
function problemAnswer(requestId: string, { code, detail }: ProblemError) {
  const status = problemStatus[code]
  const body = { type: `urn:extension-console:problem:${code}`, status, code, requestId, ...detail }
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(detail.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(detail.retryAfter)) }),
  }
  return { status, headers, text: JSON.stringify(body satisfies Problem) }
}

/** The BFF as a function from Request to Response. Opens no store and no port. */
export function createApp({
  publicUrl,
  features,
  auth,
  spa,
  log,
  onReject,
  alive,
  trustedProxies,
  requestsPerSecond,
  timings,
}: AppFrame) {
  const addressOf = addressReader(trustedProxies)
  let isDraining = false
  const app = new Hono<AppEnv>()
  const headers = securityHeaders(publicUrl)
  /** Returns the caller; `null` also when the store does not respond. */
  async function callerOf(cookie: string | null): Promise<SignedIn | null> {
    try {
      return await auth.sessions.check(cookie, { prolong: false })
    } catch {
      return null
    }
  }
  const notFound = () => {
    throw new ProblemError('not-found')
  }

  const loadShedder = new LoadShedder(onReject)
  // Before all other work: at five times its capacity, the console then still answers most of it (R42). Counted, not logged.
  app.use('/api/*', async (c, next) => {
    if (!loadShedder.rejects(c.req.path)) return next()
    const requestId = randomUUID()
    const { status, headers: added, text } = problemAnswer(requestId, busy)
    return new Response(text, { status, headers: { ...headers, ...added, 'x-request-id': requestId } })
  })
  app.use('*', async (c, next) => {
    const started = performance.now()
    const facts: RequestFacts = {
      requestId: randomUUID(),
      address: addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')),
      caller: null,
      route: '-',
      callsUnderWay: 0,
    }
    c.set('facts', facts)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header('x-request-id', facts.requestId)
    await currentRequest.run(facts, next)
    const { requestId, route, caller } = c.get('facts')
    log.request({
      requestId,
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      userId: caller?.user.id ?? null,
    })
  })

  app.onError(async (error, c) => {
    if (isAbort(error) && c.req.raw.signal.aborted) return new Response(null, { status: callerLeft })
    const facts = c.get('facts')
    const problem = toProblem(error)
    // The CSRF check refuses requests before their session is read.
    if (problem.code === 'cross-site') facts.caller = await callerOf(c.req.header('cookie') ?? null)
    await auth.refusals.record(problem.code, facts, c.req.method)
    const fault = faultIn(error)
    if (fault !== undefined) log.fault({ requestId: facts.requestId, ...faultOf(fault) })
    const { status, headers: added, text } = problemAnswer(facts.requestId, problem)
    // Keeps headers that are already set, for example cookies.
    return c.body(text, status, added)
  })

  const uncached = { 'cache-control': 'no-store' }
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, uncached))
  app.get('/readyz', async (c) =>
    !isDraining && (await alive())
      ? c.json({ status: 'ready' }, 200, uncached)
      : c.json({ status: 'not ready' }, 503, uncached),
  )

  app.use('/api/*', crossSiteProtection(publicUrl))
  app.use('/api/*', async (c, next) => {
    c.header('cache-control', 'no-store')
    c.header('vary', 'Accept-Encoding')
    await next()
    // Not "storage" or "cookies": they would also remove the language, theme and columns. The page removes drafts.
    if (c.get('facts').route === signOut.path && c.res.ok) c.header('clear-site-data', '"cache"')
  })
  const mount = new Mount({
    app,
    authorization: new Authorization(auth, requestsPerSecond),
    loadShedder,
    answerMs: timings.answerMs,
  })
  for (const feature of features) feature(mount, app)
  // Made once, by the first call: it takes the event loop up to 60 ms.
  let description: ReturnType<typeof describeApi> | undefined
  mount.mount(readApiDescription, () =>
    Promise.resolve((description ??= describeApi(mount.mounted, publicUrl))),
  )
  app.all('/api/*', notFound)
  app.all('/api', notFound)

  if (spa !== null) mountSpa(app, spa, auth)
  app.notFound(notFound)
  return {
    app,
    /** Makes `/readyz` report that the console is not ready. */
    drain: () => {
      isDraining = true
    },
  }
}
