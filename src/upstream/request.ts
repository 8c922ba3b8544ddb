import { UpstreamError } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import type { Profile } from './profile.ts'
import type { CreateInput, IdlePageInput, Language } from './upstream.ts'

/** One request, without its credential. Undefined values are not sent. */
export interface Request {
  operation: OperationId
  service: ServiceName
  method: 'GET' | 'POST'
  /** Below the base URL. */
  path: string
  query: Record<string, string | undefined>
  headers: Record<string, string | undefined>
  /** Sent as JSON; undefined: no body. */
  body?: Record<string, unknown>
}

const pathVariable = /^[A-Za-z0-9-]{1,64}$/

/** Fills `{name}` of a path. Refuses anything but letters, digits and `-`, because encoding does not protect against `..`. */
function fillPath(operation: OperationId, value: string): string {
  if (!pathVariable.test(value))
    throw new UpstreamError({ kind: 'refused', operation, code: null, definitelyNotApplied: true })
  return operations[operation].path.replace(/\{\w+\}/, value)
}

interface Parts {
  variable?: string
  service?: ServiceName
  query?: Record<string, string | undefined>
  headers?: Record<string, string | undefined>
  body?: Record<string, unknown>
}

function request(
  operation: OperationId,
  { variable, service, query = {}, headers = {}, body }: Parts,
): Request {
  const { method, path, service: usual } = operations[operation]
  return {
    operation,
    service: service ?? usual,
    method,
    path: variable === undefined ? path : fillPath(operation, variable),
    query,
    headers,
    ...(body === undefined ? {} : { body }),
  }
}

const asTexts = (fields: Record<string, string | number | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value?.toString()]))

/** Puts an input where the profile wants it. A POST without fields has an empty body. */
const placed = (place: 'body' | 'query', fields: Record<string, string | number | undefined>): Parts =>
  place === 'body' ? { body: fields } : { query: asTexts(fields), body: {} }

/** Adds the company where the profile wants it. */
function withCompany(
  parts: Parts,
  { companyId: { in: places, name } }: Profile,
  companyId: string | undefined,
): Parts {
  if (companyId === undefined) return parts
  const field = { [name]: companyId }
  return {
    ...parts,
    ...(places.includes('query') ? { query: { ...parts.query, ...field } } : {}),
    ...(places.includes('header') ? { headers: { ...parts.headers, ...field } } : {}),
    ...(places.includes('body') ? { body: { ...parts.body, ...field } } : {}),
  }
}

/**
 * Adds the credential: v5 operations use the header `token`, operation 12 Bearer, the extension operations the profile's way.
 * @param authorization the value of the credential `fixed`
 */
export function withCredential(
  request: Request,
  { auth }: Pick<Profile, 'auth'>,
  { token, authorization }: { token: string | null; authorization: string | null },
): Request {
  const { operation, headers, query } = request
  if (operations[operation].service === 'v5') {
    const credential =
      operation === 'query_suggest' ? { authorization: `Bearer ${token}` } : { token: token ?? '' }
    return { ...request, headers: { ...headers, ...credential } }
  }
  const { credential, header, prefix, alsoTokenHeader, in: place } = auth
  if (credential === 'none') return request
  const value = credential === 'fixed' ? (authorization ?? '') : `${prefix}${token}`
  const also = alsoTokenHeader && token !== null ? { token } : {}
  return place === 'query'
    ? { ...request, query: { ...query, [header]: value }, headers: { ...headers, ...also } }
    : { ...request, headers: { ...headers, ...also, [header]: value } }
}

/** Builds the request of each operation from its input. Nothing that is not named here reaches the service. */
export function requestBuilder(profile: Profile) {
  const { operations: differences } = profile

  const reference =
    (operation: 'get_timezone' | 'get_language' | 'get_country') => (input: { language: Language }) =>
      request(operation, { query: { language: input.language } })

  function create(operation: 'create_extension' | 'create_extension_legacy', input: CreateInput): Request {
    const { in: place, service } = differences[operation === 'create_extension' ? 'create' : 'createLegacy']
    const { companyId, ...fields } = input
    const parts: Parts = place === 'query' ? { query: fields } : { body: fields }
    return request(operation, withCompany({ ...parts, service }, profile, companyId))
  }

  return {
    timeZones: reference('get_timezone'),
    languages: reference('get_language'),
    countries: reference('get_country'),
    createExtension: (input: CreateInput) => create('create_extension', input),
    createExtensionLegacy: (input: CreateInput) => create('create_extension_legacy', input),

    searchIdle({ agentId }: { agentId?: string | undefined }) {
      const { names, in: place } = differences.searchIdle
      return request('search_idle', placed(place, agentId === undefined ? {} : { [names.agent]: agentId }))
    },

    detail(input: { ext: string; agentId?: string | undefined; companyId?: string | undefined }) {
      const { names, in: place, agentRequired } = differences.detail
      const agent = input.agentId ?? (agentRequired ? '' : undefined)
      return request(
        'extension_detail',
        placed(place, {
          [names.ext]: input.ext,
          ...(agent === undefined ? {} : { [names.agent]: agent }),
          ...(names.company === null || input.companyId === undefined
            ? {}
            : { [names.company]: input.companyId }),
        }),
      )
    },

    /** `page` is the service's own, as counted from `firstPage`. */
    idlePage({ page, pageSize, ext, companyId, ...context }: IdlePageInput) {
      const { names, in: place } = differences.idlePage
      const fields = {
        ...(ext === undefined ? {} : { [names.search]: ext }),
        [names.page]: page,
        [names.size]: pageSize,
      }
      const { query, ...rest } = placed(place, fields)
      return request(
        'search_idle_page',
        withCompany({ ...rest, query: { ...context, ...query } }, profile, companyId),
      )
    },

    unboundPage(input: { agentUuid: string; page: number; pageSize: number; ext?: string | undefined }) {
      const { names } = differences.unboundPage
      return request('unbound_page', {
        variable: input.agentUuid,
        query: {
          [names.search]: input.ext,
          [names.page]: String(input.page),
          [names.size]: String(input.pageSize),
        },
      })
    },

    extensionLanguage: ({ ext }: { ext: string }) => request('extension_language', { variable: ext }),

    suggest(input: { q: string; page: number; pageSize: number }) {
      const { names } = differences.suggest
      return request('query_suggest', {
        query: {
          [names.search]: input.q,
          [names.page]: String(input.page),
          [names.size]: String(input.pageSize),
        },
      })
    },
  }
}
