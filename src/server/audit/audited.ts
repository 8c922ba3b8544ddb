import type { Values } from '#contract/audit.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import { isAbort, toProblem } from '../platform/problems.ts'
import type { Audit, WriteAudit } from './audit-store.ts'

interface AuditedAction {
  actor: Actor
  action: string
  /** Several get an entry each. */
  object: string | readonly string[]
  values?: Values
  reason?: string | null
  /** The request's signal, when the action passes it on. */
  signal?: AbortSignal
  /** Throws when the caller may not do it, before anything is done. */
  check?: () => Promise<void>
}

type Recorder = Pick<Audit, 'write' | 'track'>

/** Returns a function that writes an entry for each object. It throws `unavailable` when they can't be written. */
const writerOf =
  (audit: Recorder, { signal: _signal, check: _check, object: objects, ...entry }: AuditedAction) =>
  (phase: 'intent' | 'outcome', result: string | null, values = entry.values ?? {}): Promise<void> =>
    audit.write([objects].flat().map((object) => ({ ...entry, object, phase, result, values })))

/** Returns the result for an action that threw: the problem's code, or `cancelled` when the browser closed the request. */
function failureOf(error: unknown, signal?: AbortSignal): string {
  if (isAbort(error)) return 'cancelled'
  const isDeadline = error instanceof Error && error.name === 'TimeoutError'
  const code = isDeadline ? 'took-too-long' : toProblem(error).code
  // A call to the service ends with the same error at the deadline and when the browser disconnects.
  return code === 'upstream-timeout' && isAbort(signal?.reason) ? 'cancelled' : code
}

/**
 * Runs an action, and writes its intent to the audit before and its outcome after. Without the intent's entry the action
 * does not run; without the outcome's entry its result is not returned. `resultOf` is null for an action that writes its
 * outcome together with its changes. Throws `unavailable` when an entry can't be written; rethrows the action's error.
 */
export function audited<Result>(
  audit: Recorder,
  event: AuditedAction,
  work: () => Promise<Result>,
  resultOf: ((result: Result) => string) | null = () => 'done',
): Promise<Result> {
  const write = writerOf(audit, event)
  const run = async (): Promise<Result> => {
    await write('intent', null)
    let result: Result
    try {
      await event.check?.()
      result = await work()
    } catch (error) {
      await write('outcome', failureOf(error, event.signal))
      throw error
    }
    if (resultOf !== null) await write('outcome', resultOf(result))
    return result
  }
  return audit.track(run())
}

/**
 * Like `audited`, for a change of the store alone, which is saved together with its outcome. `valuesOf` returns the outcome's values,
 * by default those of the intent.
 */
export const auditedChange = <Result>(
  audit: Recorder & Pick<Audit, 'transaction'>,
  { check, ...event }: AuditedAction & { object: string },
  work: (transaction: StoreTransaction, write: WriteAudit) => Promise<Result>,
  valuesOf: (result: Result) => Values = () => event.values ?? {},
): Promise<Result> => {
  const change = async (transaction: StoreTransaction, write: WriteAudit) => {
    const result = await work(transaction, write)
    await write([{ ...event, values: valuesOf(result), result: 'done' }])
    return result
  }
  return audited(audit, { ...event, check }, () => audit.transaction(change), null)
}

/** Bytes, or text of whole lines. */
export type Piece = string | Uint8Array<ArrayBuffer>

/** A file in pieces. `summary` has what to record of the content after the last piece. */
export interface Pieces {
  pieces: AsyncIterable<Piece> | Iterable<Piece>
  summary: () => Values
}

/**
 * Like `audited`, for a file sent in pieces. The last piece is sent only after the outcome `done`, with the summary among
 * its values, is in the audit, so no complete file leaves without that entry. When the reader disconnects early, the
 * outcome is `cancelled`.
 */
export async function auditedFile(
  audit: Recorder,
  event: AuditedAction,
  make: () => Promise<Pieces>,
): Promise<AsyncGenerator<Piece>> {
  const { pieces, summary } = await audited(audit, event, make, null)
  const write = writerOf(audit, event)
  async function* sent(): AsyncGenerator<Piece> {
    let last: Piece | null = null
    let ending: [result: string, values?: Values] = ['cancelled']
    try {
      // A generator that is closed before its first step runs no `finally`.
      yield ''
      for await (const piece of pieces) {
        if (last !== null) yield last
        last = piece
      }
      ending = ['done', { ...event.values, ...summary() }]
    } catch (error) {
      ending = [failureOf(error)]
      throw error
    } finally {
      await audit.track(write('outcome', ...ending))
    }
    if (last !== null) yield last
  }
  const file = sent()
  await file.next()
  return file
}
