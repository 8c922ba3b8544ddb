import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { bind } from '../platform/http/listen.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'

/** The headers of a service without TLS, because a scraper connects to the port directly. */
const headers = { ...securityHeaders('http://127.0.0.1'), 'cache-control': 'no-store' }

/** Serves only `GET /metrics`, on a separate port. Throws when the port is in use. */
export async function listenForMetrics(
  at: { port: number; host: string; onFault: (error: unknown) => void },
  registryNow: () => Registry,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, headers).end()
      return
    }
    const registry = registryNow()
    registry.metrics().then(
      (text) => response.writeHead(200, { ...headers, 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500, headers).end(),
    )
  })
  return {
    port: await bind(server, at),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
