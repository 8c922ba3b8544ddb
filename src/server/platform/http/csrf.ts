import type { MiddlewareHandler } from 'hono'
import { ProblemError } from './problems.ts'

const reading = new Set(['GET', 'HEAD'])

/**
 * Stands before the whole API. A request that changes something must come from our own page: it carries `X-Console: 1`,
 * which a foreign page cannot send without a preflight that nobody answers, and a same-origin Fetch-Metadata or Origin
 * header. Checked here once, never per route.
 */
export function csrfProtection(publicUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    if (!reading.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const sameOrigin =
        site === undefined
          ? origin === publicUrl()
          : site === 'same-origin' && (origin === undefined || origin === publicUrl())
      if (!sameOrigin || c.req.header('x-console') !== '1') throw new ProblemError('cross-site')
    }
    await next()
  }
}
