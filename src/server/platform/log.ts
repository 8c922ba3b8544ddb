import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream } from 'pino'
import type { ProblemCode } from '#contract/problem.ts'
import { extensionNotFoundCodes } from '#upstream/assumptions.ts'
import type { OperationId } from '#upstream/operations.ts'
import { createOnceAMinute } from './once-a-minute.ts'

/** The request that is being worked on and its user, in all of its asynchronous work; none in a job's. */
export const requestScope = new AsyncLocalStorage<{
  requestId: string
  /** Null before the session is known, and for strangers. */
  caller: { user: { id: string } } | null
}>()

/** What may be logged: known fields only, so that no URL, body or error object can carry a secret along. */
export interface Log {
  request: (line: {
    requestId: string
    method: string
    route: string
    status: number
    ms: number
    userId: string | null
  }) => void
  upstream: (line: UpstreamLine) => void
  /** A request that the caller may not make. `network` is where it came from; `more` like it have no line of their own. */
  refusal: (line: {
    requestId: string
    kind: ProblemCode
    userId: string | null
    network: string
    method: string
    route: string
    more: number
  }) => void
  /**
   * A fault of our own: name and code of the error and the places it passed, never its message. A secret that was taken out of an
   * answer (`SecretWithheld`) and a lack of file descriptors are logged once a minute, the former for each place; `more`
   * like it have no line of their own.
   */
  fault: (line: FaultLine) => void
  event: (text: string) => void
}

interface FaultLine {
  requestId: string | null
  name: string
  code: string | null
  at: string[]
}

/** What many requests can cause at once has a key, under which one line a minute is written; null: each has its line. */
function recurringKey({ name, code, at }: FaultLine): string | null {
  if (code === 'EMFILE' || code === 'ENFILE') return code
  return name === 'SecretWithheld' ? `${name} ${at[0]}` : null
}

type UpstreamLine = { operation: OperationId; ms: number; kind: string | null; code: string | null }

/**
 * Logged at level debug: successes, numbers that don't exist (a bulk job looks up each number before it creates it), and calls that
 * were not made because the service is known to be away.
 */
const isQuiet = ({ kind, code }: UpstreamLine): boolean =>
  kind === null || kind === 'paused' || extensionNotFoundCodes.some((each) => each === code)

/** JSON lines on stderr; each line of a request carries its id. Successful requests are logged at level debug. */
export function createLog(level: string, destination?: DestinationStream, now = Date.now): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: (line) => ('requestId' in line ? {} : { requestId: requestScope.getStore()?.requestId }),
    },
    destination ?? pino.destination(2),
  )
  const onceAMinute = createOnceAMinute(now)
  return {
    request: (line) => logger[line.status >= 500 ? 'warn' : 'debug'](line, 'request'),
    upstream: (line) => logger[isQuiet(line) ? 'debug' : 'warn'](line, 'upstream'),
    refusal: (line) => logger.warn(line, 'refused'),
    fault(line) {
      const key = recurringKey(line)
      void onceAMinute(key === null ? [] : [key], async (more) => {
        logger.error(more === 0 ? line : { ...line, more }, 'fault')
      })
    },
    event: (text) => logger.info(text),
  }
}

/** The loggable part of any error. A stack's first line repeats the message, so only the places are taken. */
export function faultOf(error: unknown): { name: string; code: string | null; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, code: null, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 64) : null
  const at = (error.stack ?? '')
    .split('\n')
    .flatMap((line) => /^\s+at (.{1,300})/.exec(line)?.[1] ?? [])
    .slice(0, 8)
  return { name: error.name.slice(0, 64), code, at }
}
