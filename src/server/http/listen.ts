import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'

import type { Admission } from './admission.ts'

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

/** Milliseconds; Node's own defaults are too short behind a balancer and too long for a slow client (trust 3.9). */
const limits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
const maxHeaderSize = 16 * 1024
/** A client that neither sends nor reads for so long is gone, ms. Event streams send something more often. */
const stalledMs = 120_000
/** Requests of one connection that wait for their answer at once: browsers and balancers send the next one after it. */
const mostPipelined = 8
const sweepMs = 50

/** Dots, doubled slashes, matrix parameters, another host: nothing honest asks like this (trust 1.7, path traversal). */
const oddTarget = /^[^/]|\/\/|\/\.\.?(\/|$)|%2e|%2f|%5c|%00|\\|;/i
/** No route's path: what is odd is answered like any other API path that does not exist. */
const nowhere = '/api/-'

/** Looked at as it came over the wire: later, a Request would already have resolved the dots. */
const targetOf = (url = '/'): string => (oddTarget.test(url.split('?')[0] ?? '') ? nowhere : url)

export interface Listening {
  server: Server
  port: number
  /** Requests that are let in go here from now on; before, they wait. */
  serve: (fetch: Fetch, admission?: Pick<Admission, 'lets' | 'during' | 'refuse'>) => void
  /** From now on each answer asks its connection to be closed, so that a balancer's kept ones are gone before the port is. */
  drain: () => void
  /** Takes no more connections and waits for the running requests, at most `graceMs`. */
  close: (graceMs: number) => Promise<void>
}

/** Takes the port at once, so that a port in use is said before anything else is started. */
export async function listen(port: number, host: string): Promise<Listening> {
  const begun = Promise.withResolvers<Fetch>()
  // A balancer that finds the port open sends requests; they wait for the moment it takes.
  let serving: Fetch = async (request, env) =>
    new URL(request.url).pathname === '/readyz'
      ? new Response('starting', { status: 503, headers: { 'retry-after': '1' } })
      : (await begun.promise)(request, env)
  let admission: Pick<Admission, 'lets' | 'during' | 'refuse'> | undefined
  const listener = getRequestListener((request, env) =>
    admission === undefined ? serving(request, env) : admission.during(() => serving(request, env)),
  )
  let closing = false
  const unanswered = new WeakMap<Socket, number>()
  /** False once the connection is ended: unread answers to thousands of requests would fill the memory. */
  function hasRoom(socket: Socket, outgoing: ServerResponse): boolean {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > mostPipelined) socket.destroy()
    return count <= mostPipelined
  }
  const server = createServer({ maxHeaderSize, ...limits }, (incoming, outgoing) => {
    if (!hasRoom(incoming.socket, outgoing)) return
    // Said to a busy connection as well, which would otherwise never be idle and be cut off in the end.
    if (closing) outgoing.setHeader('connection', 'close')
    incoming.url = targetOf(incoming.url)
    if (admission?.lets(incoming.url) === false) admission.refuse(outgoing)
    else void listener(incoming, outgoing)
  })
  server.maxRequestsPerSocket = 1000
  server.setTimeout(stalledMs)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (fetch, guard) => {
      serving = fetch
      begun.resolve(fetch)
      admission = guard
    },
    drain: () => {
      closing = true
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true
        const hard = setTimeout(() => server.closeAllConnections(), graceMs)
        // A kept-alive connection falls idle only once its running request is answered.
        const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
        server.close(() => {
          clearTimeout(hard)
          clearInterval(sweep)
          resolve()
        })
      }),
  }
}
