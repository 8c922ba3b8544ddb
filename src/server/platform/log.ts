import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream } from 'pino'
import type { ProblemCode } from '#contract/problem.ts'
import type { CallReport } from '#upstream/client.ts'

/** The current request and its user, available in all of the request's asynchronous work; unset in the work of jobs. */
export const currentRequest = new AsyncLocalStorage<{
  requestId: string
  /** `null` before the session is known, and for requests without a session. */
  caller: { user: { id: string } } | null
  /** Calls to the service that the request waits for. */
  callsUnderWay: number
}>()

/** Marks the request as waiting for the service, so that a deadline can name what was slow. */
export async function waitForService<Result>(call: () => Promise<Result>): Promise<Result> {
  const request = currentRequest.getStore()
  if (request === undefined) return call()
  request.callsUnderWay++
  try {
    return await call()
  } finally {
    request.callsUnderWay--
  }
}

/** The log takes known fields only, so that no URL, body or error object can carry a secret into it. */
export interface Log {
  request: (line: {
    requestId: string
    method: string
    route: string
    status: number
    ms: number
    userId: string | null
  }) => void
  /** Names the operation, its duration and the error, never its message. */
  upstream: (report: Pick<CallReport, 'operation' | 'milliseconds' | 'error'>) => void
  /** A request the caller is not allowed to make, from `network`; `more` counts the similar requests without a line of their own. */
  refusal: (line: {
    requestId: string
    kind: ProblemCode
    userId: string | null
    network: string
    method: string
    route: string
    more: number
  }) => void
  /** A crash of our own: the error's name, code and stack frames, never its message. */
  fault: (line: { requestId: string | null; name: string; code: string | null; at: string[] }) => void
  event: (text: string) => void
}

/**
 * True for lines at level debug: successes, numbers that don't exist (a bulk job looks up each number before creating it), and
 * calls that were not sent because the service keeps failing (`paused`).
 */
const isQuiet = (error: CallReport['error']): boolean =>
  error === null || error.kind === 'paused' || error.meaning === 'notFound'

/** Writes JSON lines to stderr; each line of a request carries the request ID. Responses below 500 are logged at level debug. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: (line) => ('requestId' in line ? {} : { requestId: currentRequest.getStore()?.requestId }),
    },
    destination ?? pino.destination(2),
  )
  return {
    request: (line) => logger[line.status >= 500 ? 'warn' : 'debug'](line, 'request'),
    upstream: ({ operation, milliseconds, error }) =>
      logger[isQuiet(error) ? 'debug' : 'warn'](
        { operation, ms: Math.round(milliseconds), kind: error?.kind ?? null, code: error?.code ?? null },
        'upstream',
      ),
    refusal: (line) => logger.warn(line, 'refused'),
    fault: (line) => logger.error(line, 'fault'),
    event: (text) => logger.info(text),
  }
}

/** Returns the loggable part of any error. Takes only the stack frames, because a stack's first line repeats the message. */
export function faultOf(error: unknown): { name: string; code: string | null; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, code: null, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 64) : null
  const at = (error.stack ?? '')
    .split('\n')
    .flatMap((line) => /^\s+at (.{1,300})/.exec(line)?.[1] ?? [])
    .slice(0, 8)
  return { name: error.name.slice(0, 64), code, at }
}
