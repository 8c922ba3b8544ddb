import { UpstreamError } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import type { Profile } from './profile.ts'

/** One request, without its credential. */
export interface Request {
  operation: OperationId
  service: ServiceName
  method: 'GET' | 'POST'
  /** Below the base URL. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** Sent as JSON; undefined: no body. */
  body?: Record<string, unknown> | undefined
}

export type Language = 'zh' | 'en'

/** The six parameters of operation 5; assumed to be those of operation 10 as well. */
export interface CreateInput {
  ext: string
  password?: string | undefined
  agentID?: string | undefined
  agentType?: '0' | '1' | undefined
  langCodeTxt?: string | undefined
  companyId?: string | undefined
}

export interface PageInput {
  page: number
  pageSize: number
  ext?: string | undefined
}

export interface IdlePageInput extends PageInput {
  companyId?: string | undefined
  operatorUserId?: string | undefined
  tempId?: string | undefined
  language?: string | undefined
  timezone?: string | undefined
  timezoneid?: string | undefined
}

export interface UnboundPageInput extends PageInput {
  agentUuid: string
}

/** Fields to send; undefined ones are not sent. */
type Fields = Record<string, string | number | boolean | undefined>

const pathVariable = /^[A-Za-z0-9-]{1,64}$/

/** Fills `{name}` of a path. Refuses anything but letters, digits and `-`, because encoding does not protect against `..`. */
function fillPath(operation: OperationId, value: string): string {
  if (!pathVariable.test(value))
    throw new UpstreamError({ kind: 'refused', operation, code: null, definitelyNotApplied: true })
  return operations[operation].path.replace(/\{\w+\}/, value)
}

/**
 * Builds the request of each operation from its input. Nothing that is not named here reaches the service.
 * @param defaultCompanyId sent when an operation takes a company and its input has none
 */
export function requestBuilder(
  { operations: differences, companyId: { in: places, name, operations: carriers } }: Profile,
  defaultCompanyId?: string,
) {
  /** Puts the fields and the company where the profile wants them, and `query` into the query. */
  function request(
    operation: OperationId,
    parts: {
      in?: 'body' | 'query'
      fields?: Fields
      query?: Fields
      companyId?: string | undefined
      service?: ServiceName
      variable?: string
    },
  ): Request {
    const { method, path, service, kind } = operations[operation]
    const { in: place = 'query', fields = {} } = parts
    const isCarrier = carriers === 'all' && service === 'extensions'
    const companyId = parts.companyId ?? (isCarrier ? defaultCompanyId : undefined)
    const given: Fields = { ...parts.query, ...(place === 'query' ? fields : {}) }
    const headers: Record<string, string> = {}
    const body: Fields = place === 'body' ? { ...fields } : {}
    if (companyId !== undefined) {
      const isInBody = places.includes('body')
      // A GET has no body.
      if (places.includes('query') || (isInBody && method === 'GET')) given[name] = companyId
      if (places.includes('header')) headers[name] = companyId
      if (isInBody && method === 'POST') body[name] = companyId
    }
    const query: Record<string, string> = {}
    for (const [key, value] of Object.entries(given)) if (value !== undefined) query[key] = String(value)
    // A search has a body even without fields.
    const hasBody = method === 'POST' && (kind !== 'create' || Object.keys(body).length > 0)
    return {
      operation,
      service: parts.service ?? service,
      method,
      path: parts.variable === undefined ? path : fillPath(operation, parts.variable),
      query,
      headers,
      body: hasBody ? body : undefined,
    }
  }

  return {
    reference: (operation: 'get_timezone' | 'get_language' | 'get_country', language: Language) =>
      request(operation, { query: { language } }),

    createExtension: ({ companyId = defaultCompanyId, ...fields }: CreateInput) =>
      request('create_extension', { ...differences.create, fields, companyId }),
    createExtensionLegacy: ({ companyId = defaultCompanyId, ...fields }: CreateInput) =>
      request('create_extension_legacy', { ...differences.createLegacy, fields, companyId }),

    searchIdle({ agentId }: { agentId?: string | undefined }) {
      const { names, in: place } = differences.searchIdle
      return request('search_idle', { in: place, fields: { [names.agent]: agentId } })
    },

    detail({ ext, agentId }: { ext: string; agentId?: string | undefined }) {
      const { names, in: place, agentRequired } = differences.detail
      const agent = agentId ?? (agentRequired ? '' : undefined)
      const company = names.company === null ? {} : { [names.company]: defaultCompanyId }
      const fields = { [names.ext]: ext, [names.agent]: agent, ...company }
      return request('extension_detail', { in: place, fields })
    },

    /** `page` is the service's own, as counted from `firstPage`. */
    idlePage({ page, pageSize, ext, companyId = defaultCompanyId, ...query }: IdlePageInput) {
      const { names, in: place, sorted } = differences.idlePage
      const order = sorted ? { orderByName: 'ext', orderByASC: true } : {}
      const fields = { [names.search]: ext, [names.page]: page, [names.size]: pageSize, ...order }
      return request('search_idle_page', { in: place, fields, query, companyId })
    },

    unboundPage({ agentUuid, page, pageSize, ext }: UnboundPageInput) {
      const { names } = differences.unboundPage
      const query = { [names.search]: ext, [names.page]: page, [names.size]: pageSize }
      return request('unbound_page', { variable: agentUuid, query })
    },

    extensionLanguage: ({ ext }: { ext: string }) => request('extension_language', { variable: ext }),

    suggest({ q, page, pageSize }: { q: string; page: number; pageSize: number }) {
      const { names } = differences.suggest
      const query = { [names.search]: q, [names.page]: page, [names.size]: pageSize }
      return request('query_suggest', { query })
    },
  }
}

/**
 * Adds the credential: v5 operations use the header `token`, operation 12 Bearer, the extension operations the profile's way.
 * @param authorization the value of the credential `fixed`
 */
export function withCredential(
  request: Request,
  { auth, operations: { suggest } }: Pick<Profile, 'auth' | 'operations'>,
  { token, authorization }: { token: string | null; authorization: string | null },
): Request {
  const { operation, headers, query } = request
  if (operation === 'query_suggest' && suggest.credential === 'bearer')
    return { ...request, headers: { ...headers, authorization: `Bearer ${token}` } }
  if (operations[operation].service === 'v5')
    return { ...request, headers: { ...headers, token: token ?? '' } }
  const { credential, header, prefix, alsoTokenHeader, in: place } = auth
  if (credential === 'none') return request
  const value = { [header]: credential === 'fixed' ? (authorization ?? '') : `${prefix}${token}` }
  const also: Record<string, string> = alsoTokenHeader && token !== null ? { token } : {}
  return place === 'query'
    ? { ...request, query: { ...query, ...value }, headers: { ...headers, ...also } }
    : { ...request, headers: { ...headers, ...also, ...value } }
}
