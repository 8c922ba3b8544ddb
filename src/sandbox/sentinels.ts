import type { Code } from './codes.ts'

/**
 * Inputs that fail on purpose, so that each failure can be tried by hand. Every number that begins with one of these six-digit
 * prefixes fails in the same way, so there are always new numbers to create. Ordinary data never matches: no block of seeded
 * numbers and no work number begins with 99, and numbers that the sandbox picks begin with 90.
 */
export type Failure =
  | { kind: 'http-500' | 'html' | 'slow' | 'cut' | 'revoke-tokens' | 'answer-then-revoke' }
  | { kind: 'commit-then-cut' | 'late' | 'late-then-cut' }
  | { kind: 'code'; code: Code }

interface Sentinel {
  number: string
  what: string
  failure: Failure
}

/** For operations 5 to 12, in any field that takes the number: extension, searched number, agent or suggestion text. */
const everywhere: Sentinel[] = [
  { number: '990001', what: 'HTTP 500', failure: { kind: 'http-500' } },
  { number: '990002', what: 'HTML instead of JSON', failure: { kind: 'html' } },
  { number: '990003', what: 'no answer in time', failure: { kind: 'slow' } },
  { number: '990004', what: 'connection cut before anything is done', failure: { kind: 'cut' } },
  { number: '990005', what: 'too frequent (330007)', failure: { kind: 'code', code: '330007' } },
  { number: '990006', what: 'no permission (330144)', failure: { kind: 'code', code: '330144' } },
  { number: '990007', what: 'an unpublished code', failure: { kind: 'code', code: '888888' } },
  { number: '990008', what: 'all tokens revoked, then refused', failure: { kind: 'revoke-tokens' } },
  { number: '990009', what: 'answered, and all tokens revoked', failure: { kind: 'answer-then-revoke' } },
]

/** For operations 5 and 10 only; a look-up of the number works as usual. */
const onCreate: Sentinel[] = [
  { number: '990101', what: 'created, but the answer is lost', failure: { kind: 'commit-then-cut' } },
  { number: '990102', what: 'accepted, visible only later', failure: { kind: 'late' } },
  { number: '990103', what: 'answer lost, visible only later', failure: { kind: 'late-then-cut' } },
  { number: '990104', what: 'nothing done, connection cut', failure: { kind: 'cut' } },
  { number: '990105', what: 'subscription used up (310120)', failure: { kind: 'code', code: '310120' } },
  { number: '990106', what: 'extension bound (310122)', failure: { kind: 'code', code: '310122' } },
  { number: '990107', what: 'HTTP 500, nothing done', failure: { kind: 'http-500' } },
  { number: '990108', what: 'no answer in time, nothing done', failure: { kind: 'slow' } },
]

export const sentinelTable = [
  {
    where: 'as extension, searched number, agent (sentinel-990001 too) or suggestion text',
    sentinels: everywhere,
  },
  { where: 'as number of a new extension', sentinels: onCreate },
]

const find = (sentinels: readonly Sentinel[], input: string | undefined): Failure | undefined => {
  const [, digits] = /^(?:sentinel-)?(\d+)$/.exec(input ?? '') ?? []
  return sentinels.find(({ number }) => digits?.startsWith(number))?.failure
}

/** Returns how an input fails in any operation that takes it; undefined for an ordinary input. */
export const failureFor = (input: string | undefined): Failure | undefined => find(everywhere, input)
/** Returns how the creation of a number fails; undefined for an ordinary number. */
export const failureOnCreate = (ext: string | undefined): Failure | undefined =>
  find(onCreate, ext) ?? failureFor(ext)
