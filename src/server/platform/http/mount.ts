import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { leftOutHeader, parseKnown } from '#contract/known.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Mounted } from './api-description.ts'
import type { AppEnv, Authorization } from './authorize.ts'
import type { SignedIn } from './caller.ts'
import { startDeadline } from '#upstream/send.ts'
import { bodyOf, idempotencyKeyOf, parse, queryOf } from './input.ts'
import type { LoadShedder } from './load-shedder.ts'
import { isAbort, ProblemError } from '../problems.ts'

type Schema = z.ZodMiniType

export interface Call<Params, Query, Body, Key = unknown> {
  params: Params
  query: Query
  body: Body
  idempotencyKey: Key
  requestId: string
  address: string
  /** Aborted when the browser disconnects or the answer's deadline passes. */
  signal: AbortSignal
  header: (name: string) => string | undefined
}

/** Adds session cookies to the answer. */
export type SetCookies = (cookies: string[]) => void

/** The `Idempotency-Key` of a call; null where the endpoint needs none. */
type KeyOf<E extends Endpoint> = E['idempotencyKey'] extends true ? string : null
type CallOf<E extends Endpoint> = Call<
  z.output<E['params']>,
  z.output<E['query']>,
  z.output<E['body']>,
  KeyOf<E>
>
type Answer<E extends Endpoint> = Promise<z.input<E['answer']>>
interface File {
  name: string
  type: string
  content: AsyncGenerator<string | Uint8Array<ArrayBuffer>>
}

/** A page of rows counts as one request plus one per hundred rows; a file as 20, one second's worth at the default rate. */
const pageWeight = (c: Context): number => 1 + Math.floor((Number(c.req.query('pageSize')) || 0) / 100)
const fileWeight = 20

/** Returns the language of an `accept-language` header, which the console's page sets to that of its screens. */
function languageOf(header: string | undefined): UiLanguage | undefined {
  if (header === undefined) return undefined
  return header.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Returns the origin of a call. */
export const visitorOf = ({
  header,
  address,
}: Pick<Call<unknown, unknown, unknown>, 'header' | 'address'>) => ({
  cookie: header('cookie') ?? null,
  address,
  userAgent: header('user-agent') ?? '',
  language: languageOf(header('accept-language')),
})

/** A shorter answer would not fit into fewer packets, bytes. */
const leastCompressed = 1_024
const compress = promisify(gzip)

/** Only answers of reads are compressed, because the length of a compressed answer could betray a secret in it. */
const canCompress = (c: Context): boolean =>
  c.req.method === 'GET' &&
  accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: '' }) === 'gzip'

/** Streams a file. Aborts `left` when the browser disconnects. */
function asStream(
  pieces: AsyncGenerator<string | Uint8Array<ArrayBuffer>>,
  left: AbortController,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
    },
    async cancel() {
      left.abort()
      await pieces.return(undefined)
    },
  })
}

type Serialize = (value: unknown) => { text: string; leftOut: number }

/** Returns the serializer of an endpoint's answers. Only fields of its schema leave the BFF. */
function serializerOf({ answer }: Endpoint): Serialize {
  // Compiling the schemas of all endpoints would delay the start.
  let compiled: Schema | undefined
  return (value) => {
    const { data, leftOut } = parseKnown((compiled ??= z.compile(answer)), value)
    return { text: JSON.stringify(data), leftOut }
  }
}

/**
 * Runs the work. Throws at the deadline: `upstream-timeout` during a call to the service, otherwise `took-too-long`. Throws the
 * signal's `AbortError` when the caller has left.
 */
function inTime<Value>(
  c: Context<AppEnv>,
  answerMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal, clear } = startDeadline(answerMs, c.req.raw.signal)
  return new Promise((resolve, reject) => {
    const end = () => {
      const isService = c.get('facts').callsUnderWay > 0
      reject(
        isAbort(signal.reason)
          ? signal.reason
          : new ProblemError(isService ? 'upstream-timeout' : 'took-too-long'),
      )
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work(signal).then(resolve, reject).finally(clear)
  })
}

function keyOf<E extends Endpoint>(c: Context<AppEnv>, endpoint: E): KeyOf<E>
function keyOf(c: Context<AppEnv>, endpoint: Endpoint): string | null {
  return endpoint.idempotencyKey ? idempotencyKeyOf(c.req.header('idempotency-key')) : null
}

async function callOf<E extends Endpoint>(
  c: Context<AppEnv>,
  endpoint: E,
): Promise<Omit<CallOf<E>, 'signal'>> {
  const { requestId, address } = c.get('facts')
  return {
    params: parse<E['params']>(endpoint.params, c.req.param()),
    query: queryOf<E['query']>(c, endpoint.query),
    body: await bodyOf<E['body']>(c, endpoint.body, endpoint.largestBody),
    idempotencyKey: keyOf(c, endpoint),
    requestId,
    address,
    header: (name) => c.req.header(name),
  }
}

function setCookies(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

async function answerWith(c: Context<AppEnv>, text: string) {
  const length = Buffer.byteLength(text)
  const isSmall = length < leastCompressed || !canCompress(c)
  const body = isSmall ? text : await compress(text)
  return c.body(body, 200, {
    'content-type': 'application/json',
    'content-length': String(isSmall ? length : body.length),
    ...(isSmall ? {} : { 'content-encoding': 'gzip' }),
  })
}

interface MountDeps {
  app: Hono<AppEnv>
  authorization: Authorization
  loadShedder: LoadShedder
  /** The deadline of an answer. */
  answerMs: number
}

/** Adds endpoints of the contract to the app. Each request is authorized, parsed and handled, and its answer filtered. */
export class Mount {
  readonly mounted: Mounted[] = []
  readonly #deps: MountDeps

  constructor(deps: MountDeps) {
    this.#deps = deps
  }

  // Properties, because features take them from the object.

  /** Mounts an endpoint that needs a session, and a permission if it names one. `setCookies` sends a changed session token. */
  readonly mount = <E extends Endpoint>(
    endpoint: E,
    handle: (call: CallOf<E> & { caller: SignedIn; setCookies: SetCookies }) => Answer<E>,
  ): void => {
    const serialize = serializerOf(endpoint)
    this.#add(endpoint, 'json', (c) =>
      this.#deps.loadShedder.run(endpoint, async () => {
        const call = await this.#authorizedCall(c, endpoint, pageWeight(c))
        return this.#answer(c, serialize, (extra) => handle({ ...call, ...extra }))
      }),
    )
  }

  /** Mounts an endpoint that needs no session. `setCookies` sends the session's cookies. */
  readonly mountOpen = <E extends Endpoint>(
    endpoint: E,
    handle: (call: CallOf<E> & { setCookies: SetCookies }) => Answer<E>,
  ): void => {
    if (endpoint.access !== 'anyone') throw new TypeError(`${endpoint.path} is not open to anyone: mount it`)
    const serialize = serializerOf(endpoint)
    this.#add(endpoint, 'json', async (c) => {
      // A stranger's body that is still arriving takes no place.
      const call = await callOf(c, endpoint)
      return this.#deps.loadShedder.run(endpoint, () =>
        this.#answer(c, serialize, (extra) => handle({ ...call, ...extra })),
      )
    })
  }

  /** Mounts an endpoint that answers with a file download. `left` aborts when the browser disconnects while it is sent. */
  readonly mountFile = <E extends Endpoint>(
    endpoint: E,
    handle: (call: CallOf<E> & { caller: SignedIn; left: AbortSignal }) => Promise<File>,
  ): void => {
    const answer = async (c: Context<AppEnv>) => {
      const call = await this.#authorizedCall(c, endpoint, fileWeight)
      const left = new AbortController()
      const { name, type, content } = await inTime(c, this.#deps.answerMs, async (signal) => {
        const file = await handle({ ...call, signal, left: left.signal })
        // The browser has disconnected: end the file here, so that its outcome is recorded.
        const isUnread = signal.aborted || c.req.method === 'HEAD'
        if (isUnread) await file.content.return(undefined)
        return file
      })
      const stream = asStream(content, left)
      const isCompressed = canCompress(c)
      return c.body(isCompressed ? stream.pipeThrough(new CompressionStream('gzip')) : stream, 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      })
    }
    this.#add(endpoint, 'file', (c) => this.#deps.loadShedder.run(endpoint, () => answer(c)))
  }

  /** Runs the work in time and answers with its value as JSON. */
  async #answer(
    c: Context<AppEnv>,
    serialize: Serialize,
    work: (extra: { signal: AbortSignal; setCookies: SetCookies }) => Promise<unknown>,
  ): Promise<Response> {
    const value = await inTime(c, this.#deps.answerMs, (signal) =>
      work({ signal, setCookies: (lines) => setCookies(c, lines) }),
    )
    const { text, leftOut } = serialize(value)
    if (leftOut > 0) c.header(leftOutHeader, String(leftOut))
    return answerWith(c, text)
  }

  /** Adds the route. */
  #add(endpoint: Endpoint, kind: Mounted['kind'], handle: (c: Context<AppEnv>) => Promise<Response>): void {
    this.mounted.push({ endpoint, kind })
    this.#deps.app.on(endpoint.method, endpoint.path, async (c) => {
      c.get('facts').route = endpoint.path
      return handle(c)
    })
  }

  /** Returns the call of a caller who may call the endpoint. Reads no body before that check. */
  async #authorizedCall<E extends Endpoint>(c: Context<AppEnv>, endpoint: E, weight: number) {
    // Background requests don't prolong the session. The page marks them itself; a false mark can only shorten its session.
    const prolong = c.req.header('x-background') === undefined
    const caller = await this.#deps.authorization.authorize(c, endpoint, { prolong, weight })
    const call = await callOf(c, endpoint)
    if (endpoint.freshSignIn === 'once') await this.#deps.authorization.useProof(caller)
    return { ...call, caller }
  }
}
