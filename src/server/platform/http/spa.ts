import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { languageDetector } from 'hono/language'
import * as z from 'zod/mini'
import { session as sessionSchema, type Session } from '#contract/session.ts'
import type { SignedIn } from './caller.ts'
import type { AppEnv, CallerChecks } from './authorize.ts'
import { assets, isPage, rootFiles } from './page-paths.ts'
import { createFilePreloads } from './page-files.ts'
import { newNonce, pagePolicy } from './security-headers.ts'

const yearSeconds = 31_536_000

/** Uses `crossorigin` because the script's own requests do: otherwise the browser would fetch each file twice. */
const linkToFile = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`

export interface Spa {
  /** The directory of the build. */
  directory: string
  readSession: (signedIn: SignedIn) => Promise<Session>
}

/** Serves the built SPA: pre-compressed assets, cached for a year, and the uncached page with a nonce and the user's session. */
export function mountSpa(
  app: Hono<AppEnv>,
  { directory, readSession }: Spa,
  { sessions }: Pick<CallerChecks, 'sessions'>,
): void {
  const html = readFileSync(join(directory, 'index.html'), 'utf8')
  const preloadedFiles = createFilePreloads(directory, html)

  app.use(
    `${assets}*`,
    serveStatic({
      root: directory,
      precompressed: true,
      onFound(_path, c) {
        c.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        c.header('vary', 'Accept-Encoding')
      },
    }),
  )
  for (const file of rootFiles)
    app.get(
      file,
      serveStatic({
        root: directory,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=86400'),
      }),
    )

  /**
   * Returns HTML with the session as data and preloads for the page's files, so that these need not wait for the script. Throws when the store does not answer; then the script requests the session and shows the error.
   */
  async function preloadHtml(c: Context<AppEnv>): Promise<string> {
    const signedIn = await sessions.check(c.req.header('cookie') ?? null, { prolong: false })
    const filesOf = (pathname: string) =>
      preloadedFiles(pathname, c.get('language') === 'zh' ? 'zh' : 'en').map(linkToFile)
    if (signedIn === null) return filesOf('/sign-in').join('')
    const session = JSON.stringify(z.parse(sessionSchema, await readSession(signedIn)))
    // Inside a script element, `<` is the only character that could end the element.
    const data = session.replaceAll('<', String.raw`\u003c`)
    return [`<script type="application/json" id="session">${data}</script>`, ...filesOf(c.req.path)].join('')
  }

  const page = async (c: Context<AppEnv>, status: 200 | 404) => {
    const needs = await preloadHtml(c).catch(() => '')
    const nonce = newNonce()
    c.header('content-security-policy', pagePolicy(nonce))
    c.header('cache-control', 'no-store')
    return c.html(
      html.replaceAll('__CSP_NONCE__', nonce).replace(/<!-- first needs[^>]*-->/, () => needs),
      status,
    )
  }
  // Only the page's script knows a language the user has chosen instead.
  const language = languageDetector({ supportedLanguages: ['en', 'zh'], order: ['header'], caches: false })
  app.get('*', language, (c) => page(c, isPage(c.req.path) ? 200 : 404))
}
