import { honestAnswer } from './answers.ts'
import { extOf, nameOfMany, rewritten, spoilt, type Misbehaviour } from './misbehaviour.ts'
import { everyData, everyList, everyRecord, everyScalar } from './spoil.ts'

/** Success whose data are not what they should be. */
export const lyingData: Misbehaviour[] = [
  {
    name: 'null for everything',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, () => null)),
  },
  { name: 'null as data', expected: 'usable', behave: spoilt((answer) => everyData(answer, () => null)) },
  { name: 'text as data', expected: 'usable', behave: spoilt((answer) => everyData(answer, () => 'data')) },
  {
    name: 'a list as data',
    expected: 'usable',
    behave: spoilt((answer) => everyData(answer, (data) => [[data]])),
  },
  {
    name: 'objects for scalars',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, (value) => ({ value }))),
  },
  {
    name: 'lists for scalars',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, (value) => [value, [value]])),
  },
  {
    name: 'booleans for scalars',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, () => true)),
  },
  {
    name: 'numbers as text and text as numbers',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyScalar(answer, (value) => (typeof value === 'number' ? String(value) : 7)),
    ),
  },
  {
    name: 'huge numbers',
    expected: 'usable',
    behave: rewritten((text) =>
      text.replaceAll(/:(\d+)/g, ':9007199254740993').replaceAll('"total":9007199254740993', '"total":1e400'),
    ),
  },
  {
    name: 'numbers below nothing',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyScalar(answer, (value) => (typeof value === 'number' ? -1.5e300 : value)),
    ),
  },
  {
    name: 'a total of nothing beside rows',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, (value, key) => (/total/.test(key) ? 0 : value))),
  },
  {
    name: 'a total without end',
    expected: 'usable',
    behave: spoilt((answer) => everyScalar(answer, (value, key) => (/total/.test(key) ? 1e15 : value))),
  },
  {
    name: 'lists as objects',
    expected: 'usable',
    behave: spoilt((answer) => everyList(answer, (items) => Object.fromEntries(items.entries()))),
  },
  {
    name: 'lists of rubbish',
    expected: 'usable',
    behave: spoilt((answer) => everyList(answer, (items) => [null, 7, 'x', [], {}, ...items, { ext: {} }])),
  },
  {
    name: '10,000 rows where 20 were asked for',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyList(answer, (items) =>
        items.length === 0 ? items : Array.from({ length: 8_000 }, () => items[0]),
      ),
    ),
  },
  {
    name: '20,000 unknown fields',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyData(answer, (data) =>
        Array.isArray(data) || data === null
          ? data
          : {
              ...Object(data),
              ...Object.fromEntries(
                Array.from({ length: 20_000 }, (_, i) => [`field-${i}-${'n'.repeat(80)}`, i]),
              ),
            },
      ),
    ),
  },
  {
    name: 'names right to left, with markup, controls and half a character',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyScalar(answer, (value, key) => (typeof value === 'string' && key !== 'ext' ? nameOfMany : value)),
    ),
  },
  {
    name: 'a name of 2 MB',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyRecord(answer, (record) =>
        'agentName' in record && record['ext'] === '8001'
          ? { ...record, agentName: 'n'.repeat(2_000_000) }
          : record,
      ),
    ),
  },
  {
    name: '__proto__, constructor and toString as keys',
    expected: 'usable',
    behave: rewritten((text) =>
      text.replaceAll(
        '{"',
        '{"__proto__":{"isAdmin":true,"password":"Canary-of-proto"},"constructor":{"prototype":{"isAdmin":true}},"toString":1,"hasOwnProperty":null,"',
      ),
    ),
  },
  {
    name: '__proto__ written with escapes',
    expected: 'usable',
    behave: rewritten((text) =>
      text.replaceAll('{"', '{"_\\u005fpr\\u006Fto__":{"isAdmin":true,"password":"Canary-of-proto"},"'),
    ),
  },
  {
    name: 'secrets in other fields, keys and maps',
    expected: 'usable',
    behave: spoilt((answer) =>
      everyRecord(answer, (record) => {
        const { password, ha1, ha1b } = record
        if (typeof password !== 'string') return record
        return {
          ...record,
          agentName: password,
          creatorId: `by ${String(ha1)}`,
          langCodeTxt: ha1b,
          sipPwd: password,
          [password]: 1,
          extensions: { [password]: { deep: { password } }, sip: { secret: password } },
        }
      }),
    ),
  },
  {
    name: 'pages that overlap: the same rows whatever is asked',
    expected: 'usable',
    behave: spoilt((answer) => everyList(answer, (items) => [...items, ...items])),
  },
  { name: 'a byte order mark', expected: 'usable', behave: rewritten((text) => `\uFEFF${text}`) },
  {
    name: 'another content type',
    expected: 'usable',
    behave: (operation) => (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(JSON.stringify(honestAnswer(operation, extOf(request.query, request.body))))
    },
  },
]
