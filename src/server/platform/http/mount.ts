import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import { allows } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StepUpNeed } from '#contract/step-up.ts'
import type { SessionCheck, SignedIn } from './caller.ts'
import { startDeadline } from './deadline.ts'
import { createEventStreams } from './event-streams.ts'
import { bodyOf, parse, queryOf } from './input.ts'
import type { ResponseRedactor } from './response-redactor.ts'
import type { LoadShedder } from './load-shedder.ts'
import { ProblemError } from './problems.ts'
import type { UserRate } from './user-rate.ts'
import type { Timings } from '../timings.ts'

type Schema = z.ZodMiniType

/** What every request of ours carries along inside the BFF. */
export interface RequestFacts {
  requestId: string
  /** The caller's network address; behind trusted proxies the one that they report. */
  address: string
  /** Null before the session is known, and for strangers. */
  caller: SignedIn | null
  /** The matched endpoint's path, for the log. */
  route: string
}
export type AppEnv = { Variables: { facts: RequestFacts } }

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
type SetCookies = (cookies: string[]) => void

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

/** Where a call comes from, as better-auth takes it. */
export const visitorOf = ({
  header,
  address,
}: Pick<Call<unknown, unknown, unknown>, 'header' | 'address'>) => ({
  cookie: header('cookie') ?? null,
  address,
  userAgent: header('user-agent') ?? '',
})

/** What the mount asks about who is calling. */
export interface SessionReader {
  session: (cookie: string | null, options: { prolong: boolean }) => Promise<SessionCheck>
  stepUpNeed: (caller: SignedIn) => Promise<StepUpNeed>
}

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
  const takeStream = createEventStreams()

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

  async function requireFreshSignIn(caller: SignedIn): Promise<void> {
    const need = await sessions.stepUpNeed(caller).catch(() => {
      throw new ProblemError('unavailable')
    })
    if (need !== 'nothing') throw new ProblemError(need === 'sign-in' ? 'sign-in-again' : 'step-up-needed')
  }

  /** The caller, if their session may call the endpoint; every endpoint but the open ones passes this one check. */
  async function authorize(
    c: Context<AppEnv>,
    { access, path, freshSignIn }: Endpoint,
    prolong: boolean,
  ): Promise<SignedIn> {
    const facts = c.get('facts')
    facts.route = path
    const { signedIn, cookies } = await sessions
      .session(c.req.header('cookie') ?? null, { prolong })
      .catch(() => {
        throw new ProblemError('unavailable')
      })
    if (signedIn === null) throw new ProblemError('unauthenticated')
    facts.caller = signedIn
    // Before any refusal, since the session is prolonged either way.
    cookieSetter(c)(cookies)
    const retryAfter = userRate(signedIn.user.id)
    if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
    if (access === 'anyone') throw new TypeError(`${path} is open to anyone: mountOpen it`)
    if (access !== 'signed-in') {
      if (!allows(signedIn.role, access)) throw new ProblemError('forbidden')
      if (signedIn.mustChangePassword) throw new ProblemError('password-change-required')
    }
    if (freshSignIn === true) await requireFreshSignIn(signedIn)
    return signedIn
  }

  /** An endpoint that needs a session, and its permission where it names one; `setCookies` for a session that changes its id. */
  function mount<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, z.input<Answer>, { caller: SignedIn; setCookies: SetCookies }>,
  ): void {
    app.on(endpoint.method, endpoint.path, async (c) => {
      const caller = await authorize(c, endpoint, isUserInitiated(c))
      const call = await callOf(c, endpoint)
      const setCookies = cookieSetter(c)
      const value = await inTime(c, (signal) => handle({ ...call, signal, caller, setCookies }))
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
      const caller = await authorize(c, endpoint, isUserInitiated(c))
      const call = await callOf(c, endpoint)
      const { name, type, content } = await inTime(c, async (signal) => {
        const file = await handle({ ...call, signal, caller })
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
      const { user } = await authorize(c, endpoint, false)
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
