import { createHash } from 'node:crypto'

/** How the service misbehaves. Shares are of creates and from 0 to 1; what they leave goes well. */
export const noMisbehavior = {
  /** Before any answer, ms. */
  latencyMs: 0,
  /** Before a token is answered, ms. */
  tokenMs: 0,
  /** A token is good for so many ms, then another system has taken it. */
  stolenAfterMs: Infinity,
  /** The connection is cut and nothing is created. */
  droppedBefore: 0,
  committedThenDropped: 0,
  /** No answer; half of them create. */
  silent: 0,
  /** The connection of a silent one is cut after so many ms. */
  silentMs: Infinity,
  /** The connection is cut at once, the number is created at most `lateMs` later. */
  late: 0,
  lateMs: 1_500,
  /** Code 330007. */
  frequent: 0,
  /** HTTP 429. */
  tooMany: 0,
  /** How many creates in a row a `frequent` or `tooMany` refuses. */
  burst: 1,
  /** HTTP 500; half of them create. */
  http500: 0,
  /** A page of HTML with HTTP 200; half of them create. */
  html: 0,
  /** Share of look-ups answered by HTTP 500. */
  lookUpFails: 0,
}
export type Modes = typeof noMisbehavior

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
export type Fate = 'good' | (typeof chances)[number]

/** Two numbers from 0 to 1 that depend on the seed and the words alone, not on the order of requests. */
export function draw(seed: string, ...words: (string | number)[]): [number, number] {
  const digest = createHash('sha256')
    .update([seed, ...words].join('|'))
    .digest()
  return [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32]
}

/** What becomes of a create whose lot is `chance`. */
export function fateOf(modes: Modes, chance: number): Fate {
  let passed = 0
  for (const fate of chances) {
    passed += modes[fate]
    if (chance < passed) return fate
  }
  return 'good'
}
