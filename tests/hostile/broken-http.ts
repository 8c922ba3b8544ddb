import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  rawSocket,
  respondEvery,
  flood,
  honestly,
  okHead,
  respondRaw,
  rewritten,
  type Misbehavior,
} from './misbehavior.ts'

/** Responses that break HTTP or JSON, and statuses and connections without a usable response. */
export const brokenHttp: Misbehavior[] = [
  {
    name: 'HTML',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('<!doctype html><h1>Gateway</h1>'),
  },
  {
    name: 'XML',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('<?xml version="1.0"?><ok/>'),
  },
  {
    name: 'an empty body',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw(''),
  },
  {
    name: '204 without a body',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('', 204),
  },
  {
    name: 'a bare null',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('null'),
  },
  {
    name: 'a bare string',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('"Success"'),
  },
  {
    name: 'a bare number',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('0'),
  },
  {
    name: 'half a JSON',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => text.slice(0, -5)),
  },
  {
    name: 'two JSONs',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => text + text),
  },
  {
    name: 'JSON as a script',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => `callback(${text})`),
  },
  {
    name: 'a comment in JSON',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => `/* hi */${text}`),
  },
  {
    name: 'NaN',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('{"retCode":"000000","ret_code":"000000","data":NaN}'),
  },
  {
    name: 'UTF-16',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => Buffer.from(text, 'utf16le')),
  },
  {
    name: 'broken UTF-8',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  },
  {
    name: 'random bytes',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw(Buffer.concat([Buffer.from('\0'), randomBytes(4_000)])),
  },
  {
    name: 'gzip without being asked',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: rewritten((text) => gzipSync(text)),
  },
  {
    name: 'a redirect',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('', 302, { location: 'http://127.0.0.1:1/' }),
  },
  {
    name: 'a permanent redirect with a body',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('{"retCode":"000000"}', 308, { location: '//evil.example' }),
  },
  {
    name: '304',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: respondRaw('', 304),
  },
  {
    name: 'HTTP 400 with HTML',
    read: 'upstream-not-json',
    create: 'in-doubt',
    token: 'upstream-not-json',
    behave: respondRaw('<h1>Bad</h1>', 400),
  },
  {
    name: 'HTTP 404 with HTML',
    read: 'upstream-not-offered',
    create: 'in-doubt',
    token: 'upstream-not-offered',
    behave: respondRaw('<h1>Gone</h1>', 404),
  },
  {
    name: 'HTTP 405 with JSON of its own',
    read: 'upstream-not-offered',
    create: 'in-doubt',
    token: 'upstream-not-offered',
    behave: respondRaw('{"timestamp":1,"status":405,"error":"Method Not Allowed"}', 405),
  },
  {
    name: 'HTTP 500',
    read: 'upstream-failing',
    create: 'in-doubt',
    token: 'upstream-failing',
    behave: respondRaw('{"error":"x"}', 500),
  },
  {
    name: 'HTTP 500 that claims success',
    read: 'upstream-failing',
    create: 'in-doubt',
    token: 'upstream-failing',
    behave: respondRaw('{"retCode":"000000","ret_code":"000000"}', 500),
  },
  {
    name: 'HTTP 503 again and again',
    read: 'upstream-failing',
    create: 'in-doubt',
    token: 'upstream-failing',
    behave: respondRaw('', 503),
  },
  {
    name: 'HTTP 429',
    read: 'upstream-busy',
    create: 'upstream-busy',
    token: 'upstream-busy',
    behave: respondRaw('', 429, { 'retry-after': '1' }),
  },
  {
    name: 'HTTP 429 with an odd wait',
    read: 'upstream-busy',
    create: 'upstream-busy',
    token: 'upstream-busy',
    behave: respondRaw('', 429, { 'retry-after': '-1e999' }),
  },
  {
    name: 'HTTP 999',
    read: 'upstream-failing',
    create: 'in-doubt',
    token: 'upstream-failing',
    behave: respondRaw('{}', 999),
  },
  {
    name: '100 Continue over and over',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: respondEvery(50, ({ socket }) => socket?.write('HTTP/1.1 100 Continue\r\n\r\n')),
  },
  {
    name: 'no HTTP at all',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: rawSocket('220 mail.example ESMTP\r\n'),
  },
  {
    name: 'a cut connection',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: () => (_request, response) => void response.destroy(),
  },
  {
    name: 'a reset half-way',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: () => (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"retCode"')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    },
  },
  {
    name: 'less than promised',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: rawSocket(`${okHead}content-length: 100\r\n\r\n{}`),
  },
  {
    name: 'broken chunks',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: rawSocket(`${okHead}transfer-encoding: chunked\r\n\r\nzz\r\n{}`),
  },
  {
    name: 'two lengths',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: rawSocket(`${okHead}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`),
  },
  {
    name: 'a header that never ends',
    read: 'upstream-unreachable',
    create: 'in-doubt',
    token: 'upstream-unreachable',
    behave: rawSocket(`${okHead}x: ${'y'.repeat(200_000)}`, false),
  },
  {
    name: '100 cookies and a long header',
    read: {},
    create: 'accepted',
    token: 'shown',
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

/** Responses larger than the console reads. */
export const tooLarge: Misbehavior[] = [
  {
    name: 'a body without end',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: flood(Buffer.alloc(65_536, 0x20)),
  },
  {
    name: 'a page of 10 MB',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: rewritten((text) => `${text.slice(0, -1)},"x":"${'y'.repeat(10_000_000)}"}`),
  },
  {
    name: 'a gzip bomb without end',
    read: 'upstream-invalid',
    create: 'in-doubt',
    token: 'upstream-invalid',
    behave: flood(gzipSync(Buffer.alloc(65_536_000)), { 'content-encoding': 'gzip' }),
  },
]

/** Responses that never finish; each lasts until the console's deadline. */
export const slowMisbehaviors: Misbehavior[] = [
  {
    name: 'silence',
    read: 'upstream-timeout',
    create: 'in-doubt',
    token: 'upstream-timeout',
    behave: () => () => undefined,
  },
  {
    name: 'half of the headers',
    read: 'upstream-timeout',
    create: 'in-doubt',
    token: 'upstream-timeout',
    behave: rawSocket('HTTP/1.1 200 OK\r\nconte', false),
  },
  {
    name: 'headers without a body',
    read: 'upstream-timeout',
    create: 'in-doubt',
    token: 'upstream-timeout',
    behave: rawSocket(`${okHead}content-length: 10\r\n\r\n`, false),
  },
  {
    name: 'a drip of one byte',
    read: 'upstream-timeout',
    create: 'in-doubt',
    token: 'upstream-timeout',
    behave: respondEvery(100, (response) => response.write(' ')),
  },
]
