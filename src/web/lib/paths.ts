import type { NumberState } from '#contract/number-states.ts'
import { patterns, type PageName } from '#contract/page-patterns.ts'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const params = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params).toString()}`
}

/** The pages whose path has no parameter. */
type PlainPage = {
  [Name in PageName]: (typeof patterns)[Name] extends `${string}:${string}` ? never : Name
}[PageName]
function plainPaths(): Record<PlainPage, () => string>
function plainPaths(): Record<string, () => string> {
  return Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, () => pattern]))
}

/** Builds every URL of the console for links. A page is here only if its path or query has parameters. */
export const paths = {
  ...plainPaths(),
  signIn: (next?: string) => withQuery(patterns.signIn, { next }),
  idle: (query: { ext?: string } = {}) => withQuery(patterns.idle, query),
  newExtension: (query: { ext?: string; agentID?: string; agentType?: '0' | '1' } = {}) =>
    withQuery(patterns.newExtension, query),
  extension: (ext: string, query: { agentId?: string } = {}) =>
    withQuery(`/extensions/${encodeURIComponent(ext)}`, query),
  /** The main language section of the detail page (operation 11). */
  extensionLanguage: (ext: string) => `/extensions/${encodeURIComponent(ext)}#language`,
  /** The history section of the detail page; `month` (as `2026-10`) selects one month. */
  extensionHistory: (ext: string, query: { period?: string } = {}) =>
    `${withQuery(`/extensions/${encodeURIComponent(ext)}`, query)}#history`,
  numbers: (
    query: {
      search?: string
      state?: NumberState
      language?: string
      agentUuid?: string
      label?: string
      pool?: string
    } = {},
  ) => withQuery(patterns.numbers, query),
  people: (query: { q?: string; label?: string } = {}) => withQuery(patterns.people, query),
  person: (agentUuid: string) => `/people/${encodeURIComponent(agentUuid)}`,
  /** The unbound extensions that the service lists for the agent (operation 9). */
  personUnbound: (agentUuid: string) => `/people/${encodeURIComponent(agentUuid)}/unbound`,
  reserveBatch: (query: { numbers?: string } = {}) => withQuery(patterns.reserveBatch, query),
  reservations: (query: { ext?: string; agentUuid?: string; state?: 'reserved' | 'taken' } = {}) =>
    withQuery(patterns.reservations, query),
  requests: (query: { ext?: string; agentUuid?: string; state?: string } = {}) =>
    withQuery(patterns.requests, query),
  jobs: (query: { state?: 'passwords' | 'attention' } = {}) => withQuery(patterns.jobs, query),
  newJob: (query: { numbers?: string } = {}) => withQuery(patterns.newJob, query),
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
  overview: (query: { scope?: string } = {}) => withQuery(patterns.overview, query),
  audit: (query: { requestId?: string; object?: string; actor?: string } = {}) =>
    withQuery(patterns.audit, query),
  users: (query: { q?: string } = {}) => withQuery(patterns.users, query),
}

/** The state of the router with which a number's page asks for the reason of a reveal. */
export const revealState = { reveal: true } as const
