import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { signOut } from '#contract/session.ts'
import type { Status } from '#contract/status.ts'
import type { UpstreamHandle } from '#upstream/client.ts'
import type { Upstream } from '#upstream/upstream.ts'
import { mountAgents } from './extensions/agents.ts'
import { mountReservations, type ReservationDeps } from './reservations/reservations.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import type { AuthService } from './auth/auth.ts'
import type { CallRegistry } from './status/call-registry.ts'
import { mountCodes, type CodeDeps } from './codes/codes.ts'
import { mountExtensions } from './extensions/extensions.ts'
import { csrfProtection } from './platform/http/csrf.ts'
import { mountInventory, type InventoryDeps } from './inventory/inventory.ts'
import { mountJobs, type JobDeps } from './jobs/routes.ts'
import { mountSingleCreation } from './jobs/single-creation.ts'
import type { ResponseRedactor } from './platform/http/response-redactor.ts'
import type { LoadShedder } from './platform/http/load-shedder.ts'
import { faultOf, type Log } from './platform/log.ts'
import { createMount, type AppEnv } from './platform/http/mount.ts'
import { answerProblem, ProblemError, toProblem } from './platform/http/problems.ts'
import { mountCapacity, type CapacityDeps } from './capacity/routes.ts'
import { mountReference } from './extensions/reference.ts'
import { mountSecret } from './extensions/secret.ts'
import { requestScope } from './platform/http/request-scope.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { mountAuthRoutes } from './auth/routes.ts'
import { sessionOf } from './auth/session.ts'
import type { UserRate } from './platform/http/user-rate.ts'
import { mountSettings } from './settings/settings.ts'
import { mountSpa } from './platform/http/spa.ts'
import { mountStatus } from './status/status.ts'
import type { ActionLimits } from './auth/action-limits.ts'
import type { AuditReader } from './audit/audit-reader.ts'
import type { Audit } from './audit/audit-store.ts'
import type { Seal } from './platform/database/encryption.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import type { ViewStore } from './inventory/view-store.ts'
import type { Timings } from './platform/timings.ts'
import { mountSuggestions } from './extensions/suggestions.ts'
import { mountViews } from './inventory/views.ts'

export interface AppDeps {
  upstream: Upstream
  gateway: Pick<UpstreamHandle, 'renewTokens' | 'tokenStates' | 'breakers'>
  auth: AuthService
  seal: Seal
  settings: SettingsStore
  codes: CodeDeps
  capacity: CapacityDeps
  jobs: JobDeps
  reservations: ReservationDeps
  inventory: InventoryDeps
  views: ViewStore
  audit: Audit
  auditReader: AuditReader
  actionLimits: ActionLimits
  calls: CallRegistry
  responseRedactor: ResponseRedactor
  loadShedder: Pick<LoadShedder, 'withoutPlace'>
  userRate: UserRate
  log: Log
  /** The origin as the browser sees it. */
  publicUrl: string
  service: Status['service']
  /** Directory of the built SPA; null where something else serves it (npm run dev). */
  spa: string | null
  now: () => number
  timings: Timings
  /** True while new requests are welcome and the store answers. */
  ready: () => Promise<boolean>
  /** The caller's network address, from the socket or a trusted proxy. */
  addressOf: (request: Request, env: unknown) => string
}

/** The BFF as a function from Request to Response; opening and listening are others' work. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const headers = securityHeaders(deps.publicUrl)

  app.use('*', async (c, next) => {
    const started = performance.now()
    const facts = {
      requestId: randomUUID(),
      address: deps.addressOf(c.req.raw, c.env),
      caller: null,
      route: '-',
    }
    c.set('facts', facts)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header('x-request-id', facts.requestId)
    await requestScope.run(facts.requestId, next)
    const { requestId, route, caller } = c.get('facts')
    deps.log.request({
      requestId,
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      userId: caller?.user.id ?? null,
    })
  })

  app.onError(async (error, c) => {
    const { requestId } = c.get('facts')
    const problem = toProblem(error)
    await deps.auth.refusals.record(problem.code, c.get('facts'), c.req.method)
    if (problem.code === 'internal') deps.log.fault({ requestId, ...faultOf(error) })
    return answerProblem(c, problem, c.get('facts'), deps.responseRedactor)
  })

  const uncached = { 'cache-control': 'no-store' }
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, uncached))
  app.get('/readyz', async (c) =>
    (await deps.ready())
      ? c.json({ status: 'ready' }, 200, uncached)
      : c.json({ status: 'not ready' }, 503, uncached),
  )

  app.use(
    '/api/*',
    csrfProtection(() => deps.publicUrl),
  )
  app.use('/api/*', async (c, next) => {
    c.header('cache-control', 'no-store')
    await next()
    // Not "storage" or "cookies": they would remove the language, theme and columns too. The page removes drafts.
    if (c.get('facts').route === signOut.path && c.res.ok) c.header('clear-site-data', '"cache"')
  })
  const mount = createMount(app, deps)
  mountAuthRoutes(app, mount, deps)
  mountReference(mount, deps)
  mountExtensions(mount, deps)
  mountSecret(mount, deps)
  mountSingleCreation(mount, deps)
  mountJobs(mount, deps)
  mountAgents(mount, deps)
  mountReservations(mount, deps)
  mountInventory(mount, deps)
  mountViews(mount, deps)
  mountSuggestions(mount, deps)
  mountSettings(mount, deps)
  mountCodes(mount, deps)
  mountAuditRoutes(mount, deps)
  mountStatus(mount, deps)
  mountCapacity(mount, deps)
  app.all('/api/*', () => {
    throw new ProblemError('not-found')
  })
  app.all('/api', () => {
    throw new ProblemError('not-found')
  })

  if (deps.spa !== null)
    mountSpa(app, deps.spa, { ...deps, sessionOf: (signedIn) => sessionOf(signedIn, deps) })
  app.notFound(() => {
    throw new ProblemError('not-found')
  })
  return app
}
