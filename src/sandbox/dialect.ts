import { operations, type OperationId } from '#upstream/operations.ts'
import { defaultProfile, isOneOf, type Profile } from '#upstream/profile.ts'

type Fetch = (request: Request, env: object) => Response | Promise<Response>
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOperation = (id: string): id is OperationId => id in operations
const routes = Object.keys(operations)
  .filter(isOperation)
  .map((id) => {
    const { method, path } = operations[id]
    return { id, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`) }
  })

/** The operation that a request asks for; undefined for the desk and other paths. */
export const operationAt = (method: string, pathname: string): OperationId | undefined =>
  routes.find((route) => route.method === method && route.pattern.test(pathname))?.id

/** The names that the sandbox itself uses, by the profile's name; only these fields are translated. */
const ownNames: Partial<Record<OperationId, Readonly<Record<string, string>>>> = {
  search_idle: { agent: 'agentID' },
  extension_detail: { ext: 'ext', agent: 'agentUuid', company: 'companyId' },
  search_idle_page: { page: 'currPage', size: 'pageSize', search: 'ext' },
  unbound_page: { page: 'currPage', size: 'pageSize', search: 'ext' },
  query_suggest: { page: 'page_no', size: 'page_size', search: 'keyword' },
}

interface Differences {
  names: Readonly<Record<string, string | null>>
  in: 'body' | 'query'
  firstPage?: number
  maxSize?: number
}
const differencesOf = ({ operations: of }: Profile): Partial<Record<OperationId, Differences>> => ({
  search_idle: of.searchIdle,
  extension_detail: of.detail,
  search_idle_page: of.idlePage,
  unbound_page: { ...of.unboundPage, in: 'query' },
  query_suggest: { ...of.suggest, in: 'query' },
})

const createPlace = (
  { operations: { create, createLegacy } }: Profile,
  id: string,
): 'body' | 'query' | null =>
  id === 'create_extension' ? create.in : id === 'create_extension_legacy' ? createLegacy.in : null

/** The meanings of the sandbox's own codes. */
const ownMeanings = {
  '310121': 'notFound',
  '310004': 'exists',
  '310122': 'bound',
  '310120': 'quota',
  '330007': 'busy',
  '310147': 'agentNotFound',
  '310123': 'companyUnknown',
  '330144': 'restricted',
  '900003': 'credentials',
  '900004': 'credentials',
  '900006': 'credentials',
} as const
const isOwnCode = (code: string): code is keyof typeof ownMeanings => code in ownMeanings
const tokenCodes = ['900001', '900002', '900007', '392001']

const timeFields = ['creationTime', 'updatedTime', 'bindTime', 'lastLoginTime']

/** Lets the sandbox speak any profile: renames fields on the way in, and codes, times and shapes on the way out. */
export function speaking(profile: Profile, fetch: Fetch): Fetch {
  if (JSON.stringify(profile) === JSON.stringify(defaultProfile)) return fetch
  return async (request, env) => {
    const { pathname } = new URL(request.url)
    const id = operationAt(request.method, pathname)
    if (id === undefined) return fetch(request, env)
    const { translated, page } = await translatedRequest(profile, id, request)
    const answer = await fetch(translated, env)
    if (!(answer.headers.get('content-type') ?? '').includes('json')) return answer
    const json: unknown = await answer.json()
    return isFields(json) ? translatedAnswer(profile, id, json, answer, page) : answer
  }
}

async function translatedRequest(profile: Profile, id: OperationId, request: Request) {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  const sent: unknown = request.method === 'POST' ? await request.json().catch(() => ({})) : {}
  const body: Fields = isFields(sent) ? { ...sent } : {}
  const query = url.searchParams
  const { companyId, auth } = profile
  const company = [
    ...(companyId.in.includes('body') ? [body[companyId.name]] : []),
    ...(companyId.in.includes('query') ? [query.get(companyId.name)] : []),
    ...(companyId.in.includes('header') ? [headers.get(companyId.name)] : []),
  ].find((value) => typeof value === 'string')
  for (const name of [companyId.name, 'companyId']) {
    query.delete(name)
    headers.delete(name)
    delete body[name]
  }
  if (company !== undefined) query.set('companyId', company)

  if (id === 'query_suggest' && profile.operations.suggest.credential === 'token') {
    headers.set('authorization', `Bearer ${headers.get('token')}`)
    headers.delete('token')
  }
  const differences = differencesOf(profile)[id]
  let page: number | null = null
  if (differences !== undefined) {
    const names = ownNames[id] ?? {}
    const given: Fields = differences.in === 'body' ? body : Object.fromEntries(query)
    const fields: Fields = {}
    for (const [key, name] of Object.entries(differences.names)) {
      const ownName = names[key]
      if (name === null || ownName === undefined) continue
      if (given[name] !== undefined && given[name] !== '') fields[ownName] = given[name]
      query.delete(name)
      delete body[name]
    }
    // The service knows only the profile's names. The company is placed above.
    for (const name of Object.values(names).filter((each) => each !== 'companyId')) {
      query.delete(name)
      delete body[name]
    }
    const pageName = names['page'] ?? ''
    if (differences.firstPage !== undefined && fields[pageName] !== undefined) {
      page = Number(fields[pageName])
      // Like most services, the sandbox takes a page before its first one for the first.
      fields[pageName] = String(Math.max(1, page - differences.firstPage + 1))
      const size = Number(fields['pageSize'])
      if (size > (differences.maxSize ?? Infinity)) fields['pageSize'] = String(differences.maxSize)
    }
    for (const [name, value] of Object.entries(fields))
      if (operations[id].method === 'POST') body[name] = value
      else query.set(name, String(value))
  }
  const place = createPlace(profile, id)
  if (place === 'body') for (const [name, value] of Object.entries(body)) query.set(name, String(value))

  if (auth.in === 'query' && operations[id].service === 'extensions') {
    const credential = query.get(auth.header)
    query.delete(auth.header)
    if (credential !== null) headers.set(auth.header, credential)
  }
  headers.delete('content-length')
  const translated = new Request(url, {
    method: request.method,
    headers,
    body: request.method === 'POST' ? JSON.stringify(body) : null,
  })
  return { translated, page }
}

/** Returns the profile's code for one of the sandbox's own. */
function codeIn(profile: Profile, service: 'v5' | 'extensions', code: string): string {
  const codes =
    code === '000000'
      ? profile.envelopes[service].success
      : tokenCodes.includes(code)
        ? profile.token.invalid.flatMap((each) => ('code' in each ? [each.code] : []))
        : isOwnCode(code)
          ? profile.codes[ownMeanings[code]]
          : [code]
  return isOneOf(codes, code) ? code : (codes[0] ?? code)
}

function translatedAnswer(
  profile: Profile,
  id: OperationId,
  json: Fields,
  answer: Response,
  page: number | null,
): Response {
  const { service } = operations[id]
  const name = service === 'v5' ? 'ret_code' : 'retCode'
  const ownCode = String(json[name])
  const changed: Fields = { ...json, [name]: codeIn(profile, service, ownCode) }
  let status = answer.status
  if (tokenCodes.includes(ownCode)) {
    const http = profile.token.invalid.find((each) => 'http' in each)
    status = http !== undefined && 'http' in http && service === 'extensions' ? http.http : 200
  }
  if (id === 'extension_detail' && ownCode === '310121' && profile.codes.emptyMeansNotFound)
    Object.assign(changed, {
      retCode: codeIn(profile, service, '000000'),
      status: 'Success',
      code: 200,
      data: null,
    })
  if (service === 'extensions' && profile.envelopes.extensions.withoutCode === 'status') {
    // A refusal needs its code, because a status says only that something failed.
    if (changed['status'] === 'Success') delete changed['retCode']
    delete changed['code']
  }
  if ('data' in changed) changed['data'] = dataIn(profile, id, changed['data'], page)
  if (id === 'search_idle_page') placeList(changed, profile.operations.idlePage.list)
  if (id === 'unbound_page') placeList(changed, profile.operations.unboundPage.list)
  if (profile.records.names === 'snake_case') changed['data'] = inSnakeCase(changed['data'])
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(changed), { status, headers })
}

/** Moves the list of a page to its path, with what stands beside it. */
function placeList(answer: Fields, path: string): void {
  const { data } = answer
  if (path === 'data.list' || !isFields(data)) return
  const { list, ...beside } = data
  const names = path.split('.').slice(1)
  if (names.length === 0) Object.assign(answer, { total: data['total'], data: list })
  else {
    const [last = '', ...outer] = names.toReversed()
    answer['data'] = outer.reduce<Fields>((inner, name) => ({ [name]: inner }), { ...beside, [last]: list })
  }
}

const inSnakeCase = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => inSnakeCase(each))
    : isFields(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            name.replaceAll(/([a-z\d])([A-Z]+)/g, '$1_$2').toLowerCase(),
            inSnakeCase(each),
          ]),
        )
      : value

function recordIn({ records: { timeUnit, bindStatus } }: Profile, record: Fields): Fields {
  const changed = { ...record }
  for (const field of timeFields) {
    const time = changed[field]
    if (timeUnit === 's' && typeof time === 'number') changed[field] = Math.floor(time / 1000)
  }
  if (typeof changed['bindStatus'] === 'number') {
    const values = changed['bindStatus'] === 1 ? bindStatus.bound : bindStatus.free
    const [value = ''] = values
    changed['bindStatus'] = /^\d+$/.test(value) ? Number(value) : value
  }
  return changed
}

function dataIn(profile: Profile, id: OperationId, data: unknown, page: number | null): unknown {
  if (!isFields(data)) return data
  const { list } = data
  if (Array.isArray(list))
    return {
      ...data,
      list: list.map((row: unknown) => (isFields(row) ? recordIn(profile, row) : row)),
      ...(page === null ? {} : { currPage: page }),
    }
  const record = recordIn(profile, data)
  if (id !== 'search_idle') return record
  const offered = record['ext'] === null ? [] : [{ ext: record['ext'], id: record['extId'] }]
  switch (profile.operations.searchIdle.data) {
    case 'agent':
      return record
    case 'extension':
      return offered[0] ?? null
    case 'list':
      return offered
    case 'page':
      return { list: offered, currPage: 1, pageSize: 1, total: offered.length }
  }
}
