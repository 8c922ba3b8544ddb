import { createHash } from 'node:crypto'

/** How the service misbehaves. Shares apply to creates and lie between 0 and 1; the remaining creates succeed. */
export const noMisbehavior = {
  /** Delay before any answer, ms. */
  latencyMs: 0,
  /** Delay before a token's answer, ms. */
  tokenMs: 0,
  /** Lifetime of a token until another system takes it, ms. */
  stolenAfterMs: Infinity,
  /** The connection is cut and nothing is created. */
  droppedBefore: 0,
  committedThenDropped: 0,
  /** No answer; half of these requests create the number. */
  silent: 0,
  /** Time until the connection of a silent request is cut, ms. */
  silentMs: Infinity,
  /** The connection is cut immediately; the number is created at most `lateMs` later. */
  late: 0,
  lateMs: 1_500,
  /** Return code 330007. */
  frequent: 0,
  /** HTTP 429. */
  tooMany: 0,
  /** How many consecutive creates a `frequent` or `tooMany` refuses. */
  burst: 1,
  /** HTTP 500; half of these requests create the number. */
  http500: 0,
  /** An HTML page with HTTP 200; half of these requests create the number. */
  html: 0,
  /** Share of look-ups answered with HTTP 500. */
  lookUpFails: 0,
  /** What every request gets: `maintenance` is an HTML page with HTTP 200, `hang` no answer at all. */
  weather: 'clear',
  /** The return code of every create and look-up; empty: their own. */
  refusesAllWith: '',
  /** A gateway answers every create with HTTP 403 and a page of its own; `password`: those with other characters than letters and digits. */
  blocks: 'nothing',
  /** The return code of every create of an absent number; empty: none. */
  refusesCreatesWith: '',
}
export type Modes = typeof noMisbehavior
export const weathers = ['maintenance', '502', 'hang', 'reset'] as const

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
export type Fate = 'created' | (typeof chances)[number]

/** Returns two numbers between 0 and 1 that depend only on the seed and the words, not on the order of requests. */
export function draw(seed: string, ...words: (string | number)[]): [number, number] {
  const digest = createHash('sha256')
    .update([seed, ...words].join('|'))
    .digest()
  return [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32]
}

/** Returns the fate of a create for a random `chance` between 0 and 1. */
export function fateOf(modes: Modes, chance: number): Fate {
  let passed = 0
  for (const fate of chances) {
    passed += modes[fate]
    if (chance < passed) return fate
  }
  return 'created'
}
