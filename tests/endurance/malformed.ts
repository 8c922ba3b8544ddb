import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { percentile, startConsole, type Asked } from './console.ts'
import type { Check } from './check.ts'

const connections = 32
const legalOnes = 200
/** Requests before counting: memory grows for this many, and then by 3 % in the next 400,000. */
const warmUp = 200_000
/** Matches the status line of each answer in the stream, after any prefix. */
const statusLine = /HTTP\/1\.1 (\d{3})/g

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
const anything = fc.string({ unit: 'binary', maxLength: 60 })
const target = fc.oneof(
  anything.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
  fc.constantFrom(
    '*',
    'http://evil.example/api/session',
    '/api/../../etc/passwd',
    '/api/extensions/..%2f..%2fx',
    '/%',
    '/%zz',
    '//',
    '/api/session?__proto__=1',
    `/${'a'.repeat(9_000)}`,
    '/api/extensions/1000',
    '/api/jobs',
  ),
)
const header = fc.oneof(
  fc.tuple(token, fc.stringMatching(/^[\x21-\x7e]{0,60}$/)).map(([name, value]) => `${name}: ${value}`),
  anything,
  fc.constantFrom(
    'content-length: -1',
    'content-length: 5\r\ncontent-length: 6',
    'transfer-encoding: chunked\r\ncontent-length: 4',
    'transfer-encoding: gzip, chunked',
    '__proto__: 1',
    'cookie: console-session=x; console-session=y',
    'connection: x-console, cookie',
    'expect: 100-continue',
    'upgrade: websocket\r\nconnection: upgrade',
    `x: ${'y'.repeat(17_000)}`,
    ' folded: line',
  ),
)
const malformed = fc
  .record({
    method: fc.oneof(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PRI', 'get', 'TRACE', 'CONNECT'),
      token,
    ),
    target,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '') },
    ),
    headers: fc.array(header, { maxLength: 5 }),
    body: fc.oneof(fc.constantFrom('', '{', 'null', '0\r\n\r\n', '['.repeat(2_000)), anything),
  })
  .map(
    ({ method, target: path, version, headers, body }) =>
      `${method} ${path} ${version}\r\nhost: console\r\nconnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`,
  )

/** Sends one request over a separate connection. Returns the statuses of the answers. */
const send = (port: number, hostname: string, text: string): Promise<number[]> =>
  new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, hostname, () => socket.end(text))
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      if (heard.length < 2_000) heard += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve([...heard.matchAll(statusLine)].map(([, status]) => Number(status))))
  })

/** R41: sends malformed requests through raw sockets, with legal requests in between. */
export async function malformedRequests(count: number): Promise<Check[]> {
  const console = await startConsole()
  try {
    const samples = fc.sample(malformed, { numRuns: 5_000, seed: 20_261_121 })
    let sent = -warmUp
    let before = 0
    let started = 0
    let faults = 0
    const legal: Asked[] = []
    const ask = async () => {
      while (sent < count) {
        const turn = sent++
        if (turn === 0) {
          before = console.memory()
          started = performance.now()
        }
        const statuses = await send(console.port, console.hostname, samples.at(turn % samples.length) ?? '')
        if (statuses.includes(500)) faults++
        if (turn >= 0 && turn % Math.ceil(count / legalOnes) === 0)
          legal.push(await console.request('/api/extensions/1000'))
      }
    }
    await Promise.all(Array.from({ length: connections }, ask))
    const seconds = (performance.now() - started) / 1000
    await sleep(2_000)
    const after = console.memory()
    const served = legal.filter(({ status }) => status === 200).length
    return [
      {
        name: `R41 ${count} malformed requests in ${seconds.toFixed(0)} s: faults of our own`,
        value: faults,
        atMost: 0,
      },
      { name: `R41 legal requests of ${legal.length} not served`, value: legal.length - served, atMost: 0 },
      {
        name: 'R41 legal p99, ms',
        value: percentile(
          legal.map(({ ms }) => ms),
          0.99,
        ),
        atMost: 1_000,
      },
      { name: 'R41 memory at the end, % of the start', value: (after / before) * 100, atMost: 115 },
    ]
  } finally {
    await console.stop()
  }
}
