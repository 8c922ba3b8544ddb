import { Pool } from 'undici'
import { createDedicatedConnections, type Preconnected } from './dedicated-connection.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { isSent } from './fields.ts'
import { readJson } from './json.ts'
import { operations, type OperationId } from './operations.ts'
import { RequestAborted, sendRequest } from './request.ts'

/** `create` and `token` calls get a dedicated connection: on a kept-alive connection it may stay unknown whether they were sent. */
type CallKind = 'read' | 'token' | 'create'

/** Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  connectMs: 2_000,
  /** Deadline for the start of the answer, so that a silent service is noticed sooner than a slow one. */
  headersMs: { read: 5_000, token: 4_000, create: 10_000 },
  totalMs: { read: 10_000, token: 5_000, create: 15_000 },
  bytes: { read: 3_000_000, token: 64_000, create: 256_000 },
  inFlight: 32,
  /** Connections for jobs' look-ups: two and a half per create that a job may have under way. */
  bulkInFlight: 80,
  queue: 100,
  queueMs: 2_000,
  /** A service may close an unused connection, so an older preconnected connection is not used. */
  preconnectedMs: 2_000,
  /** Wait before a repeat, with full jitter. */
  repeatMs: { shortest: 100, longest: 1_000 },
}
export type Limits = typeof defaultLimits

export interface Exchange {
  operation: OperationId
  kind: CallKind
  method: 'GET' | 'POST'
  /** Path below the base URL; `fillPath` has already filled in the variables. */
  path: string
  query?: Record<string, string | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
  /** Work that no user waits for: it uses separate connections and does not join the queue of users' reads. */
  bulk?: boolean | undefined
  /** For creates: called on the open connection, right before the request is written; when it returns false, the request is not sent. */
  canSend?: (() => boolean) | undefined
  /** For creates: the connection opened for this request. */
  preconnected?: Preconnected | undefined
}

export interface HttpAnswer {
  status: number
  json: unknown
  /** The service's clock when it answered, epoch ms; null without a readable `date` header. */
  date?: number | null
}

/** Sends one exchange. Throws only `UpstreamError`. */
export type Send = (exchange: Exchange) => Promise<HttpAnswer>

const usualWaitSeconds = 5
const maxWaitSeconds = 300

const pathVariable = /^[A-Za-z0-9-]{1,64}$/

/** Fills `{name}` segments. Refuses anything but letters, digits and `-`, because encoding does not protect against `..`. */
export function fillPath(operation: OperationId, value: string): string {
  if (!pathVariable.test(value))
    throw new UpstreamError({ kind: 'refused', operation, code: null, definitelyNotApplied: true })
  return operations[operation].path.replace(/\{\w+\}/, value)
}

/** The code of a request without a connection, so nothing was sent. */
export const noConnection = 'no connection'
const connectErrors: readonly unknown[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
const isConnectError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && connectErrors.includes(error.code)

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
const certificateErrorOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? (certificateErrors[String(error.code)] ?? null) : null

/** Returns the seconds to wait for a `retry-after` in seconds or as a date, rounded up and limited; the usual wait for anything else. */
function waitSeconds(header: string | string[] | undefined, now: number): number {
  const text = String(header ?? '').trim()
  const seconds = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds) ? usualWaitSeconds : Math.min(Math.max(Math.ceil(seconds), 1), maxWaitSeconds)
}

/** True when the connection was open and no answer began. */
const isHeadersTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'

const isNotOffered = (status: number): boolean => status === 404 || status === 405
/** Some services send their own code along with an HTTP status; the code says more. */
const hasReturnCode = (json: unknown): boolean => isSent(json) && ('ret_code' in json || 'retCode' in json)

/** The reason for closing a dedicated connection; created once, because an error's stack costs more than the rest of the closing. */
const served = new Error('served')

function queryString(query: NonNullable<Exchange['query']>): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** HTTP to one base URL: total deadlines, byte limits, no redirects, bounded concurrency. Throws only `UpstreamError`. */
export function createTransport(baseUrl: string, limits: Limits = defaultLimits) {
  const base = new URL(baseUrl)
  /** The base URL's own path prefix is kept. */
  const prefix = base.pathname.replace(/\/+$/, '')
  const connect = { timeout: limits.connectMs }
  const openPool = (connections: number) =>
    new Pool(base.origin, { connect, connections, keepAliveTimeout: 4_000 })
  const pool = openPool(limits.inFlight)
  let bulkPool: Pool | null = null
  const dedicated = createDedicatedConnections(base, connect, limits.preconnectedMs)
  let inFlight = 0
  const waiting: (() => void)[] = []

  /**
   * Takes a slot for a user's read. Not p-limit: a read is refused when the
   * queue is full or its wait too long, and then leaves the queue.
   */
  async function takeSlot(operation: OperationId): Promise<void> {
    if (inFlight < limits.inFlight) {
      inFlight++
      return
    }
    const busy = () =>
      new UpstreamError({ kind: 'busy', operation, definitelyNotApplied: true, retryAfter: 2 })
    if (waiting.length >= limits.queue) throw busy()
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1)
        reject(busy())
      }, limits.queueMs)
      waiting.push(turn)
    })
  }

  function freeSlot(): void {
    const next = waiting.shift()
    if (next === undefined) inFlight--
    else next()
  }

  async function send(exchange: Exchange): Promise<HttpAnswer> {
    const { operation, kind, canSend = () => true } = exchange
    const own = kind === 'read' ? null : dedicated.client(exchange.preconnected)
    const shared = exchange.bulk === true ? (bulkPool ??= openPool(limits.bulkInFlight)) : pool
    let sent = false
    const fail = (error: UpstreamErrorKind, code: string | null = null) =>
      new UpstreamError({ kind: error, operation, code, definitelyNotApplied: kind !== 'create' || !sent })
    try {
      const { status, headers, body } = await sendRequest(own ?? shared, {
        request: {
          method: exchange.method,
          path: prefix + exchange.path + (exchange.query === undefined ? '' : queryString(exchange.query)),
          headers: {
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'extension-console',
            ...(exchange.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...exchange.headers,
          },
          ...(exchange.body === undefined ? {} : { body: JSON.stringify(exchange.body) }),
          headersTimeout: limits.headersMs[kind],
        },
        totalMs: limits.totalMs[kind],
        bytes: limits.bytes[kind],
        signal: exchange.signal,
        canSend: () => {
          const go = canSend()
          sent ||= go
          return go
        },
      })
      if (status === 429)
        throw new UpstreamError({
          kind: 'busy',
          operation,
          code: 'HTTP 429',
          definitelyNotApplied: true,
          retryAfter: waitSeconds(headers['retry-after'], Date.now()),
        })
      if (status >= 500) throw fail('failing', `HTTP ${status}`)
      const serverTime = Date.parse(headers.date ?? '')
      const date = Number.isNaN(serverTime) ? null : serverTime
      const json = readJson(body)
      if (isNotOffered(status) && !hasReturnCode(json)) throw fail('not-offered', `HTTP ${status}`)
      if (json !== undefined) return { status, json, date }
      if (status === 401) return { status, json: null, date }
      throw fail('not-json', status === 200 ? null : `HTTP ${status}`)
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      if (error instanceof RequestAborted) throw fail(error.kind, error.code)
      // The cause is dropped on purpose: undici's messages can hold header values.
      if (isHeadersTimeout(error)) throw fail('timeout')
      const certificateError = certificateErrorOf(error)
      if (certificateError !== null) throw fail('certificate', certificateError)
      throw fail('unreachable', isConnectError(error) ? noConnection : null)
    } finally {
      void own?.destroy(served)
    }
  }

  return {
    async exchange(exchange: Exchange): Promise<HttpAnswer> {
      if (exchange.bulk === true) return send(exchange)
      await takeSlot(exchange.operation)
      try {
        return await send(exchange)
      } finally {
        freeSlot()
      }
    },
    /** Opens the connection for one create. */
    preconnect: () => dedicated.preconnect(),
    /** Returns the number of calls under way or queued that users wait for. */
    waitedFor: (): number => inFlight + waiting.length,
    async close(): Promise<void> {
      await Promise.all([pool.destroy(), bulkPool?.destroy()])
    },
  }
}
export type Transport = ReturnType<typeof createTransport>
