import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { UpstreamErrorKind } from './errors.ts'

/** We ended the request: the caller has gone, it took too long, the answer is too large or a redirect, or `canSend` refused it. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
  readonly kind: UpstreamErrorKind
  readonly code: string | null

  constructor(kind: UpstreamErrorKind, code: string | null = null) {
    super(kind)
    this.kind = kind
    this.code = code
  }
}

/** The code of a request that `canSend` refused at the last moment. */
export const notSent = 'not sent'
/** The code of a request whose caller left before the answer. */
export const callerGone = 'caller gone'
/** The code of a request whose caller ran out of time. */
export const callerOutOfTime = 'out of time'

export interface BoundedRequest {
  request: Dispatcher.DispatchOptions
  /** Deadline for the whole answer, ms. */
  totalMs: number
  /** Most bytes of the answer's body. */
  bytes: number
  signal: AbortSignal | undefined
  /** Called on the open connection, right before the request is written; when it returns false, the request is not sent. */
  canSend: () => boolean
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Sends one request and collects its whole answer, without creating a stream. Rejects with `RequestAborted` when we ended the
 * request, otherwise with undici's error.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  { request, totalMs, bytes, signal, canSend }: BoundedRequest,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let aborted: RequestAborted | null = null
    let head: Omit<HttpResponse, 'body'> = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    let size = 0
    const release = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onSignal)
    }
    const abort = (reason: RequestAborted) => {
      release()
      aborted = reason
      reject(reason)
      controller?.abort(reason)
    }
    const onSignal = () => {
      const isDeadline = signal?.reason instanceof Error && signal.reason.name === 'TimeoutError'
      abort(new RequestAborted('timeout', isDeadline ? callerOutOfTime : callerGone))
    }
    const timer = setTimeout(() => abort(new RequestAborted('timeout')), totalMs)
    signal?.addEventListener('abort', onSignal, { once: true })
    if (signal?.aborted === true) return onSignal()
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        if (aborted !== null) started.abort(aborted)
        else if (!canSend()) abort(new RequestAborted('unreachable', notSent))
      },
      onResponseStart(_, status, headers) {
        head = { status, headers }
        if (status >= 300 && status < 400) abort(new RequestAborted('invalid', `HTTP ${status}`))
      },
      onResponseData(_, chunk) {
        size += chunk.length
        chunks.push(chunk)
        if (size > bytes) abort(new RequestAborted('invalid', 'too large'))
      },
      onResponseEnd() {
        release()
        resolve({ ...head, body: Buffer.concat(chunks, size) })
      },
      onResponseError(_, error) {
        release()
        reject(error)
      },
    })
  })
}
