import { operations, type OperationId } from './operations.ts'

/**
 * The kinds of error, by evidence:
 * `unreachable`: no connection, or lost before an answer; `certificate`: no connection, because the service's certificate is
 * not valid; `timeout`: a deadline passed; `failing`: HTTP 5xx; `not-offered`: HTTP 404 or 405 without a return code;
 * `not-json`: HTML or garbage; `invalid`: JSON of another shape, too large, or a redirect; `paging`: pages that contradict each
 * other, with the profile's key at fault as code; `credentials`: get_token refused the app id, key or company; `clock`: the
 * same, while our clock and the service's clock differ; `token`: refused again after a renewal, or no renewal possible yet
 * (cooldown); `extensions-auth`: refused by the extension operations alone, so a renewal would not help; `restricted`: no
 * permission; `busy`: the service asks us to slow down, or our own queue is full; `paused`: not sent, because the service keeps
 * failing; `blocked`: a gateway refused a create before the service; `refused`: any other return code, with its `meaning`.
 */
const errorKinds = [
  'unreachable',
  'certificate',
  'timeout',
  'failing',
  'not-offered',
  'not-json',
  'invalid',
  'paging',
  'credentials',
  'clock',
  'token',
  'extensions-auth',
  'restricted',
  'busy',
  'paused',
  'blocked',
  'refused',
] as const
export type UpstreamErrorKind = (typeof errorKinds)[number]
export const isErrorKind = (text: string | undefined): text is UpstreamErrorKind =>
  errorKinds.some((kind) => kind === text)

/** The meanings to which the profile gives codes. */
export const meanings = ['notFound', 'exists', 'bound', 'quota', 'agentNotFound', 'companyUnknown'] as const
/**
 * What a refusal says about the request, by the profile's codes. The service has one code for `bound` and `agentBound`: a create
 * that named an agent concerns the agent, because its number was absent.
 */
export type RefusalMeaning = (typeof meanings)[number] | 'agentBound'

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
  /** The service's code beside an HTTP status that decided, for example 404; null without one. */
  readonly returnCode: string | null
  /** Null unless the kind is `refused` and the code is known. */
  readonly meaning: RefusalMeaning | null
  readonly serviceMessage: string | null
  /** For creates: true only if the service definitely did nothing. By default, true for the others. */
  readonly definitelyNotApplied: boolean
  /** Whole seconds to wait before trying again, at most five minutes; null when unknown. */
  readonly retryAfter: number | null

  constructor(detail: {
    kind: UpstreamErrorKind
    operation: OperationId
    code?: string | null
    returnCode?: string | null
    meaning?: RefusalMeaning | null
    serviceMessage?: string | null
    definitelyNotApplied?: boolean | undefined
    retryAfter?: number | null
  }) {
    super(`${detail.operation}: ${detail.kind}${detail.code == null ? '' : ` (${detail.code})`}`)
    this.kind = detail.kind
    this.operation = detail.operation
    this.code = detail.code ?? null
    this.returnCode = detail.returnCode ?? null
    this.meaning = detail.meaning ?? null
    this.serviceMessage = detail.serviceMessage?.slice(0, 200) ?? null
    this.definitelyNotApplied = detail.definitelyNotApplied ?? operations[detail.operation].kind !== 'create'
    this.retryAfter = detail.retryAfter ?? null
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
