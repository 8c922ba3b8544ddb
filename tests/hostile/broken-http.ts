import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { bytes, every, flood, honestly, okHead, raw, rewritten, type Misbehaviour } from './misbehaviour.ts'

/** What is no HTTP, no JSON, or no answer. */
export const brokenHttp: Misbehaviour[] = [
  { name: 'HTML', expected: 'upstream-not-json', behave: raw('<!doctype html><h1>Gateway</h1>') },
  { name: 'XML', expected: 'upstream-not-json', behave: raw('<?xml version="1.0"?><ok/>') },
  { name: 'an empty body', expected: 'upstream-not-json', behave: raw('') },
  { name: '204 without a body', expected: 'upstream-not-json', behave: raw('', 204) },
  { name: 'a bare null', expected: 'upstream-not-json', behave: raw('null') },
  { name: 'a bare string', expected: 'upstream-not-json', behave: raw('"Success"') },
  { name: 'a bare number', expected: 'upstream-not-json', behave: raw('0') },
  { name: 'half a JSON', expected: 'upstream-not-json', behave: rewritten((text) => text.slice(0, -5)) },
  { name: 'two JSONs', expected: 'upstream-not-json', behave: rewritten((text) => text + text) },
  {
    name: 'JSON as a script',
    expected: 'upstream-not-json',
    behave: rewritten((text) => `callback(${text})`),
  },
  {
    name: 'a comment in JSON',
    expected: 'upstream-not-json',
    behave: rewritten((text) => `/* hi */${text}`),
  },
  {
    name: 'NaN',
    expected: 'upstream-not-json',
    behave: raw('{"retCode":"000000","ret_code":"000000","data":NaN}'),
  },
  {
    name: 'UTF-16',
    expected: 'upstream-not-json',
    behave: rewritten((text) => Buffer.from(text, 'utf16le')),
  },
  {
    name: 'broken UTF-8',
    expected: 'upstream-not-json',
    behave: raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  },
  {
    name: 'random bytes',
    expected: 'upstream-not-json',
    behave: raw(Buffer.concat([Buffer.from('\0'), randomBytes(4_000)])),
  },
  {
    name: 'gzip nobody asked for',
    expected: 'upstream-not-json',
    behave: rewritten((text) => gzipSync(text)),
  },
  {
    name: 'a gzip bomb',
    expected: 'upstream-not-json',
    behave: raw(gzipSync(Buffer.alloc(50_000_000)), 200, { 'content-encoding': 'gzip' }),
  },
  {
    name: 'a redirect',
    expected: 'upstream-invalid',
    behave: raw('', 302, { location: 'http://127.0.0.1:1/' }),
  },
  {
    name: 'a permanent redirect with a body',
    expected: 'upstream-invalid',
    behave: raw('{"retCode":"000000"}', 308, { location: '//evil.example' }),
  },
  { name: '304', expected: 'upstream-invalid', behave: raw('', 304) },
  { name: 'HTTP 400 with HTML', expected: 'upstream-not-json', behave: raw('<h1>Bad</h1>', 400) },
  { name: 'HTTP 404 with HTML', expected: 'upstream-not-json', behave: raw('<h1>Gone</h1>', 404) },
  { name: 'HTTP 500', expected: 'upstream-invalid', behave: raw('{"error":"x"}', 500) },
  {
    name: 'HTTP 500 that claims success',
    expected: 'upstream-invalid',
    behave: raw('{"retCode":"000000","ret_code":"000000"}', 500),
  },
  { name: 'HTTP 503 for ever', expected: 'upstream-invalid', behave: raw('', 503) },
  { name: 'HTTP 429', expected: 'upstream-busy', behave: raw('', 429, { 'retry-after': '1' }) },
  {
    name: 'HTTP 429 with a silly wait',
    expected: 'upstream-busy',
    behave: raw('', 429, { 'retry-after': '-1e999' }),
  },
  { name: 'HTTP 999', expected: 'upstream-invalid', behave: raw('{}', 999) },
  {
    name: '100 Continue over and over',
    expected: 'upstream-unreachable',
    behave: every(50, ({ socket }) => socket?.write('HTTP/1.1 100 Continue\r\n\r\n')),
  },
  { name: 'no HTTP at all', expected: 'upstream-unreachable', behave: bytes('220 mail.example ESMTP\r\n') },
  {
    name: 'a cut connection',
    expected: 'upstream-unreachable',
    behave: () => (_request, response) => void response.destroy(),
  },
  {
    name: 'a reset half-way',
    expected: 'upstream-unreachable',
    behave: () => (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"retCode"')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    },
  },
  {
    name: 'less than promised',
    expected: 'upstream-unreachable',
    behave: bytes(`${okHead}content-length: 100\r\n\r\n{}`),
  },
  {
    name: 'broken chunks',
    expected: 'upstream-unreachable',
    behave: bytes(`${okHead}transfer-encoding: chunked\r\n\r\nzz\r\n{}`),
  },
  {
    name: 'two lengths',
    expected: 'upstream-unreachable',
    behave: bytes(`${okHead}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`),
  },
  {
    name: 'a header that never ends',
    expected: 'upstream-unreachable',
    behave: bytes(`${okHead}x: ${'y'.repeat(200_000)}`, false),
  },
  {
    name: '100 cookies and a long header',
    expected: 'usable',
    behave: (operation) => (request, response) => {
      response.setHeader(
        'set-cookie',
        Array.from({ length: 100 }, (_, i) => `console-session=${i}`),
      )
      response.setHeader('x-long', 'y'.repeat(8_000))
      return honestly(operation)(request, response)
    },
  },
]

export const tooLarge: Misbehaviour[] = [
  { name: 'a body without end', expected: 'upstream-invalid', behave: flood(Buffer.alloc(65_536, 0x20)) },
  {
    name: 'a page of 10 MB',
    expected: 'upstream-invalid',
    behave: rewritten((text) => `${text.slice(0, -1)},"x":"${'y'.repeat(10_000_000)}"}`),
  },
  {
    name: 'a gzip bomb without end',
    expected: 'upstream-invalid',
    behave: flood(gzipSync(Buffer.alloc(65_536_000)), { 'content-encoding': 'gzip' }),
  },
]

/** Each costs the console's whole patience. */
export const slowMisbehaviours: Misbehaviour[] = [
  { name: 'silence', expected: 'upstream-timeout', behave: () => () => undefined },
  {
    name: 'half of the headers',
    expected: 'upstream-timeout',
    behave: bytes('HTTP/1.1 200 OK\r\nconte', false),
  },
  {
    name: 'headers without a body',
    expected: 'upstream-timeout',
    behave: bytes(`${okHead}content-length: 10\r\n\r\n`, false),
  },
  {
    name: 'a drip of one byte',
    expected: 'upstream-timeout',
    behave: every(100, (response) => response.write(' ')),
  },
]
