import type { Context } from 'hono'
import { problemStatus, type Problem } from '#contract/problem.ts'
import type { ProblemError } from '../problems.ts'

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
