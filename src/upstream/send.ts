import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  CircuitState,
  bulkhead,
  circuitBreaker,
  handleWhen,
  noop,
  retry,
  SamplingBreaker,
  wrap,
  DelegateBackoff,
} from 'cockatiel'
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import { RequestPace } from './pace.ts'
import { isOneOf, type Profile } from './profile.ts'
import { code, isSent } from './records.ts'
import type { Request } from './request.ts'

type CallKind = (typeof operations)[OperationId]['kind']

/** Times in milliseconds, sizes in bytes. */
export interface SendLimits {
  connectMs: number
  /** Deadline for the start of the answer, so that a silent service is noticed sooner than a slow one. */
  headersMs: Record<CallKind, number>
  totalMs: Record<CallKind, number>
  bytes: number
  /** Users' reads under way and waiting; a further one is refused as `busy`. */
  inFlight: number
  queue: number
  /** Connections for the reads of jobs and background work, which the queue of users' reads does not count. */
  bulkInFlight: number
  /** Wait before a repeat, with full jitter. */
  repeatMs: { shortest: number; longest: number }
  /** The breaker opens when half of at least `leastCalls` calls in `windowMs` failed, and tries again after `probeMs`. */
  breaker: { windowMs: number; leastCalls: number; probeMs: number }
}

export function limitsOf({ limits: { timeoutSeconds } }: Pick<Profile, 'limits'>): SendLimits {
  const total = timeoutSeconds * 1000
  return {
    connectMs: 2_000,
    headersMs: { read: total / 2, token: total * 0.4, create: total },
    totalMs: { read: total, token: total / 2, create: total * 1.5 },
    bytes: 3_000_000,
    inFlight: 32,
    queue: 100,
    bulkInFlight: 80,
    repeatMs: { shortest: 100, longest: 1_000 },
    breaker: { windowMs: 10_000, leastCalls: 20, probeMs: 5_000 },
  }
}

/** How the network is reached: proxies for other hosts than loopback, and a further certificate authority, in PEM. */
export interface Network {
  httpProxy?: string | undefined
  httpsProxy?: string | undefined
  noProxy?: string | undefined
  ca?: string | undefined
}

export interface SendOptions {
  /** Ends a call early, when the browser's deadline has passed or the browser has disconnected. */
  signal?: AbortSignal | undefined
  /**
   * Work that no user waits for: it uses separate connections and does not join the queue of users' reads. The caller limits its
   * parallel calls.
   */
  bulk?: boolean | undefined
  /** Called right before the request is sent; when it returns false, the request is not sent (`notSent`). */
  canSend?: (() => boolean) | undefined
}

export interface HttpAnswer {
  status: number
  json: unknown
  /** The service's clock when it answered, epoch ms; null without a readable `date` header. */
  date: number | null
}

export interface BreakerState {
  family: ServiceName
  state: 'closed' | 'open' | 'half-open'
  /** Time until the next attempt, ms; 0 unless open. */
  probeInMs: number
  /** How long the service has been failing, ms; null while closed. */
  openForMs: number | null
}

/**
 * Returns a signal that aborts with `parent` or after `ms`, and `clear` to release it. `AbortSignal.timeout` would keep its
 * listeners, and with them the whole request, in memory until the time is over.
 */
export function startDeadline(ms: number, parent?: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(() => controller.abort(new DOMException('took too long', 'TimeoutError')), ms)
  if (parent?.aborted === true) end()
  parent?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    clear: (): void => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', end)
    },
  }
}

/** The code of a request that `canSend` refused at the last moment. */
export const notSent = 'not sent'
/** The code of a request whose caller left before the answer. */
export const callerGone = 'caller gone'
/** The code of a request whose caller ran out of time. */
const callerOutOfTime = 'out of time'
/** True for the HTTP statuses of a refused credential. */
export const isForbidden = (status: number): boolean => status === 401 || status === 403

/** Returns why the caller ended a request; null when our own deadline did. */
function codeOfAbort(caller: AbortSignal | undefined): string | null {
  if (caller?.aborted !== true) return null
  return caller.reason instanceof Error && caller.reason.name === 'TimeoutError'
    ? callerOutOfTime
    : callerGone
}

const noConnectionErrors =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/
/** As received, or once it is unpacked. */
const tooLarge = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']
/** Problems with the service's certificate, by the error code of the connection. */
const certificateErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate untrusted',
}
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
/** undici reports a proxy's refusal to open a tunnel only in words. */
const proxyRefusal = /Proxy response \((\d{3})\)/

const usualWaitSeconds = 5
const maxWaitSeconds = 300
/** Returns the seconds to wait for a `retry-after` in seconds or as a date, rounded up and limited. */
function waitSeconds(header: string, now: number): number {
  const text = header.trim()
  const seconds = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds) ? usualWaitSeconds : Math.min(Math.max(Math.ceil(seconds), 1), maxWaitSeconds)
}

/** Some services send their own code along with an HTTP status; the code says more. */
const hasReturnCode = (json: unknown): boolean => isSent(json) && ('ret_code' in json || 'retCode' in json)

/** The code of an answer with an HTTP status of its own; of a text or a number only. */
const codeOfAnswer = (json: unknown): string | null =>
  isSent(json) ? code(json['retCode'] ?? json['ret_code'] ?? json['code']) : null

/** True when the service, not the request or the caller, is the reason of the failure. */
const isServiceFailure = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  ![notSent, callerGone, callerOutOfTime].includes(error.code ?? '') &&
  ['unreachable', 'certificate', 'timeout', 'failing'].includes(error.kind)

/** Failures that may pass within a moment. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  ((error.kind === 'unreachable' && error.code !== notSent) ||
    (error.kind === 'failing' && ['HTTP 502', 'HTTP 503', 'HTTP 504'].includes(error.code ?? '')))

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/
/** A loopback address is reached without a proxy. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)

/** The certificate authorities for TLS: Node's own, and the further one. */
export const authoritiesOf = ({ ca }: Pick<Network, 'ca'>): { ca?: string[] } =>
  ca === undefined ? {} : { ca: [...rootCertificates, ca] }

/** Returns connections, through the proxy if there is one. A proxy looks names up itself, without the `lookup` of `connect`. */
export function dispatcherOf(
  { httpProxy, httpsProxy, noProxy, ca }: Network,
  isDirect: boolean,
  {
    connect: { timeout, ...connect },
    ...pool
  }: Agent.Options & { connect: { timeout: number; lookup?: LookupFunction } },
): Dispatcher {
  const tls = { timeout, ...authoritiesOf({ ca }) }
  const options = { ...pool, connect: { ...tls, ...connect } }
  if (isDirect || (httpProxy ?? httpsProxy) === undefined) return new Agent(options)
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: noProxy ?? '',
    requestTls: tls,
    proxyTls: tls,
  })
}

const decoders: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

const charset = /charset\s*=\s*"?([\w-]+)/i
/** Returns the charset of a body: its byte order mark's, or that of the content type, or UTF-8. */
function charsetOf(body: Buffer, contentType: string): string {
  const start = body.toString('latin1', 0, 3)
  if (start === '\xef\xbb\xbf') return 'utf-8'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  return charset.exec(contentType)?.[1] ?? 'utf-8'
}

/** A number outside of a text that may be beyond 2^53. */
const longNumber = /[[:,]\s*-?\d{16}/
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/**
 * Reads a body as JSON, by its `content-encoding` (which gateways set although it was not asked for) and charset. Returns an
 * integer beyond 2^53 as its text, because services also send ids as numbers. Returns undefined for anything but an object or a
 * list. Throws for more than `most` bytes.
 */
async function readJson(
  body: Buffer,
  { 'content-encoding': encoding = '', 'content-type': type = '' }: IncomingHttpHeaders,
  most: number,
): Promise<unknown> {
  let left = body
  try {
    for (const part of encoding.toLowerCase().split(',').toReversed()) {
      const name = part.trim()
      if (name === '' || name === 'identity') continue
      const decode = decoders[name]
      if (decode === undefined) return undefined
      left = await decode(left, { maxOutputLength: most })
    }
    const text = new TextDecoder(charsetOf(left, type), { fatal: true }).decode(left)
    if (!/^\s*[[{]/.test(text)) return undefined
    if (!longNumber.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      isInexact(value) ? context?.source : value,
    )
  } catch (error) {
    if (tooLarge.includes(codeOf(error))) throw error
    return undefined
  }
}

/** Returns the failure behind an error of undici, whose messages can hold header values. */
function failureOf(
  error: unknown,
  fail: (kind: UpstreamErrorKind, code?: string | null, definitelyNotApplied?: boolean) => UpstreamError,
): UpstreamError {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return fail('timeout')
  if (tooLarge.includes(code)) return fail('invalid', 'too large')
  const certificateError = certificateErrors[code]
  if (certificateError !== undefined) return fail('certificate', certificateError, true)
  const proxy = error instanceof Error ? proxyRefusal.exec(error.message) : null
  if (proxy !== null) return fail('unreachable', `proxy HTTP ${proxy[1]}`, true)
  if (noConnectionErrors.test(code)) return fail('unreachable', 'no connection', true)
  return fail('unreachable')
}

/** HTTP to one service: deadlines, byte limit, no redirects, bounded concurrency, one repeat of a read, a breaker. */
export class Sender {
  readonly #service: ServiceName
  readonly #profile: Profile
  readonly #base: URL
  readonly #limits: SendLimits
  readonly #network: Network
  readonly #users: Dispatcher
  readonly #bulk: Dispatcher
  readonly #creates: Dispatcher
  readonly #queue
  readonly #policies
  readonly #pace: RequestPace
  #openedAt: number | null = null
  #probeAt = 0

  constructor(
    service: ServiceName,
    baseUrl: string,
    {
      profile,
      sendLimits: limits = limitsOf(profile),
      network = {},
    }: { profile: Profile; sendLimits?: SendLimits | undefined; network?: Network | undefined },
  ) {
    this.#service = service
    this.#profile = profile
    this.#base = new URL(baseUrl)
    this.#limits = limits
    this.#network = network
    this.#users = this.#connect({ connections: limits.inFlight })
    this.#bulk = this.#connect({ connections: limits.bulkInFlight })
    // A create on a connection that the service has just closed would stay in doubt, so only a fresh one is used again.
    this.#creates = this.#connect({ keepAliveTimeout: 500, keepAliveMaxTimeout: 500 })
    this.#pace = new RequestPace(profile.limits.requestsPerSecond, limits.queue)
    const { windowMs, leastCalls, probeMs } = limits.breaker
    this.#queue = bulkhead(limits.inFlight, limits.queue)
    const breaker = circuitBreaker(handleWhen(isServiceFailure), {
      halfOpenAfter: probeMs,
      breaker: new SamplingBreaker({
        threshold: 0.5,
        duration: windowMs,
        minimumRps: (leastCalls * 1000) / windowMs,
      }),
    })
    breaker.onStateChange((state) => {
      if (state === CircuitState.Closed) this.#openedAt = null
      else if (state === CircuitState.Open) {
        this.#openedAt ??= performance.now()
        this.#probeAt = performance.now() + probeMs
      }
    })
    const { shortest, longest } = limits.repeatMs
    const repeat = retry(handleWhen(isRepeatable), {
      maxAttempts: 1,
      backoff: new DelegateBackoff(() => shortest + Math.random() * (longest - shortest)),
    })
    const bulk = wrap(repeat, breaker)
    // The keeper's cooldown already spaces the requests for tokens.
    this.#policies = { read: wrap(this.#queue, bulk), bulk, create: breaker, token: noop }
  }

  #connect(pool: Agent.Options): Dispatcher {
    return dispatcherOf(this.#network, isLoopback(this.#base), {
      keepAliveTimeout: 4_000,
      ...pool,
      maxResponseSize: this.#limits.bytes,
      connect: { timeout: this.#limits.connectMs },
    })
  }

  /** Sends a request. Throws only `UpstreamError`. */
  async send(request: Request, options: SendOptions = {}): Promise<HttpAnswer> {
    const { operation } = request
    const { kind } = operations[operation]
    const { bulk, signal } = options
    const unsent = { operation, definitelyNotApplied: true }
    // While the breaker is open, a call fails at once; it needs no turn.
    if (this.breaker().state !== 'open') {
      if (bulk !== true && this.#pace.isFull)
        throw new UpstreamError({ ...unsent, kind: 'busy', retryAfter: 2 })
      if (!(await this.#pace.turn(bulk === true, signal)))
        throw new UpstreamError({ ...unsent, kind: 'timeout', code: codeOfAbort(signal) })
    }
    const ending = startDeadline(this.#limits.totalMs[kind], signal)
    const policy = this.#policies[bulk === true && kind === 'read' ? 'bulk' : kind]
    let attempts = 0
    const attempt = async () => {
      const canLeave = attempts++ === 0 || (await this.#pace.turn(false, ending.signal))
      if (!canLeave) throw new UpstreamError({ ...unsent, kind: 'timeout', code: codeOfAbort(signal) })
      return this.#exchange(request, options, ending.signal)
    }
    try {
      return await policy.execute(attempt, ending.signal)
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      if (error instanceof BrokenCircuitError)
        throw new UpstreamError({
          ...unsent,
          kind: 'paused',
          retryAfter: Math.max(1, Math.ceil(this.breaker().probeInMs / 1000)),
        })
      if (error instanceof BulkheadRejectedError)
        throw new UpstreamError({ ...unsent, kind: 'busy', retryAfter: 2 })
      throw new UpstreamError({ ...unsent, kind: 'timeout', code: codeOfAbort(signal) })
    } finally {
      ending.clear()
    }
  }

  async #exchange(
    { operation, method, path, query, headers, body }: Request,
    { signal, bulk, canSend }: SendOptions,
    ended: AbortSignal,
  ): Promise<HttpAnswer> {
    const { kind } = operations[operation]
    const { headersMs, totalMs, bytes } = this.#limits
    let isSentAway = false
    const fail = (
      error: UpstreamErrorKind,
      word: string | null = null,
      definitelyNotApplied = !isSentAway,
      returnCode: string | null = null,
    ) =>
      new UpstreamError({
        kind: error,
        operation,
        code: word,
        returnCode,
        definitelyNotApplied: definitelyNotApplied || undefined,
      })
    try {
      if (canSend?.() === false) throw fail('unreachable', notSent)
      if (ended.aborted) throw fail('timeout', codeOfAbort(signal))
      isSentAway = true
      const connections = kind !== 'read' ? this.#creates : bulk === true ? this.#bulk : this.#users
      const search = new URLSearchParams(query).toString()
      const answering = connections.request({
        origin: this.#base.origin,
        // The base URL's own path prefix is kept.
        path: this.#base.pathname.replace(/\/+$/, '') + path + (search && `?${search}`),
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'extension-console',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        headersTimeout: headersMs[kind],
        bodyTimeout: totalMs[kind],
        signal: ended,
      })
      // undici itself ends a request that waits for a connection only when its turn comes.
      const left = Promise.withResolvers<never>()
      ended.addEventListener('abort', () => left.reject(new Error('aborted')), { once: true })
      const response = await Promise.race([answering, left.promise])
      const { statusCode: status, headers: received } = response
      const isRedirect = status >= 300 && status < 400
      // Only "not there" is reported with such a status.
      const isFailure = status >= 500 && operation !== 'extension_detail'
      if (isRedirect || status === 429 || isFailure) void response.body.dump().catch(() => undefined)
      // To the page for signing in, where the profile says so.
      if (isRedirect && this.#profile.token.invalid.some((each) => 'http' in each && each.http === status))
        return { status, json: null, date: null }
      if (isRedirect) throw fail('invalid', `HTTP ${status}`)
      if (status === 429)
        throw new UpstreamError({
          kind: 'busy',
          operation,
          code: 'HTTP 429',
          definitelyNotApplied: true,
          retryAfter: waitSeconds(String(received['retry-after']), Date.now()),
        })
      if (isFailure) throw fail('failing', `HTTP ${status}`)
      const sent = Buffer.from(await response.body.arrayBuffer())
      const json = await readJson(sent, received, bytes)
      const returnCode = codeOfAnswer(json)
      const isAbsence = operation === 'extension_detail' && isOneOf(this.#profile.codes.notFound, returnCode)
      if (status >= 500 && !isAbsence) throw fail('failing', `HTTP ${status}`, !isSentAway, returnCode)
      if ((status === 404 || status === 405) && !isAbsence && !hasReturnCode(json))
        throw fail('not-offered', `HTTP ${status}`, !isSentAway, returnCode)
      const serverTime = Date.parse(String(received['date']))
      const date = Number.isNaN(serverTime) ? null : serverTime
      if (json !== undefined) return { status, json, date }
      if (isForbidden(status)) return { status, json: null, date }
      throw fail('not-json', status === 200 ? null : `HTTP ${status}`)
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      throw ended.aborted ? fail('timeout', codeOfAbort(signal)) : failureOf(error, fail)
    }
  }

  /** Returns the number of reads under way or queued that users wait for. */
  waitedFor(): number {
    const { inFlight, queue } = this.#limits
    return this.#pace.users + inFlight - this.#queue.executionSlots + queue - this.#queue.queueSlots
  }

  breaker(): BreakerState {
    const now = performance.now()
    if (this.#openedAt === null)
      return { family: this.#service, state: 'closed', probeInMs: 0, openForMs: null }
    const probeInMs = Math.max(0, this.#probeAt - now)
    return {
      family: this.#service,
      state: probeInMs > 0 ? 'open' : 'half-open',
      probeInMs,
      openForMs: now - this.#openedAt,
    }
  }

  async close(): Promise<void> {
    this.#pace.close()
    await Promise.all([this.#users, this.#bulk, this.#creates].map((pool) => pool.destroy()))
  }
}
