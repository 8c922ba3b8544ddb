import type { Context } from 'hono'
import { Refusal, textOf } from './codes.ts'
import { ConnectionCut } from './failing.ts'
import { messageLanguage } from './v5.ts'

/** Returns a successful answer of the extension service (docs/upstream-api.md#success-codes). */
export function envelope(c: Context, kind: string, data: unknown) {
  const message = textOf('000000', messageLanguage(c))
  return c.json({
    apiVersion: '6.0.0',
    status: 'Success',
    code: 200,
    message,
    reason: message,
    kind,
    metaData: {},
    data,
    retMsg: message,
    retCode: '000000',
  })
}

/** Returns the request's JSON object; refuses anything else as 310013. */
export async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('310013')
  return { ...body }
}

/** Returns a text field, or a number as text, which the service also accepts; undefined when it is missing or empty. */
export function textIn(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw new Refusal('310013')
  return String(value)
}

/**
 * Returns the answer to a refused or failed request: HTTP 401 when the bearer token was refused
 * (docs/upstream-api.md#refusal-codes).
 */
export function refusalEnvelope(error: Error, c: Context): Response {
  if (error instanceof ConnectionCut) throw error
  const code = error instanceof Refusal ? error.code : '999999'
  const message = textOf(code, messageLanguage(c))
  const status = error instanceof Refusal ? (code === '392001' || code === '900002' ? 401 : 200) : 500
  return c.json(
    {
      apiVersion: '6.0.0',
      status: 'Failed',
      code: status,
      message,
      reason: message,
      kind: 'Error',
      metaData: {},
      retMsg: message,
      retCode: code,
    },
    status,
  )
}
