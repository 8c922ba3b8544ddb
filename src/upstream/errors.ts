import type { OperationId } from './operations.ts'

/**
 * The kinds of error, by evidence:
 * `unreachable`: no connection, or lost before an answer; `certificate`: no connection, because the service's certificate is
 * not valid; `timeout`: a deadline passed; `failing`: HTTP 5xx; `not-offered`: HTTP 404 or 405 without a return code;
 * `not-json`: HTML or garbage; `invalid`: JSON of another shape, too large, or a redirect; `credentials`: get_token
 * refused the app id, key or company; `clock`: the same, while our clock and the service's clock differ; `token`: refused again
 * after a renewal, or no renewal possible yet (cooldown); `restricted`: no permission; `busy`: the service asks us to slow
 * down, or our own queue is full; `paused`: not sent, because the service keeps failing; `refused`: any other return code.
 */
const errorKinds = [
  'unreachable',
  'certificate',
  'timeout',
  'failing',
  'not-offered',
  'not-json',
  'invalid',
  'credentials',
  'clock',
  'token',
  'restricted',
  'busy',
  'paused',
  'refused',
] as const
export type UpstreamErrorKind = (typeof errorKinds)[number]
export const isErrorKind = (text: string | undefined): text is UpstreamErrorKind =>
  errorKinds.some((kind) => kind === text)

/**
 * The error of every operation. Its message never contains a URL, a
 * header or a body, because the URLs of get_token and _add are secrets.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: UpstreamErrorKind
  readonly operation: OperationId
  /**
   * The service's own code and message if it answered with an envelope,
   * otherwise a word for the failure. The message is cut at 200 characters.
   */
  readonly code: string | null
  readonly serviceMessage: string | null
  /** For creates: true only if the service definitely did nothing. */
  readonly definitelyNotApplied: boolean
  /** Whole seconds to wait before trying again, at most five minutes; null when unknown. */
  readonly retryAfter: number | null
  /** True for a create that named an agent: "bound" then means that the agent has an extension, because the number was absent. */
  readonly forAgent: boolean

  constructor(detail: {
    kind: UpstreamErrorKind
    operation: OperationId
    code?: string | null
    serviceMessage?: string | null
    definitelyNotApplied: boolean
    retryAfter?: number | null
    forAgent?: boolean
  }) {
    super(`${detail.operation}: ${detail.kind}${detail.code == null ? '' : ` (${detail.code})`}`)
    this.kind = detail.kind
    this.operation = detail.operation
    this.code = detail.code ?? null
    this.serviceMessage = detail.serviceMessage?.slice(0, 200) ?? null
    this.definitelyNotApplied = detail.definitelyNotApplied
    this.retryAfter = detail.retryAfter ?? null
    this.forAgent = detail.forAgent ?? false
  }
}

const kindsWithoutAnswer: readonly UpstreamErrorKind[] = ['unreachable', 'certificate', 'timeout']

/** True when no answer arrived, because the service is away or because of the request. */
export const isUnanswered = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && kindsWithoutAnswer.includes(error.kind)

const kindsOfOneAnswer: readonly UpstreamErrorKind[] = [
  'refused',
  'failing',
  'not-offered',
  'invalid',
  'not-json',
]

/** True for an error of this request or this answer; any other error affects every read. */
export const isSingleRequestError = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && kindsOfOneAnswer.includes(error.kind)
