import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { operations, type OperationId } from '#upstream/operations.ts'

interface Seen {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Behavior = (request: Seen, response: ServerResponse) => void | Promise<void>

/** Responds with `value` as JSON. */
export const respondJson =
  (value: unknown, status = 200): Behavior =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

export const v5Success = (rest: object) => respondJson({ ret_code: '000000', ret_msg: 'Success', ...rest })
export const extensionSuccess = (data: unknown) =>
  respondJson({ apiVersion: '6.0.0', status: 'Success', code: 200, retCode: '000000', retMsg: 'ok', data })

/** Uses the behaviors one after the other, then keeps the last. */
export const inTurn = (...behaviors: Behavior[]): Behavior => {
  let turn = 0
  return (request, response) => behaviors[Math.min(turn++, behaviors.length - 1)]?.(request, response)
}

const routes = Object.entries(operations).map(([id, { method, path }]) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`),
}))

/** Starts a service whose behavior each test sets per operation. `seen` records the requests. */
export async function startService() {
  let issued = 0
  let valid = ''
  const behaviors = new Map<string, Behavior>()
  const seen: (Seen & { operation: string })[] = []
  const issueToken: Behavior = (_request, response) => {
    issued++
    valid = `token-${issued}-${'x'.repeat(24)}`
    return respondJson({
      ret_code: '000000',
      ret_msg: 'Success',
      item: { token: valid, expires_in: '86400' },
    })(_request, response)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://service')
      const path = url.pathname.replace(/^\/prefix/, '')
      const operation =
        routes.find((route) => route.method === request.method && route.pattern.test(path))?.id ?? path
      const asked = {
        operation,
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(asked)
      const behavior =
        behaviors.get(operation) ??
        (operation === 'get_token' ? issueToken : respondJson({ ret_code: '999999' }))
      void behavior(asked, response)
    })
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    seen,
    count: (operation: string) => seen.filter((request) => request.operation === operation).length,
    on(operation: OperationId | '/tokens/company', behavior: Behavior) {
      behaviors.set(operation, behavior)
    },
    issueToken,
    token: () => valid,
    /** Returns the number of open connections to the service. */
    connections: () =>
      new Promise<number>((resolve) => {
        server.getConnections((_error, count) => resolve(count))
      }),
    revoke: () => {
      valid = 'revoked'
    },
    /** Uses `good` when the request has the newest token, in either header; otherwise refuses with 900002. */
    withToken:
      (good: Behavior): Behavior =>
      (request, response) => {
        const sent = request.headers['token'] ?? request.headers.authorization?.replace('Bearer ', '')
        return sent === valid
          ? good(request, response)
          : respondJson({ ret_code: '900002', retCode: '900002', code: 200 })(request, response)
      },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>
