import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { allows } from '#contract/access.ts'
import { urlOf } from '#contract/endpoint-url.ts'
import { firstIdle, idleExtensions } from '#contract/extensions.ts'
import { session as sessionSchema, type Session } from '#contract/session.ts'
import type { SignedIn } from './caller.ts'
import type { ResponseRedactor } from './response-redactor.ts'
import type { AppEnv, SessionReader } from './authorize.ts'
import { assets, isPage, rootFiles } from './page-paths.ts'
import { newNonce, pagePolicy } from './security-headers.ts'

const yearSeconds = 31_536_000
const idlePage = '/extensions/idle'

/** The reads with which the list of idle extensions begins: URLs as its script sends them. None where a parameter is invalid. */
function preloads({ pathname, searchParams }: URL, { role, mustChangePassword }: SignedIn): string[] {
  if (pathname !== idlePage || mustChangePassword) return []
  const given = Object.fromEntries(searchParams)
  return [idleExtensions, firstIdle].flatMap(({ access, path, query }) => {
    const asked = z.safeParse(query, given)
    return access !== 'signed-in' && access !== 'anyone' && allows(role, access) && asked.success
      ? [urlOf(path, {}, asked.data)]
      : []
  })
}

/** Serves the built SPA: assets cached for ever, pre-compressed; the page never cached, with a nonce and the reader's session. */
export function mountSpa(
  app: Hono<AppEnv>,
  { directory, sessionOf }: { directory: string; sessionOf: (signedIn: SignedIn) => Promise<Session> },
  {
    sessions,
    responseRedactor,
  }: { sessions: Pick<SessionReader, 'session'>; responseRedactor: ResponseRedactor },
): void {
  const html = readFileSync(join(directory, 'index.html'), 'utf8')

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
   * What the page needs first, so that it need not wait for the script: the session as data, and the first reads. Empty without a
   * session, and while the store does not answer: then the script asks for the session and shows the error.
   */
  async function firstNeeds(c: Context<AppEnv>): Promise<string> {
    const { signedIn } = await sessions.session(c.req.header('cookie') ?? null, { prolong: false })
    if (signedIn === null) return ''
    const session = JSON.stringify(z.parse(sessionSchema, await sessionOf(signedIn)))
    const links = preloads(new URL(c.req.url), signedIn).map(
      (url) => `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`,
    )
    // Inside an element for scripts, `<` is the one character that could end it.
    const data = responseRedactor.json(session, 'page').replaceAll('<', String.raw`\u003c`)
    return [`<script type="application/json" id="session">${data}</script>`, ...links].join('')
  }

  const page = async (c: Context<AppEnv>, status: 200 | 404) => {
    const needs = await firstNeeds(c).catch(() => '')
    const nonce = newNonce()
    c.header('content-security-policy', pagePolicy(nonce))
    c.header('cache-control', 'no-store')
    return c.html(
      html.replaceAll('__CSP_NONCE__', nonce).replace('<!-- first needs -->', () => needs),
      status,
    )
  }
  app.get('*', (c) => page(c, isPage(c.req.path) ? 200 : 404))
}
