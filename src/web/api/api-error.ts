import type { Problem, ProblemCode } from '#contract/problem.ts'

/** `network`: nothing came back. `contract`: what came back is not what was promised. The rest is the BFF's own word. */
export type ErrorCode = ProblemCode | 'network' | 'contract'

/** The one error of the SPA's side of the wire. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** HTTP status; 0 when nothing came back. */
  readonly status: number
  readonly requestId: string | null
  readonly upstream: Problem['upstream'] | null
  readonly taken: Problem['taken']
  readonly asked: Problem['asked']
  readonly errors: NonNullable<Problem['errors']>
  /** Seconds. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    status: number,
    requestId: string | null = null,
    detail: Partial<Problem> = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.upstream = detail.upstream ?? null
    this.taken = detail.taken
    this.asked = detail.asked
    this.errors = detail.errors ?? []
    this.retryAfter = detail.retryAfter ?? null
  }
}

export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code

/** The fields that the server refused, by name, as `@mantine/form` takes them. */
export const fieldErrors = (error: unknown): Record<string, true> =>
  Object.fromEntries(error instanceof ApiError ? error.errors.map(({ path }) => [path, true]) : [])
