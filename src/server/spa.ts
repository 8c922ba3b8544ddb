import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import type { AppEnv } from './mount.ts'
import { newNonce, pagePolicy } from './security-headers.ts'

/** Paths that belong to a page of the SPA; everything else is not found, though the SPA says so (trust T47). */
const pagePaths = [
  /^\/$/,
  /^\/sign-in$/,
  /^\/extensions(\/[\w-]+){1,2}$/,
  /^\/agents(\/[\w-]+)?$/,
  /^\/assign(\/[\w-]+)?$/,
  /^\/reference(\/[\w-]+)?$/,
  /^\/jobs(\/[\w-]+)?$/,
  /^\/inventory\/languages$/,
  /^\/overview$/,
  /^\/audit$/,
  /^\/connection$/,
  /^\/settings(\/codes)?$/,
  /^\/users$/,
  /^\/account$/,
]

/** True for the path of one of the SPA's pages. */
export const isPage = (pathname: string): boolean => pagePaths.some((path) => path.test(pathname))

const yearSeconds = 31_536_000

/** Serves the built SPA: assets for ever, pre-compressed; the page anew each time, with a nonce of its own. */
export function mountSpa(app: Hono<AppEnv>, directory: string): void {
  const html = readFileSync(join(directory, 'index.html'), 'utf8')

  app.use(
    '/assets/*',
    serveStatic({
      root: directory,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', `public, max-age=${yearSeconds}, immutable`),
    }),
  )
  for (const file of ['/favicon.svg', '/robots.txt'])
    app.get(
      file,
      serveStatic({
        root: directory,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=86400'),
      }),
    )

  const page = (c: Context<AppEnv>, status: 200 | 404) => {
    const nonce = newNonce()
    c.header('content-security-policy', pagePolicy(nonce))
    c.header('cache-control', 'no-store')
    return c.html(html.replaceAll('__CSP_NONCE__', nonce), status)
  }
  app.get('*', (c) => page(c, isPage(c.req.path) ? 200 : 404))
}
