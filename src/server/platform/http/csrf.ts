import type { MiddlewareHandler } from 'hono'
import { ssoCallback } from '#contract/sso.ts'
import { loopback } from '../config/config-checks.ts'
import { ProblemError } from '../problems.ts'
import { apiTokenOf } from './authorize.ts'

const reading = new Set(['GET', 'HEAD'])
/** Values of Sec-Fetch-Site for reads; `none` means that the user opened the URL. */
const readableFrom = [undefined, 'same-origin', 'none']

/** Returns whether an origin is the console's own. The names of loopback are one origin: a browser may use any of them. */
function ownOrigin(publicUrl: string): (origin: string) => boolean {
  const base = new URL(publicUrl)
  const isOnLoopback = loopback.test(base.hostname)
  return (origin) => {
    if (origin === publicUrl) return true
    const url = isOnLoopback ? URL.parse(origin) : null
    return (
      url !== null && loopback.test(url.hostname) && url.protocol === base.protocol && url.port === base.port
    )
  }
}

/**
 * Protects the whole API from pages of other sites. No route adds checks of its own. (hono's `csrf` checks only what a form can
 * send: no file that is read with the user's cookie, and no host.)
 *
 * - Every request must name the host of `publicUrl`, on any port, or loopback. In a DNS rebinding attack, the page's own name
 *   resolves to the console's address, so its requests name another host. Only `Host` counts: a page can set `X-Forwarded-Host`.
 * - A request with Fetch Metadata must come from the console's own page or directly from the user. A page on another port or
 *   sub-domain is same-site, so its requests would carry the cookie, and an export would be recorded under the user's name. The
 *   only exception is the redirect back from the identity provider.
 * - A request without cookies that carries an API token is a script's: no page can send the header without a preflight either.
 * - A request that changes data must carry `X-Console: 1` and a same-origin Fetch-Metadata or Origin header. A page of another
 *   site can send `X-Console` only after a preflight, which the console never answers.
 */
export function crossSiteProtection(publicUrl: string): MiddlewareHandler {
  const ownHost = new URL(publicUrl).hostname
  const isOwn = ownOrigin(publicUrl)
  return async (c, next) => {
    const { hostname } = new URL(c.req.url)
    if (hostname !== ownHost && !loopback.test(hostname))
      throw new ProblemError('misdirected', {
        errors: [
          { path: 'Host', message: 'must name the host of PUBLIC_URL; a proxy in front has to pass it on' },
        ],
      })
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isElsewhere = !readableFrom.includes(site) || (origin !== undefined && !isOwn(origin))
    if (isElsewhere && c.req.path !== ssoCallback.path) throw new ProblemError('cross-site')
    if (!reading.has(c.req.method) && apiTokenOf(c) === null) {
      const sameOrigin =
        site === undefined
          ? origin !== undefined && isOwn(origin)
          : site === 'same-origin' && (origin === undefined || isOwn(origin))
      if (!sameOrigin || c.req.header('x-console') !== '1') throw new ProblemError('cross-site')
    }
    await next()
  }
}
