import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAuthorization, type AppEnv, type SessionReader } from './authorize.ts'
import type { SignedIn } from './caller.ts'
import { startDeadline } from './deadline.ts'
import { bodyOf, parse, queryOf } from './input.ts'
import type { ResponseRedactor } from './response-redactor.ts'
import type { LoadShedder } from './load-shedder.ts'
import { createPlaces } from './places.ts'
import { ProblemError } from './problems.ts'
import type { UserRate } from './user-rate.ts'
import type { Timings } from '../timings.ts'

type Schema = z.ZodMiniType

export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  requestId: string
  address: string
  /** Aborted when the browser hangs up or its answer is due. */
  signal: AbortSignal
  header: (name: string) => string | undefined
}

/** Sends cookies of the session along with the answer. */
export type SetCookies = (cookies: string[]) => void

/** Event streams of a user: a page that shows a job has one; further tabs poll. */
const mostStreams = 20
/** An event stream checks the session every so many ticks, and proves after so many quiet ones that both ends are there. */
const sessionTicks = 4
const heartbeatTicks = 40
/** Streams end when their tabs are closed, so an earlier retry would rarely succeed. */
const streamsFullSeconds = 30

type Handle<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Result,
  Caller = { caller: SignedIn },
> = (call: Call<z.output<Params>, z.output<Query>, z.output<Body>> & Caller) => Promise<Result>

/** Background requests of a page don't prolong its session. The page marks them, which can only make its session shorter. */
const isUserInitiated = (c: Context): boolean => c.req.header('x-background') === undefined

/** A page of rows counts as one request and one more for each hundred rows; a file as a second's worth by default. */
const pageWeight = (c: Context): number => 1 + Math.floor((Number(c.req.query('pageSize')) || 0) / 100)
const fileWeight = 20

/** Where a call comes from, as better-auth takes it. */
export const visitorOf = ({
  header,
  address,
}: Pick<Call<unknown, unknown, unknown>, 'header' | 'address'>) => ({
  cookie: header('cookie') ?? null,
  address,
  userAgent: header('user-agent') ?? '',
})

/** Sends a long text piece by piece; each piece is whole lines, so `clean` finds a secret whole. */
function asStream(
  pieces: AsyncGenerator<string>,
  clean: (text: string) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(clean(next.value)))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

/** Adds endpoints of the contract to the app: authorize, parse the request, handle, filter the answer. */
export function createMount(
  app: Hono<AppEnv>,
  {
    sessions,
    responseRedactor,
    loadShedder,
    userRate,
    timings,
  }: {
    sessions: SessionReader
    responseRedactor: ResponseRedactor
    loadShedder: Pick<LoadShedder, 'withoutPlace'>
    userRate: UserRate
    timings: Pick<Timings, 'answerMs' | 'bodyStallMs' | 'eventsMs'>
  },
) {
  const takeStream = createPlaces(mostStreams)
  const { authorize, authorizeAgain } = createAuthorization(sessions, userRate)

  /** The call's end, or `upstream-timeout` at the deadline: only waiting for the service takes that long. */
  function inTime<Value>(c: Context, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { signal, clear } = startDeadline(timings.answerMs, c.req.raw.signal)
    return new Promise((resolve, reject) => {
      const late = () => reject(new ProblemError('upstream-timeout'))
      if (signal.aborted) late()
      signal.addEventListener('abort', late, { once: true })
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
      body: await (endpoint.method === 'GET' ? readBody() : loadShedder.withoutPlace(c.req.raw, readBody)),
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

  /** Only what the endpoint's schema names leaves the BFF. */
  const answerText = ({ path, answer }: Endpoint, value: unknown): string =>
    responseRedactor.json(JSON.stringify(z.parse(answer, value)), path)

  const answerWith = (c: Context<AppEnv>, endpoint: Endpoint, value: unknown) =>
    c.body(answerText(endpoint, value), 200, { 'content-type': 'application/json' })

  /** The call of a caller who may make it, before its body is read and after. */
  async function authorizedCall<Params extends Schema, Query extends Schema, Body extends Schema>(
    c: Context<AppEnv>,
    endpoint: Endpoint<Params, Query, Body>,
    weight: number,
  ) {
    const caller = await authorize(c, endpoint, { prolong: isUserInitiated(c), weight })
    const call = await callOf(c, endpoint)
    if (endpoint.method === 'GET') return { ...call, caller }
    return { ...call, caller: await authorizeAgain(c, endpoint) }
  }

  /** An endpoint that needs a session, and its permission where it names one; `setCookies` for a session that changes its token. */
  function mount<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, z.input<Answer>, { caller: SignedIn; setCookies: SetCookies }>,
  ): void {
    app.on(endpoint.method, endpoint.path, async (c) => {
      const call = await authorizedCall(c, endpoint, pageWeight(c))
      const setCookies = cookieSetter(c)
      const value = await inTime(c, (signal) => handle({ ...call, signal, setCookies }))
      return answerWith(c, endpoint, value)
    })
  }

  /** An endpoint whose answer is a file to keep. */
  function mountFile<Params extends Schema, Query extends Schema, Body extends Schema>(
    endpoint: Endpoint<Params, Query, Body>,
    handle: Handle<
      Params,
      Query,
      Body,
      { name: string; type: string; content: Uint8Array<ArrayBuffer> | AsyncGenerator<string> }
    >,
  ): void {
    app.on(endpoint.method, endpoint.path, async (c) => {
      const call = await authorizedCall(c, endpoint, fileWeight)
      const { name, type, content } = await inTime(c, async (signal) => {
        const file = await handle({ ...call, signal })
        // The browser is gone: end the file here, so that its outcome is recorded.
        const isUnread = signal.aborted || c.req.method === 'HEAD'
        if (isUnread && !(file.content instanceof Uint8Array)) await file.content.return(undefined)
        return file
      })
      const clean = (text: string) => responseRedactor.text(text, endpoint.path)
      return c.body(content instanceof Uint8Array ? content : asStream(content, clean), 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
  }

  /** An endpoint that sends an event for each change that `watch` reports, for as long as the session lasts. */
  function mountEvents<Params extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Schema, Schema, Answer>,
    watch: (params: z.output<Params>, send: (value: z.input<Answer>) => void) => Promise<() => void>,
  ): void {
    app.on(endpoint.method, endpoint.path, async (c) => {
      // A browser reopens a broken stream without its user.
      const { user } = await authorize(c, endpoint, { prolong: false, weight: 1 })
      const { params } = await callOf(c, endpoint)
      // HEAD has no body whose end would free the stream's place.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
      const cookie = c.req.header('cookie') ?? null
      const lasts = async () => (await sessions.session(cookie, { prolong: false })).signedIn !== null
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
        // A browser that is gone before the answer begins never reads the stream, and so never cancels it.
        const { signal } = c.req.raw
        if (signal.aborted) stream.abort()
        signal.addEventListener('abort', () => stream.abort(), { once: true })
        try {
          for (let tick = 1; !ended.signal.aborted; tick++) {
            if (tick % sessionTicks === 0 && !(await lasts())) break
            // Only the latest counts.
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

  /** An endpoint for anyone; `setCookies` sends the session's cookies. */
  function mountOpen<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, z.input<Answer>, { setCookies: SetCookies }>,
  ): void {
    if (endpoint.access !== 'anyone') throw new TypeError(`${endpoint.path} is not open to anyone: mount it`)
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.get('facts').route = endpoint.path
      const call = await callOf(c, endpoint)
      const setCookies = cookieSetter(c)
      const value = await inTime(c, (signal) => handle({ ...call, signal, setCookies }))
      return answerWith(c, endpoint, value)
    })
  }

  return { mount, mountFile, mountEvents, mountOpen }
}
export type Mount = ReturnType<typeof createMount>
