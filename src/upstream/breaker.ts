import { UpstreamError } from './errors.ts'
import type { OperationId } from './operations.ts'
import type { CallKind, Exchange, HttpAnswer, Transport } from './transport.ts'

/** What fails together: the v5 service, the extension service, and the giving out of tokens. */
export type Family = 'v5' | 'extensions' | 'get_token'

/** Trust 3.4; times in ms. */
export const defaultBreaking = {
  windowMs: 10_000,
  leastCalls: 20,
  failedShare: 0.5,
  connectFailures: 5,
  probeMs: 5_000,
}
/** The window moves on by a tenth at a time. */
const slicesOfWindow = 10
export type Breaking = typeof defaultBreaking

export interface BreakerState {
  state: 'closed' | 'open' | 'half-open'
  /** Until the next probe, ms; 0 unless open. */
  probeInMs: number
  /** Since when the service has been failing, ms; null while closed. */
  openForMs: number | null
}

/** `connection` failed before anything was sent; `none` says nothing about the service. */
type Evidence = 'good' | 'bad' | 'connection' | 'none'

/** What a failed exchange says about the service as a whole. Refusals are answers and never come here. */
function evidenceOf(error: unknown): Evidence {
  if (!(error instanceof UpstreamError)) return 'none'
  const { kind, code } = error
  if (code === 'kept back' || code === 'given up') return 'none'
  if (kind === 'unreachable') return code === 'no connection' ? 'connection' : 'bad'
  if (kind === 'certificate') return 'connection'
  if (kind === 'timeout' || kind === 'failing') return 'bad'
  if (kind === 'not-offered' || kind === 'invalid') return 'good'
  if (kind === 'not-json') return code?.startsWith('HTTP 4') === true ? 'good' : 'bad'
  // HTTP 429 comes from a service that works; our own full queue has no code.
  return code === null ? 'none' : 'good'
}

/** Stops asking a service that keeps failing: calls fail at once, and one read every five seconds tries whether it is back. */
export function createBreaker(family: Family, breaking: Breaking = defaultBreaking) {
  let slices: { slice: number; calls: number; failed: number }[] = []
  let connectFailures = 0
  let openedAt: number | null = null
  let probeAt = 0
  let probing = false
  const now = () => performance.now()

  function open(): void {
    openedAt ??= now()
    probeAt = now() + breaking.probeMs
    slices = []
    connectFailures = 0
  }

  function note(evidence: Evidence): void {
    if (openedAt !== null || evidence === 'none') return
    connectFailures = evidence === 'connection' ? connectFailures + 1 : 0
    const slice = Math.floor((now() * slicesOfWindow) / breaking.windowMs)
    slices = slices.filter((old) => old.slice > slice - slicesOfWindow)
    const last = slices.at(-1)
    const current = last?.slice === slice ? last : { slice, calls: 0, failed: 0 }
    if (current !== last) slices.push(current)
    current.calls++
    if (evidence === 'good') return
    current.failed++
    const calls = slices.reduce((sum, each) => sum + each.calls, 0)
    const failed = slices.reduce((sum, each) => sum + each.failed, 0)
    const failing = calls >= breaking.leastCalls && failed >= calls * breaking.failedShare
    if (failing || connectFailures >= breaking.connectFailures) open()
  }

  return {
    family,
    /**
     * Lets a call pass, or throws `paused` with the seconds until the next probe. A create never is the probe. The
     * function it gives is told what the call has shown.
     */
    enter(operation: OperationId, kind: CallKind): (evidence: Evidence) => void {
      if (openedAt === null) return note
      if (now() < probeAt || probing || kind === 'create')
        throw new UpstreamError({
          kind: 'paused',
          operation,
          definitelyNotApplied: true,
          retryAfter: Math.max(1, Math.ceil((probeAt - now()) / 1000)),
        })
      probing = true
      return (evidence) => {
        probing = false
        if (evidence === 'good') openedAt = null
        else if (evidence !== 'none') open()
      }
    },
    state(): BreakerState {
      if (openedAt === null) return { state: 'closed', probeInMs: 0, openForMs: null }
      const probeInMs = Math.max(0, probeAt - now())
      return { state: probeInMs > 0 ? 'open' : 'half-open', probeInMs, openForMs: now() - openedAt }
    },
  }
}
export type Breaker = ReturnType<typeof createBreaker>

export type Send = (exchange: Exchange) => Promise<HttpAnswer>

/** The transport behind a breaker. Throws `paused` at once while that is open, and what the transport throws. */
export const guarded =
  (transport: Pick<Transport, 'exchange'>, breaker: Breaker): Send =>
  async (exchange) => {
    const leave = breaker.enter(exchange.operation, exchange.kind)
    try {
      const answer = await transport.exchange(exchange)
      leave('good')
      return answer
    } catch (error) {
      leave(evidenceOf(error))
      throw error
    }
  }
