import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ProblemCode } from '#contract/problem.ts'
import { LRUCache } from 'lru-cache'
import { networkOf } from './network-of.ts'
import { createProblemResponse } from './problem-response.ts'
import { ProblemError } from './problems.ts'

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Milliseconds; Node's own defaults are too short behind a balancer and too long for a slow client. */
const limits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
const maxHeaderSize = 16 * 1024
/** The server disconnects a client that neither sends nor reads for this long, ms. Event streams send more often. */
const stalledMs = 120_000
/** The most unanswered requests on one connection; browsers and balancers send one at a time. */
const maxPipelined = 8
const sweepMs = 50
/** How long a network that sends more is rejected, ms: by the time of the limit, Node has already parsed everything it read. */
const banMs = 10_000
const maxBanned = 10_000

/** Dots, doubled slashes, matrix parameters, another host: no legitimate client sends these targets. */
const oddTarget = /^[^/]|\/\/|\/\.\.?(\/|$)|%2e|%2f|%5c|%00|\\|;/i
/** A path without a route, so that odd targets get the answer of any other API path that does not exist. */
const nowhere = '/api/-'

/** Checks the target as sent: a Request would already have resolved the dots. */
const targetOf = (url = '/'): string => (oddTarget.test(url.split('?')[0] ?? '') ? nowhere : url)

const malformed = (path: string, message: string) =>
  new ProblemError('bad-request', { errors: [{ path, message }] })
const wrongHost = malformed('host', 'must be given once, as the name of a host')

/** With several Host headers, Node takes the first, while a proxy may have used the last (RFC 9112, 3.2). */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length === 1

const codesOfParser: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Returns the problem for a request that Node's parser rejected; `null` for a broken connection. */
function problemOfParser({ code = '' }: NodeJS.ErrnoException): ProblemError | null {
  const known = codesOfParser[code]
  if (known !== undefined) return new ProblemError(known)
  return code.startsWith('HPE_') ? malformed('', 'the request must be well-formed HTTP/1.1') : null
}

export interface Listening {
  server: Server
  port: number
  /** Sets the handler. Requests that arrive earlier wait for it. */
  serve: (fetch: Fetch) => void
  /** Adds `connection: close` to every answer, so that a balancer's kept-alive connections end before the port closes. */
  drain: () => void
  /** Stops accepting connections and waits at most `graceMs` for running requests. */
  close: (graceMs: number) => Promise<void>
}

/**
 * Binds the port first, so that a port in use is reported before anything else starts. `publicUrl` sets the headers of answers
 * to requests that never reach `serve`. `onFault` receives errors of the server itself, and the errors behind 500 answers.
 */
export async function listen(
  port: number,
  host: string,
  {
    publicUrl = '',
    onFault = () => undefined,
  }: { publicUrl?: string | undefined; onFault?: (error: unknown) => void } = {},
): Promise<Listening> {
  const begun = Promise.withResolvers<Fetch>()
  // A balancer sends requests as soon as the port is open; they wait until the start is complete.
  let serving: Fetch = async (request, env) =>
    new URL(request.url).pathname === '/readyz'
      ? new Response('starting', { status: 503, headers: { 'retry-after': '1' } })
      : (await begun.promise)(request, env)
  const problemResponse = createProblemResponse(publicUrl)
  const listener = getRequestListener((request, env) => serving(request, env), {
    errorHandler(error) {
      const isMalformed = error instanceof RequestError
      if (!isMalformed) onFault(error)
      const { status, headers, body } = problemResponse(
        isMalformed ? wrongHost : new ProblemError('internal'),
      )
      return new Response(body, { status, headers })
    },
  })
  let closing = false
  /** Networks that sent more than `maxPipelined` requests at once on one connection. */
  const banned = new LRUCache<string, true>({ max: maxBanned, ttl: banMs })
  /** Per connection, the requests without a complete answer. */
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  /** Returns false when the connection is closed. Closes it beyond the limit: thousands of unread answers would fill the memory. */
  function hasRoom({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
    if (socket.destroyed) return false
    const ofSocket = (unanswered.get(socket) ?? new Set()).add(outgoing)
    unanswered.set(socket, ofSocket)
    outgoing.once('close', () => ofSocket.delete(outgoing))
    if (ofSocket.size <= maxPipelined) return true
    banned.set(networkOf(socket.remoteAddress ?? ''), true)
    socket.destroy()
    return false
  }
  function refuse(outgoing: ServerResponse, problem: ProblemError): void {
    const { status, headers, body } = problemResponse(problem)
    outgoing.writeHead(status, { ...headers, connection: 'close' }).end(body)
  }
  // Node would answer a request without a Host itself, without our headers.
  const server = createServer(
    { maxHeaderSize, requireHostHeader: false, ...limits },
    (incoming, outgoing) => {
      if (!hasRoom(incoming, outgoing)) return
      if (!hasOneHost(incoming)) {
        refuse(outgoing, wrongHost)
        return
      }
      // Set on busy connections too: they are never idle and would be cut off at the end of the grace period.
      if (closing) outgoing.setHeader('connection', 'close')
      incoming.url = targetOf(incoming.url)
      void listener(incoming, outgoing)
    },
  )
  server.on('connection', (socket) => {
    if (banned.has(networkOf(socket.remoteAddress ?? ''))) socket.destroy()
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (hasRoom(incoming, outgoing)) refuse(outgoing, new ProblemError('expectation-failed'))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const problem = problemOfParser(error)
    // The problem must not mix with an answer that has begun or that an earlier request waits for.
    const isFree = [...(unanswered.get(socket) ?? [])].every(
      ({ headersSent, req }) => !headersSent && !req.complete,
    )
    if (problem === null || !isFree || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, headers, body } = problemResponse(problem)
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  })
  // The previous answer has closed the connection. Node would send a further answer without our headers.
  server.on('dropRequest', (_incoming, socket) => socket.destroy())
  server.maxRequestsPerSocket = 1000
  server.setTimeout(stalledMs)
  return {
    server,
    port: await bind(server, { port, host, onFault }),
    serve: (fetch) => {
      serving = fetch
      begun.resolve(fetch)
    },
    drain: () => {
      closing = true
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true
        const hard = setTimeout(() => server.closeAllConnections(), graceMs)
        // A kept-alive connection becomes idle only after its running request is answered.
        const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
        server.close(() => {
          clearTimeout(hard)
          clearInterval(sweep)
          resolve()
        })
      }),
  }
}

/**
 * Binds the port and returns its number. Throws when binding fails. Passes later connection errors, such as a lack of file
 * descriptors, to `onFault`, because they would otherwise end the process.
 */
export async function bind(
  server: Server,
  { port, host, onFault }: { port: number; host: string; onFault: (error: unknown) => void },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', onFault)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
