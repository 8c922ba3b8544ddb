import { serve as listenOn } from '@hono/node-server'
import type { OperationId } from '#upstream/operations.ts'
import { isFields, operationAt, type Fields } from '#sandbox/dialect.ts'
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { appKey } from '../bff.ts'

export { appKey }

/** A request to the service, which a difference may change. */
export interface Asked {
  operation: OperationId
  query: URLSearchParams
  headers: Headers
  body: Fields
}
/** An answer of the service, which a difference may change. */
export interface Answered {
  status: number
  json: Fields
}

/** In what a service differs from the specification as the console reads it. */
export interface Difference {
  /** Changes a request before the service reads it; a `Response` answers it. */
  asked?: (asked: Asked, stand: StandIn) => Response | undefined
  answered?: (answer: Answered, asked: Asked) => void
}

/** The sandbox, whose truth is known, behind the differences that are switched on. */
export interface StandIn {
  url: string
  sandbox: Sandbox
  differences: Difference[]
  /** Requests of each operation, as they arrived. */
  seen: Asked[]
  close: () => Promise<void>
}

export const startStandIn = (...differences: Difference[]): Promise<StandIn> =>
  startStandInOf(300, differences)

export async function startStandInOf(extensions: number, differences: Difference[]): Promise<StandIn> {
  const sandbox = createSandbox({
    file: null,
    appId: 'sandbox',
    appKey,
    extensions,
    slowMs: 300,
    lateMs: 6_000,
  })
  const stand: StandIn = { url: '', sandbox, differences, seen: [], close: () => Promise.resolve() }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const operation = operationAt(request.method, url.pathname)
    if (operation === undefined) return sandbox.fetch(request)
    const headers = new Headers(request.headers)
    const sent: unknown = request.method === 'POST' ? await request.json().catch(() => ({})) : {}
    const asked = { operation, query: url.searchParams, headers, body: isFields(sent) ? { ...sent } : {} }
    stand.seen.push({ ...asked, query: new URLSearchParams(url.searchParams), body: { ...asked.body } })
    for (const { asked: change } of stand.differences) {
      const answer = change?.(asked, stand)
      if (answer !== undefined) return answer
    }
    headers.delete('content-length')
    const answer = await sandbox.fetch(
      new Request(url, {
        method: request.method,
        headers,
        ...(request.method === 'POST' ? { body: JSON.stringify(asked.body) } : {}),
      }),
    )
    const json: unknown = await answer
      .clone()
      .json()
      .catch(() => null)
    if (!isFields(json)) return answer
    const changed: Answered = { status: answer.status, json }
    for (const { answered } of stand.differences) answered?.(changed, asked)
    const { status, json: said } = changed
    return Response.json(said, { status, headers: { date: new Date().toUTCString() } })
  }

  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = listenOn({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  stand.url = `http://127.0.0.1:${await listening}`
  stand.close = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((done) => {
      server.close(done)
    })
    sandbox.close()
  }
  return stand
}
