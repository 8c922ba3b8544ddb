import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAuthorization, type AppEnv, type SessionReader } from './authorize.ts'
import type { SignedIn } from './caller.ts'
import { isAbort, startDeadline } from './deadline.ts'
import { bodyOf, parse, queryOf } from './input.ts'
import type { Mounted } from './api-description.ts'
import type { LoadShedder } from './load-shedder.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { ProblemError } from '../problems.ts'
import type { UserRate } from './user-rate.ts'
import type { Timings } from '../timings.ts'

type Schema = z.ZodMiniType

export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  requestId: string
  address: string
  /** Aborted when the browser disconnects or the answer's deadline passes. */
  signal: AbortSignal
  header: (name: string) => string | undefined
}

/** Adds session cookies to the answer. */
export type SetCookies = (cookies: string[]) => void

/** The most event streams per user. A page that shows a job uses one; further tabs poll. */
const maxStreams = 20
/** Ticks (`eventsMs`) of an event stream between session checks, and between heartbeats while no event is due. */
const sessionTicks = 4
const heartbeatTicks = 40
/** `retryAfter` at the limit: streams end when their tabs close, so an earlier retry would rarely succeed. */
const streamsFullSeconds = 30

type Handle<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Result,
  Caller = { caller: SignedIn },
> = (call: Call<z.output<Params>, z.output<Query>, z.output<Body>> & Caller) => Promise<Result>

/** Background requests don't prolong the session. The page marks them itself; a false mark can only shorten its session. */
const isUserInitiated = (c: Context): boolean => c.req.header('x-background') === undefined

/** A page of rows counts as one request plus one per hundred rows; a file as 20, one second's worth at the default rate. */
const pageWeight = (c: Context): number => 1 + Math.floor((Number(c.req.query('pageSize')) || 0) / 100)
const fileWeight = 20

/** Returns the origin of a call. */
export const visitorOf = ({
  header,
  address,
}: Pick<Call<unknown, unknown, unknown>, 'header' | 'address'>) => ({
  cookie: header('cookie') ?? null,
  address,
  userAgent: header('user-agent') ?? '',
})

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

/** Adds endpoints of the contract to the app. Each request is authorized, parsed and handled, and its answer filtered. */
export function createMount(
  app: Hono<AppEnv>,
  {
    sessions,
    loadShedder,
    userRate,
    ending,
    timings,
  }: {
    sessions: SessionReader
    loadShedder: Pick<LoadShedder, 'withoutSlot'>
    userRate: UserRate
    /** Ends the event streams; browsers open them again. */
    ending: AbortSignal
    timings: Pick<Timings, 'answerMs' | 'bodyStallMs' | 'eventsMs'>
  },
) {
  const takeStream = createConcurrencyLimit(maxStreams)
  const mounted: Mounted[] = []
  const { authorize, authorizeAgain, check, useProof } = createAuthorization(sessions, userRate)

  /**
   * Runs the work. Throws at the deadline: `upstream-timeout` during a call to the service, otherwise `took-too-long`. Throws the
   * signal's `AbortError` when the caller has left.
   */
  function inTime<Value>(c: Context<AppEnv>, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { signal, clear } = startDeadline(timings.answerMs, c.req.raw.signal)
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

  async function callOf<Params extends Schema, Query extends Schema, Body extends Schema>(
    c: Context<AppEnv>,
    endpoint: Endpoint<Params, Query, Body>,
  ): Promise<Omit<Call<z.output<Params>, z.output<Query>, z.output<Body>>, 'signal'>> {
    const { requestId, address } = c.get('facts')
    const { largestBody } = endpoint
    const { bodyStallMs } = timings
    const readBody = () => bodyOf(c, endpoint.body, { largestBody, bodyStallMs })
    return {
      params: parse(endpoint.params, c.req.param()),
      query: queryOf(c, endpoint.query),
      body: await (endpoint.method === 'GET' ? readBody() : loadShedder.withoutSlot(c.req.raw, readBody)),
      requestId,
      address,
      header: (name) => c.req.header(name),
    }
  }

  const cookieSetter =
    (c: Context): SetCookies =>
    (cookies) => {
      for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    }

  /** Serializes the answer. Only fields of the endpoint's schema leave the BFF. */
  const answerText = ({ answer }: Endpoint, value: unknown): string => JSON.stringify(z.parse(answer, value))

  const answerWith = (c: Context<AppEnv>, endpoint: Endpoint, value: unknown) => {
    const text = answerText(endpoint, value)
    const length = String(Buffer.byteLength(text))
    return c.body(text, 200, { 'content-type': 'application/json', 'content-length': length })
  }

  /** Returns the call after checking the caller before reading the body and, except for GET, again after it. */
  async function authorizedCall<Params extends Schema, Query extends Schema, Body extends Schema>(
    c: Context<AppEnv>,
    endpoint: Endpoint<Params, Query, Body>,
    weight: number,
  ) {
    const first = await authorize(c, endpoint, { prolong: isUserInitiated(c), weight })
    const call = await callOf(c, endpoint)
    const caller = endpoint.method === 'GET' ? first : await authorizeAgain(c, endpoint)
    if (endpoint.freshSignIn === 'once') await useProof(caller)
    return { ...call, caller }
  }

  /** Mounts an endpoint that needs a session, and a permission if it names one. `setCookies` sends a changed session token. */
  function mount<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, z.input<Answer>, { caller: SignedIn; setCookies: SetCookies }>,
  ): void {
    mounted.push({ endpoint, kind: 'json' })
    app.on(endpoint.method, endpoint.path, async (c) => {
      const call = await authorizedCall(c, endpoint, pageWeight(c))
      const setCookies = cookieSetter(c)
      const value = await inTime(c, (signal) => handle({ ...call, signal, setCookies }))
      return answerWith(c, endpoint, value)
    })
  }

  /** Mounts an endpoint that answers with a file download. `left` aborts when the browser disconnects while it is sent. */
  function mountFile<Params extends Schema, Query extends Schema, Body extends Schema>(
    endpoint: Endpoint<Params, Query, Body>,
    handle: Handle<
      Params,
      Query,
      Body,
      { name: string; type: string; content: AsyncGenerator<string | Uint8Array<ArrayBuffer>> },
      { caller: SignedIn; left: AbortSignal }
    >,
  ): void {
    mounted.push({ endpoint, kind: 'file' })
    app.on(endpoint.method, endpoint.path, async (c) => {
      const call = await authorizedCall(c, endpoint, fileWeight)
      const left = new AbortController()
      const { name, type, content } = await inTime(c, async (signal) => {
        const file = await handle({ ...call, signal, left: left.signal })
        // The browser has disconnected: end the file here, so that its outcome is recorded.
        const isUnread = signal.aborted || c.req.method === 'HEAD'
        if (isUnread) await file.content.return(undefined)
        return file
      })
      return c.body(asStream(content, left), 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
  }

  /** Mounts an endpoint that sends an event for each change reported by `watch`, for as long as the session lasts. */
  function mountEvents<Params extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Schema, Schema, Answer>,
    watch: (params: z.output<Params>, send: (value: z.input<Answer>) => void) => Promise<() => void>,
  ): void {
    mounted.push({ endpoint, kind: 'events' })
    app.on(endpoint.method, endpoint.path, async (c) => {
      // A browser reopens a broken stream without user action.
      const { user } = await authorize(c, endpoint, { prolong: false, weight: 1 })
      const { params } = await callOf(c, endpoint)
      // HEAD has no body, so no end of a body would free the stream's slot.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
      const isSignedIn = async () => (await check(c, false)).signedIn !== null
      const freeStream = takeStream(user.id)
      if (freeStream === null) throw new ProblemError('too-many-requests', { retryAfter: streamsFullSeconds })
      const ended = new AbortController()
      const unsent: string[] = []
      const stop = await watch(params, (value) => {
        unsent.push(answerText(endpoint, value))
      }).catch((error: unknown) => {
        freeStream()
        throw error
      })
      return streamSSE(c, async (stream) => {
        stream.onAbort(() => {
          freeStream()
          ended.abort()
        })
        // A browser that disconnects before the answer begins never reads the stream, so it never cancels it.
        const { signal } = c.req.raw
        if (signal.aborted) stream.abort()
        signal.addEventListener('abort', () => stream.abort(), { once: true })
        try {
          for (let tick = 1; !ended.signal.aborted && !ending.aborted; tick++) {
            if (tick % sessionTicks === 0 && !(await isSignedIn())) break
            // Sends only the latest event.
            const data = unsent.splice(0).at(-1)
            if (data !== undefined) await stream.writeSSE({ data })
            else if (tick % heartbeatTicks === 0) await stream.write(': still here\n\n')
            await stream.sleep(timings.eventsMs)
          }
        } finally {
          freeStream()
          stop()
        }
      })
    })
  }

  /** Mounts an endpoint that needs no session. `setCookies` sends the session's cookies. */
  function mountOpen<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, z.input<Answer>, { setCookies: SetCookies }>,
  ): void {
    if (endpoint.access !== 'anyone') throw new TypeError(`${endpoint.path} is not open to anyone: mount it`)
    mounted.push({ endpoint, kind: 'json' })
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.get('facts').route = endpoint.path
      const call = await callOf(c, endpoint)
      const setCookies = cookieSetter(c)
      const value = await inTime(c, (signal) => handle({ ...call, signal, setCookies }))
      return answerWith(c, endpoint, value)
    })
  }

  return { mount, mountFile, mountEvents, mountOpen, mounted: (): readonly Mounted[] => mounted }
}
export type Mount = ReturnType<typeof createMount>
