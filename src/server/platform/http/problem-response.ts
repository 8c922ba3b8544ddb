import { randomUUID } from 'node:crypto'
import { problemOf, type ProblemError } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

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
