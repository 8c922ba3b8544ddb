import * as z from 'zod/mini'
import { urlOf } from '#contract/endpoint-url.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { leftOutHeader, parseKnown } from '#contract/known.ts'
import { problem } from '#contract/problem.ts'
import { waitForReauth, waitForStepUp } from './reauthentication.ts'
import { ApiError, hasCode } from './api-error.ts'
import { reportLeftOut } from './left-out.ts'
import { reportReachable } from './reachability.ts'

/** Every page reads at least every 15 s. A longer window makes one of these reads report a user who only types. */
const userInitiatedMs = 20_000
const inputs = ['click', 'input', 'keydown', 'pointerdown', 'popstate', 'wheel']

/** Opening the page counts as user input. */
let lastTouch = performance.now()
const touch = () => {
  lastTouch = performance.now()
}
for (const input of inputs) window.addEventListener(input, touch, { capture: true, passive: true })

/** True when the user has just used the page. All other requests must not keep the session alive. */
const isUserInitiated = (): boolean => performance.now() - lastTouch < userInitiatedMs

type Schema = z.ZodMiniType
type Part<Name extends string, S extends Schema> = [z.input<S>] extends [Record<string, never>]
  ? { [K in Name]?: undefined }
  : object extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }

interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** False: the caller handles an expired or old sign-in. Used by sign-in and the session request. */
  reauthenticate?: boolean
}

/**
 * What the user does, and on what, in the user's language: the step-up dialog shows it, because it hides the page. Required for
 * endpoints that need a fresh sign-in.
 */
type Confirmed<Fresh> = Fresh extends false ? { action?: undefined } : { action: string }

/** What a call of the endpoint takes: the parts of its request, and the options. */
export type InputOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  Confirmed<E['freshSignIn']> &
  CallOptions

interface Parts extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
  action?: string | undefined
}

/** A gateway in front of the BFF answers with these; they count as no response. */
const gatewayStatus = new Set([502, 503, 504])

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No answer, or only part of one. */
function lostConnection(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw error
  reportReachable(false)
  throw new ApiError('network', 0)
}

async function errorOf(response: Response, signal: AbortSignal | undefined): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id')
  const body = jsonIn(await response.text().catch((error: unknown) => lostConnection(error, signal)))
  const parsed = z.safeParse(problem, body)
  if (parsed.success)
    return new ApiError(parsed.data.code, response.status, parsed.data.requestId, parsed.data)
  return new ApiError(gatewayStatus.has(response.status) ? 'network' : 'contract', response.status, requestId)
}

async function request(endpoint: Endpoint, parts: Parts): Promise<Response> {
  const headers = new Headers(
    endpoint.method === 'GET'
      ? {}
      : {
          'x-console': '1',
          'content-type': 'application/json',
          'accept-language': document.documentElement.lang,
        },
  )
  if (!isUserInitiated()) headers.set('x-background', '1')
  if (parts.idempotencyKey !== undefined) headers.set('idempotency-key', parts.idempotencyKey)
  const response = await fetch(urlOf(endpoint.path, parts.params, parts.query), {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    redirect: 'error',
    body: endpoint.method === 'GET' ? null : JSON.stringify(parts.body ?? {}),
    signal: parts.signal ?? null,
  }).catch((error: unknown) => lostConnection(error, parts.signal))
  if (!response.ok) {
    const error = await errorOf(response, parts.signal)
    reportReachable(error.code !== 'network')
    throw error
  }
  reportReachable(true)
  return response
}

type Remedy = (action: string) => Promise<boolean>

/** Returns the wait for the user action after which the call may be repeated; `null` when there is none. */
function remedyOf(error: unknown, { freshSignIn }: Endpoint): Remedy | null {
  if (hasCode(error, 'unauthenticated')) return waitForReauth
  const isOld = hasCode(error, 'step-up-needed') || hasCode(error, 'sign-in-again')
  return isOld && freshSignIn !== false ? waitForStepUp : null
}

/** Tries each remedy once, then throws the repeated refusal to the caller. */
async function requestWithRemedies(
  endpoint: Endpoint,
  parts: Parts,
  tried: readonly Remedy[] = [],
): Promise<Response> {
  try {
    return await request(endpoint, parts)
  } catch (error) {
    const remedy = parts.reauthenticate === false ? null : remedyOf(error, endpoint)
    if (remedy === null || tried.includes(remedy) || !(await remedy(parts.action ?? ''))) throw error
    return requestWithRemedies(endpoint, parts, [...tried, remedy])
  }
}

/**
 * Calls an endpoint of the BFF and returns its parsed answer. Throws `ApiError`. When the session has expired, or the sign-in is
 * too old for the endpoint, waits for the same user to sign in again and repeats the request once. The BFF refused the first
 * request before executing it, so a create still runs once.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<z.output<E['answer']>> {
  const response = await requestWithRemedies(endpoint, input)
  const text = await response.text().catch((error: unknown) => lostConnection(error, input.signal))
  try {
    const { data, leftOut } = parseKnown<E['answer']>(endpoint.answer, jsonIn(text))
    reportLeftOut(endpoint.path, leftOut + Number(response.headers.get(leftOutHeader) ?? 0))
    return data
  } catch {
    throw new ApiError('contract', response.status, response.headers.get('x-request-id'))
  }
}

/** Like `call`, for an endpoint that returns a file. */
export async function callForFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const response = await requestWithRemedies(endpoint, input)
  return response.blob().catch((error: unknown) => lostConnection(error, input.signal))
}

/**
 * Like `call`, for an endpoint that streams lines of JSON: passes each line to `onLine` as it arrives. Resolves when the stream
 * ends; rejects with the signal's reason when it is aborted.
 */
export async function callForLines<E extends Endpoint, Line extends Schema>(
  endpoint: E,
  line: Line,
  input: InputOf<E>,
  onLine: (line: z.output<Line>) => void,
): Promise<void> {
  const response = await requestWithRemedies(endpoint, input)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let isOpen = reader !== undefined; isOpen;) {
    const read = await reader?.read().catch((error: unknown) => lostConnection(error, input.signal))
    input.signal?.throwIfAborted()
    isOpen = read?.done === false
    text += decoder.decode(read?.value, { stream: isOpen })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const each of lines) {
      const parsed = z.safeParse(line, jsonIn(each))
      if (!parsed.success)
        throw new ApiError('contract', response.status, response.headers.get('x-request-id'))
      onLine(parsed.data)
    }
  }
}
