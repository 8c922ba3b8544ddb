import type { Problem, ProblemCode } from '#contract/problem.ts'

/** `network`: no response from the BFF. `contract`: the response does not match the contract. All other codes come from the BFF. */
export type ErrorCode = ProblemCode | 'network' | 'contract'

/** The error of a failed API call. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly requestId: string | null
  readonly upstream: Problem['upstream'] | null
  readonly created: Problem['created']
  readonly existingRequest: Problem['existingRequest']
  readonly errors: NonNullable<Problem['errors']>
  readonly limit: Problem['limit']
  /** Seconds to wait before a retry; `null` when the BFF gives none. */
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
    this.created = detail.created
    this.existingRequest = detail.existingRequest
    this.errors = detail.errors ?? []
    this.limit = detail.limit
    this.retryAfter = detail.retryAfter ?? null
  }
}

export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code

/** Returns the fields that the server refused as errors for `@mantine/form`: `true` by field name. */
export const fieldErrors = (error: unknown): Record<string, true> =>
  Object.fromEntries(error instanceof ApiError ? error.errors.map(({ path }) => [path, true]) : [])
