import { homeCompany } from '#sandbox/seed.ts'
import { operations, type OperationId } from '#upstream/operations.ts'
import { isFields, type Fields } from '#sandbox/dialect.ts'
import type { Finding } from '#upstream/check/step.ts'
import type { Answered, Asked, Difference } from './stand-in.ts'

const lists: readonly OperationId[] = ['search_idle_page', 'unbound_page']
const refusal = (retCode: string, message: string, status = 200) =>
  Response.json({ status: 'Failed', code: status, retCode, retMsg: message, message, data: null }, { status })

const isExtensions = ({ operation }: Asked) =>
  /ext|idle|unbound/.test(operation) && operation !== 'query_suggest'

/** Moves the list of a page. */
const listAt = (move: (page: Fields) => Fields): Difference => ({
  answered({ json }, { operation }) {
    const { data } = json
    if (lists.includes(operation) && isFields(data)) Object.assign(json, move(data))
  },
})
const totalOf = (total: (page: Fields) => unknown): Difference =>
  listAt((data) => {
    const { total: _own, ...rest } = data
    const said = total(data)
    return { data: said === undefined ? rest : { ...rest, total: said } }
  })

/** Other names of the parameters in the query or body; the service knows no others. */
const renamed = (operation: OperationId, names: Readonly<Record<string, string>>): Difference => ({
  asked(asked) {
    if (asked.operation !== operation) return undefined
    for (const [own, other] of Object.entries(names)) {
      const value = asked.query.get(other) ?? asked.body[other]
      asked.query.delete(own)
      delete asked.body[own]
      if (typeof value !== 'string' && typeof value !== 'number') continue
      if (operation === 'search_idle_page') asked.body[own] = value
      else asked.query.set(own, String(value))
    }
    return undefined
  },
})

const zeroBased = (operation: OperationId): Difference => ({
  asked({ operation: asked, query, body }) {
    if (asked !== operation) return undefined
    if (body['currPage'] !== undefined) body['currPage'] = Number(body['currPage']) + 1
    if (query.has('currPage')) query.set('currPage', String(Number(query.get('currPage')) + 1))
    return undefined
  },
  answered({ json: { data } }, { operation: asked }) {
    if (asked === operation && isFields(data)) delete data['currPage']
  },
})

const snake = (name: string) => name.replaceAll(/([a-z\d])([A-Z]+)/g, '$1_$2').toLowerCase()
const inSnakeCase = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => inSnakeCase(each))
    : isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [snake(name), inSnakeCase(each)]))
      : value

/** The company must be sent with every extension operation. */
const companyIn = (place: 'header' | 'query' | 'body', name: string): Difference => ({
  asked(asked) {
    if (!isExtensions(asked)) return undefined
    const { headers, query, body } = asked
    const isGet = operations[asked.operation].method === 'GET'
    const sent =
      place === 'header' ? headers.get(name) : place === 'query' || isGet ? query.get(name) : body[name]
    return sent === homeCompany.id ? undefined : refusal('310999', `parameter ${name} must not be empty`)
  },
})

const absent = (answer: (json: Fields) => Partial<Answered>): Difference => ({
  answered(answered, { operation }) {
    if (operation === 'extension_detail' && answered.json['retCode'] === '310121')
      Object.assign(answered, answer(answered.json))
  },
})

/** A token issued less than this time ago is refused. */
const lateToken = (ms: number): Difference => {
  let issuedAt = 0
  return {
    asked({ operation }) {
      if (operation === 'get_token') {
        issuedAt = performance.now()
        return undefined
      }
      if (performance.now() - issuedAt >= ms) return undefined
      return Response.json({ ret_code: '900002', retCode: '900002', status: 'Failed', code: 200 })
    },
  }
}

/** The rows of a list, changed before they are cut into pages of at most `most`. */
const rowsOf = (
  list: 'search_idle_page' | 'unbound_page',
  change: (rows: Fields[], asked: Asked) => Fields[],
  most = 1_000,
): Difference => {
  const wanted = new WeakMap<Asked, { page: number; size: number }>()
  return {
    asked(asked) {
      const { operation, query, body } = asked
      if (operation !== list) return undefined
      const given = (name: string) => Number(body[name] ?? query.get(name))
      wanted.set(asked, { page: Math.max(given('currPage'), 1), size: Math.min(given('pageSize'), most) })
      for (const [name, value] of [
        ['currPage', 1],
        ['pageSize', 1_000],
      ] as const)
        if (operation === 'unbound_page') query.set(name, String(value))
        else body[name] = value
      return undefined
    },
    answered({ json: { data } }, asked) {
      const { page, size } = wanted.get(asked) ?? { page: 1, size: 0 }
      if (asked.operation !== list || !isFields(data) || !Array.isArray(data['list'])) return
      const rows = change(data['list'].filter(isFields), asked)
      const part = rows.slice((page - 1) * size, page * size)
      Object.assign(data, { list: part, currPage: page, pageSize: size, total: rows.length })
    },
  }
}

export const idleRows = (change: (rows: Fields[], asked: Asked) => Fields[], most?: number): Difference =>
  rowsOf('search_idle_page', change, most)

/** The rows in another order with each request, unless the service can sort and is asked for an order. */
export function shuffled(
  canSort: boolean,
  most?: number,
  list: 'search_idle_page' | 'unbound_page' = 'search_idle_page',
): Difference {
  let requests = 0
  const rank = ({ ext }: Fields) => (Number(ext) * 7_919 * ++requests) % 1_009
  return rowsOf(
    list,
    (rows, { body }) =>
      canSort && body['orderByName'] === 'ext'
        ? rows
        : rows
            .map((row) => ({ row, at: rank(row) }))
            .toSorted((one, other) => one.at - other.at)
            .map(({ row }) => row),
    most,
  )
}

interface Case {
  difference: Difference
  /** The changes of the profile that the check proposes. */
  proposed: Readonly<Record<string, unknown>>
  companyId?: string
  /** What the check warns of, beside what it proposes. */
  warned?: Finding
  /** Operations whose answer is not whole, and says so. */
  incomplete?: readonly string[]
}

/** What differs, how the check recognizes it (by asking), and what it proposes. */
export const differences: Readonly<Record<string, Case>> = {
  'nothing at all': { difference: {}, proposed: {} },
  'the list as data.records': {
    difference: listAt(({ list, ...data }) => ({ data: { ...data, records: list } })),
    proposed: { 'operations.idlePage.list': 'data.records', 'operations.unboundPage.list': 'data.records' },
  },
  'the list as data.page.rows, with another name of the total': {
    difference: listAt(({ list, total }) => ({ data: { page: { rows: list, totalElements: total } } })),
    proposed: {
      'operations.idlePage.list': 'data.page.rows',
      'operations.unboundPage.list': 'data.page.rows',
    },
  },
  'the list as data itself': {
    difference: listAt(({ list, total }) => ({ data: list, total })),
    proposed: { 'operations.idlePage.list': 'data', 'operations.unboundPage.list': 'data' },
  },
  'records in snake case': {
    difference: {
      answered({ json }, asked) {
        if (isExtensions(asked)) json['data'] = inSnakeCase(json['data'])
      },
    },
    proposed: { 'records.names': 'snake_case' },
  },
  'a token answer in camel case': {
    difference: {
      answered(answer, { operation }) {
        const { ret_code, ret_msg, item } = answer.json
        if (operation !== 'get_token' || !isFields(item)) return
        answer.json = {
          retCode: ret_code,
          retMsg: ret_msg,
          item: { accessToken: item['token'], expiresIn: item['expires_in'] },
        }
      },
    },
    proposed: {},
  },
  'current and size as names of paging': {
    difference: renamed('search_idle_page', { currPage: 'current', pageSize: 'size' }),
    proposed: { 'operations.idlePage.names.page': 'current', 'operations.idlePage.names.size': 'size' },
  },
  'a first page 0 of both lists': {
    difference: {
      asked: (asked, stand) =>
        zeroBased('search_idle_page').asked?.(asked, stand) ??
        zeroBased('unbound_page').asked?.(asked, stand),
      answered(answer, asked) {
        zeroBased('search_idle_page').answered?.(answer, asked)
        zeroBased('unbound_page').answered?.(answer, asked)
      },
    },
    proposed: { 'operations.idlePage.firstPage': 0, 'operations.unboundPage.firstPage': 0 },
  },
  'another name of the search for suggestions': {
    difference: renamed('query_suggest', { keyword: 'q' }),
    proposed: { 'operations.suggest.names.search': 'q' },
  },
  ...Object.fromEntries(
    (['header', 'query', 'body'] as const).map((place) => [
      `the company of every extension operation as ${place}`,
      {
        difference: companyIn(place, 'companyId'),
        proposed: {
          'companyId.operations': 'all',
          ...(place === 'body' ? { 'companyId.in': ['body'] } : {}),
        },
        companyId: homeCompany.id,
      },
    ]),
  ),
  'the company as header X-Tenant-Id': {
    difference: companyIn('header', 'X-Tenant-Id'),
    proposed: {
      'companyId.name': 'X-Tenant-Id',
      'companyId.operations': 'all',
    },
    companyId: homeCompany.id,
  },
  'no Authorization wanted, but the token': {
    difference: {
      asked(asked) {
        if (!isExtensions(asked)) return undefined
        if (asked.headers.has('authorization')) return refusal('400123', 'unexpected header', 400)
        asked.headers.set('authorization', `Bearer ${asked.headers.get('token') ?? ''}`)
        return undefined
      },
    },
    proposed: { 'auth.header': 'token', 'auth.prefix': '' },
  },
  '"not there" as HTTP 404 with another code': {
    difference: absent((json) => ({ status: 404, json: { ...json, retCode: '404404' } })),
    proposed: { 'codes.notFound': ['310005', '310121', '330088', '404404'] },
  },
  '"not there" as HTTP 500 with another code': {
    difference: absent((json) => ({ status: 500, json: { ...json, retCode: '500404' } })),
    proposed: { 'codes.notFound': ['310005', '310121', '330088', '500404'] },
  },
  'a redirect to a login page for a dead token': {
    difference: {
      answered(answer) {
        const code = String(answer.json['retCode'] ?? answer.json['ret_code'])
        if (/^(90000[127]|392001)$/.test(code)) answer.status = 302
      },
    },
    proposed: {
      'token.invalid': [
        { http: 401 },
        { code: '900001' },
        { code: '900002' },
        { code: '900007' },
        { http: 302 },
      ],
    },
  },
  'a token that works after two seconds': { difference: lateToken(2_000), proposed: {} },
  'a total of the page': {
    difference: totalOf(({ list }) => (Array.isArray(list) ? list.length : 0)),
    proposed: {},
    incomplete: ['idle page 1', 'idle page 2', 'idle search', 'unbound page'],
  },
  'no total': {
    difference: totalOf(() => undefined),
    proposed: {},
    incomplete: ['idle page 1', 'idle page 2', 'idle search', 'unbound page', 'created, idle'],
  },
  'numbers as JSON integers': {
    difference: idleRows((rows) => rows.map((row) => ({ ...row, ext: Number(row['ext']) }))),
    proposed: {},
    warned: 'integer-numbers',
  },
  'rows in another order with each request, which it can sort': {
    difference: shuffled(true),
    proposed: { 'operations.idlePage.sorted': true },
  },
  'a search that finds what contains the digits': {
    difference: {
      asked: ({ operation, body }) => {
        // The sandbox searches by the start: numbers begin with the same digit.
        if (operation === 'search_idle_page' && body['ext'] === '12') body['ext'] = ''
        return undefined
      },
    },
    proposed: {},
    incomplete: ['idle search'],
  },
}
