import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { problemOf, ProblemError } from './problems.ts'
import { securityHeaders } from './security-headers.ts'
import { isShell } from './spa.ts'

/**
 * Requests under way at once. Just under the 32 + 100 that may ask the service and wait for it (upstream/transport.ts): if
 * more were let in, they would be turned away there, after most of what an answer costs.
 */
const mostUnderWay = 128
const tickMs = 20
/** How late the event loop may be on the average of the last ten ticks or so, ms, before fewer are let in. */
const latestMs = 150
const weight = 0.1
/** So much is let in whatever happens, or nothing would ever show that it is over. */
const leastShare = 0.05
const retryAfter = 1
/** Who asks these is to know how things stand, or to get out. */
const always: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/session', '/api/auth/sign-out'])

/**
 * Turns requests away while there are more than can be answered, before anything else looks at them, so that those let in
 * are answered in time (trust 3.4). Where something keeps the event loop itself late, be it a neighbour on the machine, fewer
 * are let in: a twentieth less each tick while it is late, a hundredth more while it is not.
 */
export function createAdmission(publicUrl: string, onRefusal: () => void, clock = () => performance.now()) {
  let underWay = 0
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
  const headers = {
    ...securityHeaders(publicUrl),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'retry-after': String(retryAfter),
  }
  const problem = new ProblemError('unavailable', { retryAfter })

  return {
    /** Whether the request for this target is let in; `target` as the router gets it. */
    lets(target: string): boolean {
      if (underWay < mostUnderWay) {
        if (share === 1) return true
        credit += share
        if (credit >= 1) {
          credit--
          return true
        }
      }
      // A page without its document or one of its scripts is broken for good, and the document tells a reader more than a
      // problem as JSON would; both cost next to nothing. The router decodes (`/%61pi`): only what is spelled as we write it.
      const path = target.split('?')[0] ?? ''
      return isShell(path) || always.has(path)
    },
    /** Counts the work as under way until there is an answer; what that streams is not waited for. */
    async during<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
      }
    },
    refuse(outgoing: ServerResponse): void {
      onRefusal()
      const requestId = randomUUID()
      const body = Buffer.from(JSON.stringify(problemOf(problem, requestId)))
      outgoing
        .writeHead(503, { ...headers, 'x-request-id': requestId, 'content-length': body.length })
        .end(body)
    },
    close: () => clearInterval(timer),
  }
}
export type Admission = ReturnType<typeof createAdmission>
