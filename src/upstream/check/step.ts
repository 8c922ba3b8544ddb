import type { UpstreamErrorKind } from '../errors.ts'
import type { OperationId } from '../operations.ts'
import { profileSchema, type Profile } from '../profile.ts'
import { isSent, valueAt } from '../records.ts'
import type { Request } from '../request.ts'

export type StepResult = 'pass' | 'warn' | 'fail' | 'skipped'

/** What a step found; the page and the command line put it into words. An error of a call is found by its kind. */
export type Finding =
  | UpstreamErrorKind
  | 'ok'
  | 'answers'
  | 'answers-tls'
  | 'unresolved'
  | 'no-connection'
  | 'proxy-refused'
  | 'clock-same'
  | 'clock-apart'
  | 'clock-unknown'
  | 'token-issued'
  | 'token-in-use'
  | 'key-refused'
  | 'app-id-refused'
  | 'signed-otherwise'
  | 'success-code'
  | 'rows'
  | 'no-rows'
  | 'token-refusal-known'
  | 'token-refusal-unknown'
  | 'token-not-checked'
  | 'other-authentication'
  | 'company-needed'
  | 'company-refused'
  | 'company-elsewhere'
  | 'order-changes'
  | 'integer-numbers'
  | 'pages-differ'
  | 'too-few-rows'
  | 'no-list'
  | 'list-elsewhere'
  | 'page-ignored'
  | 'size-ignored'
  | 'other-names'
  | 'total-missing'
  | 'first-page'
  | 'page-size'
  | 'smaller-pages'
  | 'search-matches'
  | 'search-contains'
  | 'search-ignored'
  | 'binding-unknown'
  | 'not-found-code'
  | 'empty-means-not-found'
  | 'empty-means-anything'
  | 'no-absent-number'
  | 'no-bound-number'
  | 'other-shape'
  | 'no-agent'
  | 'as-idle-page'
  | 'needs'
  | 'too-many-requests'
  | 'not-checked'

/** What an answer showed: the value of a field, and the answer's operation. */
export interface Evidence {
  operation: OperationId
  field: string
  value: string
}

/** A change of one key of the profile. */
export interface Change {
  /** `operations.idlePage.names.page` */
  key: string
  from: unknown
  to: unknown
}
/** A change that the check proposes, with what proves it. */
export interface Proposal extends Change {
  evidence: Evidence
}

/** One request and its answer, without the secrets: a secret that was sent is shown by its length, as `•••(32)`. */
export interface Exchange extends Omit<Request, 'body'> {
  body: string | null
  /** Null without an answer. */
  status: number | null
  /** The return code, or a word for the failure. */
  code: string | null
  /** The beginning of the answer, by allow-list; null when it isn't JSON. */
  answer: string | null
  milliseconds: number
}

/** What a step decided. */
export interface Outcome {
  result: StepResult
  finding: Finding
  params: Readonly<Record<string, string | number>>
  /** The setting (`UPSTREAM_URL`) or the key of the profile that is wrong; null when none is. */
  at: string | null
}

const withValue = (value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown =>
  name === undefined
    ? to
    : { ...(isSent(value) ? value : {}), [name]: withValue(isSent(value) ? value[name] : {}, rest, to) }

/** Returns the changes of a profile that give these keys other values. */
export const changesOf = (profile: Profile, values: Readonly<Record<string, unknown>>): Change[] =>
  Object.entries(values)
    .map(([key, to]) => ({ key, from: valueAt(profile, key), to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))

const changed = (value: unknown, changes: readonly Pick<Change, 'key' | 'to'>[]): unknown =>
  changes.reduce<unknown>((before, { key, to }) => withValue(before, key.split('.'), to), value)

/** Returns the profile with the changes. */
export const withChanges = (profile: Profile, changes: readonly Pick<Change, 'key' | 'to'>[]): Profile =>
  profileSchema.parse(changed(profile, changes))

/** Returns the changes as a part of a profile. */
export function partOf(changes: readonly Pick<Change, 'key' | 'to'>[]): Record<string, unknown> {
  const part = changed({}, changes)
  return isSent(part) ? { ...part } : {}
}

/** The exchange that decided: the last of a step that passed, otherwise the given profile's own, which is the first. */
export const decidingOf = ({ result }: Outcome, exchanges: readonly Exchange[]): Exchange | null =>
  (result === 'pass' ? exchanges.at(-1) : exchanges[0]) ?? null

/** Returns method, path and query of a request as it was sent. */
export function requestLine({ method, path, query }: Pick<Exchange, 'method' | 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString()
  return `${method} ${path}${search === '' ? '' : `?${decodeURIComponent(search)}`}`
}

const outcome =
  (result: StepResult) =>
  (finding: Finding, params: Outcome['params'] = {}, at: Outcome['at'] = null): Outcome => ({
    result,
    finding,
    params,
    at,
  })
export const pass = outcome('pass')
export const warn = outcome('warn')
export const fail = outcome('fail')
export const skipped = outcome('skipped')
