import { UpstreamError } from './errors.ts'
import { callerGone, callerOutOfTime, notSent } from './request.ts'
import { noConnection, type Exchange, type Send, type Transport } from './transport.ts'

/** Calls that fail together: the v5 service, the extension service, and the issuing of tokens. */
export type Family = 'v5' | 'extensions' | 'get_token'

/** Times in ms. */
export const defaultBreaking = {
  windowMs: 10_000,
  leastCalls: 20,
  failedShare: 0.5,
  connectFailures: 5,
  probeMs: 5_000,
}
/** The window slides in tenths. */
const slicesOfWindow = 10
export type Breaking = typeof defaultBreaking

export interface BreakerState {
  state: 'closed' | 'open' | 'half-open'
  /** Time until the next probe, ms; 0 unless open. */
  probeInMs: number
  /** How long the service has been failing, ms; null while closed. */
  openForMs: number | null
}

/** `connection`: failed before anything was sent; `none`: says nothing about the service. */
type Evidence = 'good' | 'bad' | 'connection' | 'none'

/** Returns the evidence that a failed exchange gives about the service. Refusals are answers and never get here. */
function evidenceOf(error: unknown): Evidence {
  if (!(error instanceof UpstreamError)) return 'none'
  const { kind, code } = error
  if (code === notSent || code === callerGone || code === callerOutOfTime) return 'none'
  if (kind === 'unreachable') return code === noConnection ? 'connection' : 'bad'
  if (kind === 'certificate') return 'connection'
  if (kind === 'timeout' || kind === 'failing') return 'bad'
  if (kind === 'not-offered' || kind === 'invalid') return 'good'
  if (kind === 'not-json') return code?.startsWith('HTTP 4') === true ? 'good' : 'bad'
  // HTTP 429 comes from a working service; our own full queue has no code.
  return code === null ? 'none' : 'good'
}

/**
 * Stops calling a service that keeps failing: calls fail at once, and every five seconds a probe checks whether the service is
 * back.
 * @param ownProbe a read without user input; null when no call depends on user input. It decides whether the service fails or
 * only the requests of some user, because one user's input must not pause the service for other users.
 */
export function createBreaker(
  family: Family,
  breaking: Breaking = defaultBreaking,
  ownProbe: (() => Promise<unknown>) | null = null,
) {
  let slices: { slice: number; calls: number; failed: number }[] = []
  let connectFailures = 0
  let openedAt: number | null = null
  let probeAt = 0
  let isProbing = false
  let isOwnTurn = false
  const now = () => performance.now()

  function open(): void {
    openedAt ??= now()
    probeAt = now() + breaking.probeMs
    slices = []
    connectFailures = 0
  }

  async function isAnswered(probe: () => Promise<unknown>): Promise<boolean> {
    try {
      await probe()
      return true
    } catch (error) {
      return evidenceOf(error) === 'good'
    }
  }

  /** Opens the breaker unless our own probe gets an answer. */
  async function confirm(): Promise<void> {
    if (ownProbe === null) return open()
    if (isProbing || now() < probeAt) return
    isProbing = true
    const isGood = await isAnswered(ownProbe)
    isProbing = false
    if (openedAt !== null) return
    if (!isGood) return open()
    slices = []
    probeAt = now() + breaking.probeMs
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
    if (connectFailures >= breaking.connectFailures) open()
    else if (calls >= breaking.leastCalls && failed >= calls * breaking.failedShare) void confirm()
  }

  /**
   * Admits a call while the breaker is open: throws `paused`, with the seconds until the next probe, unless a probe is due. Our
   * own probe and callers' reads take turns: a caller's read may fail because of its input, and our probe's operation may be
   * the only broken one. Returns the function that records the call's evidence.
   */
  async function admitProbe({ operation, kind }: Exchange): Promise<(evidence: Evidence) => void> {
    const paused = () =>
      new UpstreamError({
        kind: 'paused',
        operation,
        definitelyNotApplied: true,
        retryAfter: Math.max(1, Math.ceil((probeAt - now()) / 1000)),
      })
    if (now() < probeAt || isProbing || kind === 'create') throw paused()
    isProbing = true
    isOwnTurn = !isOwnTurn && ownProbe !== null
    if (ownProbe !== null && isOwnTurn) {
      const isGood = await isAnswered(ownProbe)
      isProbing = false
      if (!isGood) {
        open()
        throw paused()
      }
      openedAt = null
      return note
    }
    return (evidence) => {
      isProbing = false
      if (evidence === 'good') openedAt = null
      else if (evidence !== 'none') open()
    }
  }

  return {
    family,
    /**
     * Returns the transport behind this breaker. Throws `paused` at once while
     * the breaker is open; otherwise rethrows the transport's errors.
     */
    guard:
      (transport: Pick<Transport, 'exchange'>): Send =>
      async (exchange) => {
        const leave = openedAt === null ? note : await admitProbe(exchange)
        try {
          const answer = await transport.exchange(exchange)
          leave('good')
          return answer
        } catch (error) {
          leave(evidenceOf(error))
          throw error
        }
      },
    state(): BreakerState {
      if (openedAt === null) return { state: 'closed', probeInMs: 0, openForMs: null }
      const probeInMs = Math.max(0, probeAt - now())
      return { state: probeInMs > 0 ? 'open' : 'half-open', probeInMs, openForMs: now() - openedAt }
    },
  }
}
