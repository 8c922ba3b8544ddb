import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { UpstreamErrorKind } from './errors.ts'

/** Why a round trip was ended by us. */
export class Ended extends Error {
  override readonly name = 'Ended'
  readonly kind: UpstreamErrorKind
  readonly code: string | null

  constructor(kind: UpstreamErrorKind, code: string | null = null) {
    super(kind)
    this.kind = kind
    this.code = code
  }
}

/** The code of a request that `canSend` kept back. */
export const notSent = 'kept back'

export interface RoundTrip {
  request: Dispatcher.DispatchOptions
  /** Until the whole answer is there, ms. */
  totalMs: number
  /** Most bytes of its body. */
  bytes: number
  signal: AbortSignal | undefined
  /** Asked on the open connection, at the last moment before the request is written. False keeps it back. */
  canSend: () => boolean
}

export interface WholeAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * One request and its whole answer, collected without a stream made for each. Rejects with `Ended` where we ended it: given
 * up, too late, too large, a redirect, kept back; with undici's error otherwise.
 */
export function roundTrip(
  dispatcher: Dispatcher,
  { request, totalMs, bytes, signal, canSend }: RoundTrip,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let ended: Ended | null = null
    let head: Omit<WholeAnswer, 'body'> = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    let size = 0
    const release = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    const end = (because: Ended) => {
      release()
      ended = because
      reject(because)
      controller?.abort(because)
    }
    const giveUp = () => end(new Ended('timeout', 'given up'))
    const timer = setTimeout(() => end(new Ended('timeout')), totalMs)
    signal?.addEventListener('abort', giveUp, { once: true })
    if (signal?.aborted === true) return giveUp()
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        if (ended !== null) started.abort(ended)
        else if (!canSend()) end(new Ended('unreachable', notSent))
      },
      onResponseStart(_, status, headers) {
        head = { status, headers }
        if (status >= 300 && status < 400) end(new Ended('invalid', `HTTP ${status}`))
      },
      onResponseData(_, chunk) {
        size += chunk.length
        chunks.push(chunk)
        if (size > bytes) end(new Ended('invalid', 'too large'))
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
