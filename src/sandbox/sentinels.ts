import type { Code } from './codes.ts'

/**
 * Inputs that fail on purpose, so that each red path can be walked by hand. Numbers from 990000 to 990199 belong to
 * them; no block of ordinary numbers begins with 99.
 */
export type Failure =
  | { kind: 'http-500' | 'html' | 'slow' | 'cut' | 'revoke-tokens' }
  | { kind: 'commit-then-cut' | 'late' | 'late-then-cut' }
  | { kind: 'code'; code: Code }

interface Sentinel {
  number: string
  what: string
  failure: Failure
}

/** Fail wherever the number is typed: detail, language, create, idle search, or as agent `sentinel-990001` and suggestion text. */
const everywhere: Sentinel[] = [
  { number: '990001', what: 'HTTP 500', failure: { kind: 'http-500' } },
  { number: '990002', what: 'HTML instead of JSON', failure: { kind: 'html' } },
  { number: '990003', what: 'no answer in time', failure: { kind: 'slow' } },
  { number: '990004', what: 'connection cut before anything is done', failure: { kind: 'cut' } },
  { number: '990005', what: 'too frequent (330007)', failure: { kind: 'code', code: '330007' } },
  { number: '990006', what: 'no permission (330144)', failure: { kind: 'code', code: '330144' } },
  { number: '990007', what: 'a code nobody has published', failure: { kind: 'code', code: '888888' } },
  { number: '990008', what: 'all tokens revoked, then refused', failure: { kind: 'revoke-tokens' } },
]

/** Fail only when such a number is created; looking it up tells the truth. */
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

export const sentinels = [...everywhere, ...onCreate]

const strip = (input: string) => input.replace(/^sentinel-/, '')
export const failureFor = (input: string | undefined): Failure | undefined =>
  input === undefined ? undefined : everywhere.find((sentinel) => sentinel.number === strip(input))?.failure
export const failureOnCreate = (ext: string): Failure | undefined =>
  onCreate.find((sentinel) => sentinel.number === ext)?.failure
