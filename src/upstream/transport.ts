import { Pool } from 'undici'
import { isSent } from './decode.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { readJson } from './json.ts'
import { operations, type OperationId } from './operations.ts'
import { createOwnConnections, type Preconnected } from './dedicated-connection.ts'
import { Ended, roundTrip } from './request.ts'

/** `create` and `token` calls get a connection of their own, so that no keep-alive race can blur whether they were sent. */
export type CallKind = 'read' | 'token' | 'create'

/** Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  connectMs: 2_000,
  /** Until the answer begins, so that a silent service is noticed sooner than a slow one. */
  headersMs: { read: 5_000, token: 4_000, create: 10_000 },
  totalMs: { read: 10_000, token: 5_000, create: 15_000 },
  bytes: { read: 3_000_000, token: 64_000, create: 256_000 },
  inFlight: 32,
  /** Connections of jobs' look-ups: two and a half for each of as many creates as a job may have on their way. */
  bulkInFlight: 80,
  queue: 100,
  queueMs: 2_000,
  /** A service may hang up on a connection that says nothing; one that was opened ahead longer ago is not used. */
  aheadMs: 2_000,
  /** Before a repeat: full jitter. */
  repeatMs: { shortest: 100, longest: 1_000 },
}
export type Limits = typeof defaultLimits

export interface Exchange {
  operation: OperationId
  kind: CallKind
  method: 'GET' | 'POST'
  /** Below the base URL; variables already filled in by `fillPath`. */
  path: string
  query?: Record<string, string | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
  /** Work that nobody waits for: it has connections of its own and never stands in the readers' queue. */
  bulk?: boolean | undefined
  /** For creates, asked on the open connection, at the last moment before the request is written. False keeps it back. */
  canSend?: (() => boolean) | undefined
  /** For creates: the connection that was opened for it. */
  ahead?: Preconnected | undefined
}

export interface HttpAnswer {
  status: number
  json: unknown
  /** The service's clock when it answered, epoch ms; null when it did not tell. */
  date?: number | null
}

const usualWaitSeconds = 5
const longestWaitSeconds = 300

const pathVariable = /^[A-Za-z0-9-]{1,64}$/

/** Fills `{name}` segments. Encoding is no defence against `..`, so anything but letters, digits and `-` is refused. */
export function fillPath(operation: OperationId, value: string): string {
  if (!pathVariable.test(value))
    throw new UpstreamError({ kind: 'refused', operation, code: null, definitelyNotApplied: true })
  return operations[operation].path.replace(/\{\w+\}/, value)
}

/** Causes that say that no connection came to be, so that nothing was sent. */
const noConnection: readonly unknown[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
const isNoConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && noConnection.includes(error.code)

/** What is wrong with the service's certificate, by the error of the connection. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate untrusted',
}
const certificateFault = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? (certificateFaults[String(error.code)] ?? null) : null

/** Seconds to wait, whatever a service wrote into `retry-after`: whole seconds, or a date. */
function waitSeconds(header: string | string[] | undefined, now: number): number {
  const text = String(header ?? '').trim()
  const seconds = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds)
    ? usualWaitSeconds
    : Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds)
}

/** The connection is there, and no answer has begun on it. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT'

const isNotOffered = (status: number): boolean => status === 404 || status === 405
/** Some services answer with an HTTP status as well as with their own code, which says more. */
const hasReturnCode = (json: unknown): boolean => isSent(json) && ('ret_code' in json || 'retCode' in json)

/** Why a connection of its own is closed; made once, since an error's stack costs more than the rest of the closing. */
const served = new Error('served')

function queryString(query: NonNullable<Exchange['query']>): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** HTTP to one base URL: total deadlines, byte limits, no redirects, bounded concurrency. Throws `UpstreamError` alone. */
export function createTransport(baseUrl: string, limits: Limits = defaultLimits) {
  const base = new URL(baseUrl)
  /** The base's own path prefix stays. */
  const prefix = base.pathname.replace(/\/+$/, '')
  const connect = { timeout: limits.connectMs }
  const openPool = (connections: number) =>
    new Pool(base.origin, { connect, connections, keepAliveTimeout: 4_000 })
  const pool = openPool(limits.inFlight)
  let bulkPool: Pool | null = null
  const ownConnections = createOwnConnections(base, connect, limits.aheadMs)
  let inFlight = 0
  const waiting: (() => void)[] = []

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
    const own = kind === 'read' ? null : ownConnections.client(exchange.ahead)
    const shared = exchange.bulk === true ? (bulkPool ??= openPool(limits.bulkInFlight)) : pool
    let sent = false
    const fail = (error: UpstreamErrorKind, code: string | null = null) =>
      new UpstreamError({ kind: error, operation, code, definitelyNotApplied: kind !== 'create' || !sent })
    try {
      const { status, headers, body } = await roundTrip(own ?? shared, {
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
      const told = Date.parse(headers.date ?? '')
      const date = Number.isNaN(told) ? null : told
      const read = readJson(body)
      if (isNotOffered(status) && !('json' in read && hasReturnCode(read.json)))
        throw fail('not-offered', `HTTP ${status}`)
      if ('json' in read) return { status, json: read.json, date }
      if (status === 401) return { status, json: null, date }
      throw read.fault === 'not-json'
        ? fail('not-json', status === 200 ? null : `HTTP ${status}`)
        : fail('invalid', read.fault)
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      if (error instanceof Ended) throw fail(error.kind, error.code)
      // The cause is dropped on purpose: undici's messages can hold header values.
      if (isSilence(error)) throw fail('timeout')
      const fault = certificateFault(error)
      if (fault !== null) throw fail('certificate', fault)
      throw fail('unreachable', isNoConnection(error) ? 'no connection' : null)
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
    /** Opens the connection of a create to come. */
    preconnect: () => ownConnections.preconnect(),
    /** Calls under way or queued that somebody waits for. */
    waitedFor: (): number => inFlight + waiting.length,
    async close(): Promise<void> {
      await Promise.all([pool.destroy(), bulkPool?.destroy()])
    },
  }
}
export type Transport = ReturnType<typeof createTransport>
