import { ProblemError, toProblem } from '../platform/http/problems.ts'
import type { Audit } from './audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'

interface What {
  actor: Actor
  action: string
  object: string
  reason?: string | null
  /** The request's, where the action passes it on. */
  signal?: AbortSignal
}

type Recorder = Pick<Audit, 'write' | 'writeOutcome' | 'during'>

/** Throws `unavailable` when an entry cannot be written. */
const recorder =
  (audit: Recorder, { signal: _signal, ...what }: What) =>
  (phase: 'intent' | 'outcome', result: string | null, reason = what.reason ?? null): Promise<void> => {
    const entry = { ...what, phase, result, reason }
    const written = phase === 'intent' ? audit.write([entry]) : audit.writeOutcome(entry)
    return written.catch(() => {
      throw new ProblemError('unavailable')
    })
  }

const named = (error: unknown, name: string) => error instanceof Error && error.name === name

/** The result for an action that threw: the problem's code, or `cancelled` when the browser closed the request. */
function failureOf(error: unknown, signal?: AbortSignal): string {
  if (named(error, 'AbortError')) return 'cancelled'
  const code = named(error, 'TimeoutError') ? 'upstream-timeout' : toProblem(error).code
  // A call to the service ends in the same way at the deadline and when the browser leaves.
  return code === 'upstream-timeout' && named(signal?.reason, 'AbortError') ? 'cancelled' : code
}

/**
 * Runs an action with its intent on record before and its outcome after. Without a record of the intent the action does not
 * happen; without one of the outcome its result is not returned. `resultOf` is null for an action that writes its outcome together
 * with what it does. Throws `unavailable` when an entry cannot be written, and what the action throws.
 */
export function audited<Result>(
  audit: Recorder,
  what: What,
  work: () => Promise<Result>,
  resultOf: ((result: Result) => string) | null = () => 'done',
): Promise<Result> {
  const write = recorder(audit, what)
  const run = async (): Promise<Result> => {
    await write('intent', null)
    let result: Result
    try {
      result = await work()
    } catch (error) {
      await write('outcome', failureOf(error, what.signal))
      throw error
    }
    if (resultOf !== null) await write('outcome', resultOf(result))
    return result
  }
  return audit.during(run())
}

/** A file piece by piece, each of whole lines; `summary` says what was in them once the last is made. */
export interface Pieces {
  pieces: AsyncIterable<string> | Iterable<string>
  summary: () => string
}

/**
 * As `audited`, for a file sent piece by piece: the last piece is held back until the outcome `done` is on record, with the
 * summary as its reason, so that no whole file leaves without it. A reader who leaves before ends it as `cancelled`.
 */
export async function auditedFile(
  audit: Recorder,
  what: What,
  make: () => Promise<Pieces>,
): Promise<AsyncGenerator<string>> {
  const { pieces, summary } = await audited(audit, what, make, null)
  const write = recorder(audit, what)
  async function* sent(): AsyncGenerator<string> {
    let held: string | null = null
    let ending: [result: string, reason?: string] = ['cancelled']
    try {
      // Left before its first step, a generator would run no `finally`.
      yield ''
      for await (const piece of pieces) {
        if (held !== null) yield held
        held = piece
      }
      ending = ['done', summary()]
    } catch (error) {
      ending = [failureOf(error)]
      throw error
    } finally {
      await audit.during(write('outcome', ...ending))
    }
    if (held !== null) yield held
  }
  const file = sent()
  await file.next()
  return file
}
