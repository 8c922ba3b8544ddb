import { createServer, type Server } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Milliseconds; Node's own defaults are too short behind a balancer and too long for a slow client. */
const limits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
const maxHeaderSize = 16 * 1024
/** The server disconnects a client that neither sends nor reads for this long, ms. */
const stalledMs = 120_000
const sweepMs = 50
/** Connections that open at once. Beyond Node's 511, they would wait up to 8 s for the network's own repeats. */
const backlog = 4_096

/** Dots, doubled slashes, matrix parameters, another host: no legitimate client sends these targets. */
const oddTarget = /^[^/]|^[^?]*(\/\/|\/\.\.?(\/|\?|$)|%2e|%2f|%5c|%00|\\|;)/i
/** A path without a route. */
const nowhere = '/api/-'

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

/** Binds the port first, so that a port in use is reported before anything else starts. `onFault` receives the server's own errors. */
export async function listen(
  port: number,
  host: string,
  { onFault = () => undefined }: { onFault?: (error: unknown) => void } = {},
): Promise<Listening> {
  const begun = Promise.withResolvers<Fetch>()
  // A balancer sends requests as soon as the port is open; they wait until the start is complete.
  let serving: Fetch = async (request, env) =>
    new URL(request.url).pathname === '/readyz'
      ? new Response('starting', { status: 503, headers: { 'retry-after': '1' } })
      : (await begun.promise)(request, env)
  const listener = getRequestListener((request, env) => serving(request, env), {
    errorHandler(error) {
      const isMalformed = error instanceof RequestError
      if (!isMalformed) onFault(error)
      return new Response(null, { status: isMalformed ? 400 : 500 })
    },
  })
  let isClosing = false
  const server = createServer({ maxHeaderSize, ...limits }, (incoming, outgoing) => {
    // Set on busy connections too: they are never idle and would be cut off at the end of the grace period.
    if (isClosing) outgoing.setHeader('connection', 'close')
    // Checked here, because a Request resolves the dots.
    if (oddTarget.test(incoming.url ?? '')) incoming.url = nowhere
    void listener(incoming, outgoing)
  })
  server.setTimeout(stalledMs)
  return {
    server,
    port: await bind(server, { port, host, onFault }),
    serve: (fetch) => {
      serving = fetch
      begun.resolve(fetch)
    },
    drain: () => {
      isClosing = true
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        isClosing = true
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
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', onFault)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
