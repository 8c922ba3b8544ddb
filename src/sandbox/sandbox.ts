import { serve as listenOn } from '@hono/node-server'
import { operations, type OperationId } from '#upstream/operations.ts'
import { defaultProfile, type Profile } from '#upstream/profile.ts'
import { deskPage } from './desk-page.ts'
import { speaking } from './dialect.ts'
import { extensionService } from './extension-service.ts'
import { openStore, type Store } from './store.ts'
import { v5Service } from './v5.ts'

export interface SandboxOptions {
  /** SQLite file; null keeps everything in memory. */
  file: string | null
  appId: string
  appKey: string
  extensions: number
  strictClock?: boolean
  /** How long the "no answer in time" sentinels wait, and when late commits appear; both in ms. */
  slowMs?: number
  lateMs?: number
  now?: () => number
  /** What differs from the specification's reading. */
  profile?: Profile
  /** The value of the credential `fixed`. */
  authorization?: string | null
}

export interface Sandbox {
  /** Answers one request in process. */
  fetch: (request: Request) => Response | Promise<Response>
  listen: (port: number, host: string) => Promise<{ url: string; close: () => Promise<void> }>
  /** Returns the number of requests for an operation since the start. */
  calls: (operation: OperationId | 'tokens/company') => number
  store: Store
  close: () => void
}

const routes = [
  ...Object.entries(operations).map(([id, { method, path }]) => ({ id, method, path })),
  { id: 'tokens/company', method: 'POST', path: '/tokens/company' },
].map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/, '[^/]+')}$`) }))

const graceMs = 500
const isV5 = (path: string) => path.startsWith('/api/') && path !== '/api/exts/_add'

/** Implements the contact-center open API of docs/upstream-api.md as a working service over SQLite. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const now = options.now ?? Date.now
  const store = openStore({ file: options.file, extensions: options.extensions, now })
  const service = {
    appId: options.appId,
    appKey: options.appKey,
    strictClock: options.strictClock ?? false,
    slowMs: options.slowMs ?? 20_000,
    lateMs: options.lateMs ?? 15_000,
    now,
    profile: options.profile ?? defaultProfile,
    authorization: options.authorization ?? null,
  }
  const v5 = v5Service(store, service)
  const extensions = extensionService(store, service)
  const counts = new Map<string, number>()
  const serve = speaking(service.profile, (request, env) =>
    (isV5(new URL(request.url).pathname) ? v5 : extensions).fetch(request, env),
  )

  const home = deskPage(store, now, () =>
    routes.map(({ id, method, path }) => `${method} ${path}: ${counts.get(id) ?? 0}`),
  )
  home.notFound((c) =>
    c.json(
      { status: 'Failed', code: 404, message: 'no such operation', retCode: '310005', ret_code: '310005' },
      404,
    ),
  )

  const fetch = (request: Request, env?: unknown): Response | Promise<Response> => {
    const url = new URL(request.url)
    // Some clients request //api/…, and the service accepts it (docs/upstream-api.md#envelope-values).
    const path = url.pathname.replaceAll(/\/{2,}/g, '/')
    const normalized =
      path === url.pathname ? request : new Request(new URL(path + url.search, url.origin), request)
    const id = routes.find((route) => route.method === request.method && route.pattern.test(path))?.id
    store.settle()
    if (id === undefined) return home.fetch(normalized)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return serve(normalized, typeof env === 'object' && env !== null ? env : {})
  }

  return {
    fetch,
    store,
    calls: (operation) => counts.get(operation) ?? 0,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        if (!['127.0.0.1', 'localhost', '::1'].includes(host)) {
          reject(new Error(`the sandbox listens on loopback only, not on ${host}`))
          return
        }
        const server = listenOn({ fetch, port, hostname: host }, (address) =>
          resolve({
            url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
            close: () =>
              new Promise((done) => {
                server.close(() => done())
                // Answers under way may finish; deliberately slow sentinels may not.
                setTimeout(
                  () => 'closeAllConnections' in server && server.closeAllConnections(),
                  graceMs,
                ).unref()
              }),
          }),
        )
        server.once('error', reject)
      }),
    close: () => store.close(),
  }
}
