import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { problemStatus, type Problem } from '#contract/problem.ts'
import type { ProblemError } from '../problems.ts'
import { securityHeaders } from './security-headers.ts'

/** Returns the body of a problem's answer. */
function problemOf({ code, detail }: ProblemError, requestId: string): Problem {
  const status = problemStatus[code]
  return {
    type: `urn:extension-console:problem:${code}`,
    status,
    code,
    requestId,
    ...detail,
  }
}

/** Answers with the problem. Keeps headers that are already set, for example cookies. */
export function answerProblem(c: Context, problem: ProblemError, requestId: string): Response {
  const { retryAfter } = problem.detail
  if (retryAfter !== undefined) c.header('retry-after', String(Math.ceil(retryAfter)))
  return c.body(JSON.stringify(problemOf(problem, requestId)), problemStatus[problem.code], {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  })
}

/** Builds complete answers for requests that do not reach the app, with the same headers and body as the app's answers. */
export function createProblemResponse(publicUrl: string) {
  const common = {
    ...securityHeaders(publicUrl),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  }
  return (problem: ProblemError): { status: number; headers: Record<string, string>; body: string } => {
    const requestId = randomUUID()
    const content = problemOf(problem, requestId)
    const body = JSON.stringify(content)
    const { status, retryAfter } = content
    return {
      status,
      headers: {
        ...common,
        'x-request-id': requestId,
        'content-length': String(Buffer.byteLength(body)),
        ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
      },
      body,
    }
  }
}
