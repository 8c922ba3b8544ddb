import { honestAnswer } from './answers.ts'
import { extOf, hostileName, rewritten, spoilt, type Misbehavior } from './misbehavior.ts'
import { everyData, everyList, everyRecord, everyScalar } from './spoil.ts'

/** The outcome of each read when the response carries no data. */
const withoutData: Misbehavior['read'] = {
  get_timezone: 'shown: list-missing',
  get_language: 'shown: list-missing',
  get_country: 'shown: list-missing',
  extension_detail: 'upstream-invalid',
  search_idle_page: 'upstream-invalid',
  unbound_page: 'upstream-invalid',
  extension_language: 'upstream-invalid',
  query_suggest: 'shown: list-missing, total-lies',
}

/** Successful responses with wrong data. */
export const wrongData: Misbehavior[] = [
  {
    name: 'null for everything',
    read: {
      get_timezone: 'shown: row-dropped',
      get_language: 'shown: row-dropped',
      get_country: 'shown: row-dropped',
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: row-dropped, total-missing',
      unbound_page: 'shown: row-dropped, total-missing',
      query_suggest: 'shown: row-dropped, total-missing',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyScalar(answer, () => null)),
  },
  {
    name: 'null as data',
    read: withoutData,
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyData(answer, () => null)),
  },
  {
    name: 'text as data',
    read: withoutData,
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyData(answer, () => 'data')),
  },
  {
    name: 'a list as data',
    read: {
      get_timezone: 'shown: row-dropped',
      get_language: 'shown: row-dropped',
      get_country: 'shown: row-dropped',
      extension_detail: 'upstream-invalid',
      search_idle_page: 'upstream-invalid',
      unbound_page: 'upstream-invalid',
      extension_language: 'upstream-invalid',
      query_suggest: 'shown: row-dropped',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyData(answer, (data) => [[data]])),
  },
  {
    name: 'objects for scalars',
    read: {
      get_timezone: 'shown: field-unreadable, row-dropped',
      get_language: 'shown: field-unreadable, row-dropped',
      get_country: 'shown: field-unreadable, row-dropped',
      search_idle: 'shown: field-unreadable',
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: field-unreadable, row-dropped, total-missing',
      unbound_page: 'shown: field-unreadable, row-dropped, total-missing',
      extension_language: 'shown: field-unreadable',
      query_suggest: 'shown: field-unreadable, row-dropped, total-missing',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyScalar(answer, (value) => ({ value }))),
  },
  {
    name: 'lists for scalars',
    read: {
      get_timezone: 'shown: field-unreadable, row-dropped',
      get_language: 'shown: field-unreadable, row-dropped',
      get_country: 'shown: field-unreadable, row-dropped',
      search_idle: 'shown: field-unreadable',
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: field-unreadable, row-dropped, total-missing',
      unbound_page: 'shown: field-unreadable, row-dropped, total-missing',
      extension_language: 'shown: field-unreadable',
      query_suggest: 'shown: field-unreadable, row-dropped, total-missing',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyScalar(answer, (value) => [value, [value]])),
  },
  {
    name: 'booleans for scalars',
    read: {
      get_timezone: 'shown: field-unreadable, row-dropped',
      get_language: 'shown: field-unreadable, row-dropped',
      get_country: 'shown: field-unreadable, row-dropped',
      search_idle: 'shown: field-unreadable',
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: field-unreadable, row-dropped, total-missing',
      unbound_page: 'shown: field-unreadable, row-dropped, total-missing',
      extension_language: 'shown: field-unreadable',
      query_suggest: 'shown: field-unreadable, row-dropped, total-missing',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) => everyScalar(answer, () => true)),
  },
  {
    name: 'numbers as text and text as numbers',
    read: {
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: row-dropped',
      unbound_page: 'shown: row-dropped',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) =>
      everyScalar(answer, (value) => (typeof value === 'number' ? String(value) : 7)),
    ),
  },
  {
    name: 'huge numbers',
    read: {
      search_idle: 'shown: field-unreadable',
      extension_detail: 'shown: field-unreadable',
      search_idle_page: 'shown: field-unreadable, total-missing',
      unbound_page: 'shown: field-unreadable, total-missing',
      extension_language: 'shown: field-unreadable',
      query_suggest: 'shown: field-unreadable, total-missing',
    },
    create: 'accepted',
    token: 'shown',
    behave: rewritten((text) =>
      text.replaceAll(/:(\d+)/g, ':9007199254740993').replaceAll('"total":9007199254740993', '"total":1e400'),
    ),
  },
  {
    name: 'numbers below nothing',
    read: {
      extension_detail: 'shown: field-unreadable',
      search_idle_page: 'shown: field-unreadable, total-missing',
      unbound_page: 'shown: field-unreadable, total-missing',
      query_suggest: 'shown: field-unreadable, total-missing',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyScalar(answer, (value) => (typeof value === 'number' ? -1.5e300 : value)),
    ),
  },
  {
    name: 'a total of nothing beside rows',
    read: {
      search_idle_page: 'shown: total-lies',
      unbound_page: 'shown: total-lies',
      query_suggest: 'shown: total-lies',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) => everyScalar(answer, (value, key) => (/total/.test(key) ? 0 : value))),
  },
  {
    name: 'a total without end',
    read: {
      search_idle_page: 'shown: page-smaller',
      unbound_page: 'shown: page-smaller',
      query_suggest: 'shown: total-lies',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) => everyScalar(answer, (value, key) => (/total/.test(key) ? 1e15 : value))),
  },
  {
    name: 'a total that is one too many',
    read: {
      search_idle_page: 'shown: page-smaller',
      unbound_page: 'shown: page-smaller',
      query_suggest: 'shown: total-lies',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyScalar(answer, (value, key) => (/total/.test(key) ? Number(value) + 1 : value)),
    ),
  },
  {
    name: 'numbers that no phone has',
    read: {
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: row-dropped',
      unbound_page: 'shown: row-dropped',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyRecord(answer, (record) => ('domain' in record ? { ...record, ext: '+86 13-x' } : record)),
    ),
  },
  {
    name: 'lists as objects',
    read: {
      get_timezone: 'shown: list-missing',
      get_language: 'shown: list-missing',
      get_country: 'shown: list-missing',
      search_idle_page: 'upstream-invalid',
      unbound_page: 'upstream-invalid',
      query_suggest: 'shown: list-missing, total-lies',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) => everyList(answer, (items) => Object.fromEntries(items.entries()))),
  },
  {
    name: 'lists of rubbish',
    read: {
      get_timezone: 'shown: row-dropped, unknown-fields',
      get_language: 'shown: row-dropped, unknown-fields',
      get_country: 'shown: row-dropped, unknown-fields',
      search_idle_page: 'shown: field-unreadable, row-dropped',
      unbound_page: 'shown: field-unreadable, row-dropped',
      query_suggest: 'shown: row-dropped, unknown-fields',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) => everyList(answer, (items) => [null, 7, 'x', [], {}, ...items, { ext: {} }])),
  },
  {
    name: '1,500 rows where 20 were asked for',
    read: {
      search_idle_page: 'shown: page-larger, row-repeated',
      unbound_page: 'shown: page-larger, row-repeated',
      query_suggest: 'shown: page-larger, row-repeated',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyList(answer, (items) =>
        items.length === 0 ? items : Array.from({ length: 1_500 }, () => items[0]),
      ),
    ),
  },
  {
    name: 'names right to left, with markup, controls and half a character',
    read: {
      get_timezone: 'shown: field-changed',
      get_language: 'shown: field-changed',
      get_country: 'shown: field-changed',
      search_idle: 'shown: field-changed, field-unreadable',
      extension_detail: 'shown: field-changed, field-unreadable',
      search_idle_page: 'shown: field-changed, field-unreadable',
      unbound_page: 'shown: field-changed, field-unreadable',
      extension_language: 'shown: field-changed',
      query_suggest: 'shown: field-changed',
    },
    create: 'accepted',
    token: 'upstream-invalid',
    behave: spoilt((answer) =>
      everyScalar(answer, (value, key) => (typeof value === 'string' && key !== 'ext' ? hostileName : value)),
    ),
  },
  {
    name: 'a name of 2 MB',
    read: {
      search_idle: 'shown: field-changed',
      extension_detail: 'shown: field-changed',
      search_idle_page: 'shown: field-changed',
      unbound_page: 'shown: field-changed',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyRecord(answer, (record) =>
        'agentName' in record && record['ext'] === '8001'
          ? { ...record, agentName: 'n'.repeat(2_000_000) }
          : record,
      ),
    ),
  },
  {
    name: 'another number and another agent than asked for',
    read: {
      extension_detail: 'upstream-invalid',
      search_idle_page: 'shown: row-other',
      unbound_page: 'shown: row-other',
      extension_language: 'upstream-invalid',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) =>
      everyRecord(answer, (record) =>
        'langCodeTxt' in record
          ? {
              ...record,
              ext: typeof record['ext'] === 'string' ? `9${record['ext']}` : '9001',
              agentUuid: 'another-agent',
            }
          : record,
      ),
    ),
  },
  {
    name: 'each row twice',
    read: {
      search_idle_page: 'shown: row-repeated',
      unbound_page: 'shown: row-repeated',
      query_suggest: 'shown: row-repeated',
    },
    create: 'accepted',
    token: 'shown',
    behave: spoilt((answer) => everyList(answer, (items) => [...items, ...items])),
  },
  {
    name: 'a byte order mark',
    read: {},
    create: 'accepted',
    token: 'shown',
    behave: rewritten((text) => `\uFEFF${text}`),
  },
  {
    name: 'another content type',
    read: {},
    create: 'accepted',
    token: 'shown',
    behave: (operation) => (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(JSON.stringify(honestAnswer(operation, extOf(request.query, request.body))))
    },
  },
]
