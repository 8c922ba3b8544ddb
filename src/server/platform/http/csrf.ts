import type { MiddlewareHandler } from 'hono'
import { ssoCallback } from '#contract/sso.ts'
import { loopback } from '../config/config-checks.ts'
import { ProblemError } from './problems.ts'

const reading = new Set(['GET', 'HEAD'])
/** `none`: the user opened the address. */
const readableFrom = [undefined, 'same-origin', 'none']

/**
 * Protects the whole API from pages of other sites; checked here once, never per route.
 *
 * - Every request names the host of `publicUrl`, at any port, or loopback: a page whose own name was made to resolve to the
 *   console's address (DNS rebinding) names another one. Only `Host` counts, since a page can set `X-Forwarded-Host`.
 * - A browser that says where a request comes from (Fetch Metadata) names the console's own page, or the user. A page on another port
 *   or sub-domain is of the same site, so its requests carry the cookie, and an export is on record under the user's name. Only the
 *   way back from the identity provider comes from another page.
 * - A request that changes something carries `X-Console: 1`, which a page of another site can't send without a preflight that is
 *   never answered, and a same-origin Fetch-Metadata or Origin header.
 */
export function crossSiteProtection(publicUrl: string): MiddlewareHandler {
  const ownHost = new URL(publicUrl).hostname
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
    const isElsewhere = !readableFrom.includes(site) || (origin !== undefined && origin !== publicUrl)
    if (isElsewhere && c.req.path !== ssoCallback.path) throw new ProblemError('cross-site')
    if (!reading.has(c.req.method)) {
      const sameOrigin =
        site === undefined
          ? origin === publicUrl
          : site === 'same-origin' && (origin === undefined || origin === publicUrl)
      if (!sameOrigin || c.req.header('x-console') !== '1') throw new ProblemError('cross-site')
    }
    await next()
  }
}
