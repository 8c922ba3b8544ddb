import { createHash } from 'node:crypto'
import * as z from 'zod'

const share = z.number().min(0).max(1).default(0)

/** How the service misbehaves. Shares are of creates and from 0 to 1; what they leave goes well. */
export const modes = z.strictObject({
  /** Before any answer, ms. */
  latencyMs: z.number().min(0).default(0),
  /** Before a token is answered, ms. */
  tokenMs: z.number().min(0).default(0),
  /** Not null: a token is good for so many ms, then somebody else has taken it. */
  stolenAfterMs: z.number().min(0).nullable().default(null),
  /** The connection is cut and nothing is created. */
  droppedBefore: share,
  committedThenDropped: share,
  /** No answer ever; half of them create. */
  silent: share,
  /** The connection is cut at once, the number is created at most `lateMs` later. */
  late: share,
  lateMs: z.number().min(0).default(1_500),
  /** Not null: every create cuts the connection and creates so many ms later. */
  allLateMs: z.number().min(0).nullable().default(null),
  /** Code 330007. */
  frequent: share,
  /** HTTP 429. */
  tooMany: share,
  /** How many creates in a row a `frequent` or `tooMany` refuses. */
  burst: z.number().int().min(1).default(1),
  /** HTTP 500; half of them create. */
  http500: share,
  /** A page of HTML with HTTP 200; half of them create. */
  html: share,
  /** Share of look-ups answered by HTTP 500. */
  lookUpFails: share,
})
export type Modes = z.infer<typeof modes>

const chances = [
  'droppedBefore',
  'committedThenDropped',
  'silent',
  'late',
  'frequent',
  'tooMany',
  'http500',
  'html',
] as const
export type Fate = 'good' | 'allLate' | (typeof chances)[number]

/** Two numbers from 0 to 1 that depend on the seed and the words alone, not on the order of requests. */
export function draw(seed: string, ...words: (string | number)[]): [number, number] {
  const digest = createHash('sha256')
    .update([seed, ...words].join('|'))
    .digest()
  return [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32]
}

/** What becomes of a create whose lot is `chance`. */
export function fateOf(modes: Modes, chance: number): Fate {
  if (modes.allLateMs !== null) return 'allLate'
  let passed = 0
  for (const fate of chances) {
    passed += modes[fate]
    if (chance < passed) return fate
  }
  return 'good'
}
