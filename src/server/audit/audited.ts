import { ProblemError, toProblem } from '../http/problems.ts'
import type { Actor, Audit } from '../store/audit-store.ts'

/**
 * Runs an act with its intent on record before and its outcome after (trust 3.6). An intent that cannot be written keeps
 * the act from happening; an outcome that cannot be written keeps its result from being given out. Throws `unavailable`
 * then, and whatever the act throws.
 */
export async function audited<Result>(
  audit: Audit,
  what: { actor: Actor; action: string; object: string; reason?: string | null },
  act: () => Promise<Result>,
  told: (result: Result) => string = () => 'done',
): Promise<Result> {
  const write = (phase: 'intent' | 'outcome', result: string | null) =>
    audit.write([{ ...what, phase, result }]).catch(() => {
      throw new ProblemError('unavailable')
    })
  await write('intent', null)
  let result: Result
  try {
    result = await act()
  } catch (error) {
    await write('outcome', toProblem(error).code)
    throw error
  }
  await write('outcome', told(result))
  return result
}

/**
 * As `audited`, for a file sent piece by piece: the last piece is held back until the outcome is on record, so that no
 * whole file leaves without it. Whoever stops reading leaves `cut off`.
 */
export async function auditedPieces(
  audit: Audit,
  what: { actor: Actor; action: string; object: string },
  pieces: () => AsyncIterable<string>,
  told: () => string,
): Promise<AsyncIterable<string>> {
  const write = (phase: 'intent' | 'outcome', result: string | null) =>
    audit.write([{ ...what, phase, result }]).catch(() => {
      throw new ProblemError('unavailable')
    })
  await write('intent', null)
  async function* sent(): AsyncGenerator<string> {
    let held: string | null = null
    let result = 'cut off'
    try {
      for await (const piece of pieces()) {
        if (held !== null) yield held
        held = piece
      }
      result = told()
    } catch (error) {
      result = toProblem(error).code
      throw error
    } finally {
      await write('outcome', result)
    }
    if (held !== null) yield held
  }
  return sent()
}
