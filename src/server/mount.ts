import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { allows } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Auth, SignedIn } from './auth.ts'
import { bodyOf, parse, queryOf } from './input.ts'
import { ProblemError } from './problems.ts'

type Schema = z.ZodMiniType

/** What every request of ours carries along inside the BFF. */
interface RequestFacts {
  requestId: string
  /** The caller's network address; behind trusted proxies the one they tell. */
  address: string
  userId: string | null
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
  /** Aborted when the browser hangs up or 11.5 s are over, in time to answer within the 12 s promised. */
  signal: AbortSignal
  header: (name: string) => string | undefined
}

const deadlineMs = 11_500

type Handle<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
  Caller,
> = (call: Call<z.output<Params>, z.output<Query>, z.output<Body>> & Caller) => Promise<z.input<Answer>>

/** The call's end, or `upstream-timeout` at the deadline: only waiting for the service takes that long. */
function inTime<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new ProblemError('upstream-timeout'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}

/** Puts endpoints of the contract onto the app: who may call, parse, handle, parse what goes out. */
export function createMount(app: Hono<AppEnv>, auth: Pick<Auth, 'session'>) {
  async function callOf<Params extends Schema, Query extends Schema, Body extends Schema>(
    c: Context<AppEnv>,
    endpoint: Endpoint<Params, Query, Body>,
  ): Promise<Call<z.output<Params>, z.output<Query>, z.output<Body>>> {
    const { requestId, address } = c.get('facts')
    return {
      params: parse(endpoint.params, c.req.param()),
      query: queryOf(c, endpoint.query),
      body: await bodyOf(c, endpoint.body),
      requestId,
      address,
      signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(deadlineMs)]),
      header: (name) => c.req.header(name),
    }
  }

  /** Only what the answer's schema names leaves. */
  const answer = (c: Context, schema: Schema, value: unknown) =>
    c.body(JSON.stringify(z.parse(schema, value)), 200, { 'content-type': 'application/json' })

  /** An endpoint that needs a session, and its permission where it names one. */
  function mount<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, Answer, { caller: SignedIn }>,
  ): void {
    const { access } = endpoint
    if (access === 'anyone') throw new TypeError(`${endpoint.path} is open to anyone: mountOpen it`)
    app.on(endpoint.method, endpoint.path, async (c) => {
      const facts = c.get('facts')
      facts.route = endpoint.path
      const { signedIn, cookies } = await auth.session(c.req.header('cookie') ?? null)
      if (signedIn === null) throw new ProblemError('unauthenticated')
      facts.userId = signedIn.user.id
      if (access !== 'signed-in' && !allows(signedIn.role, access)) throw new ProblemError('forbidden')
      for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
      const call = await callOf(c, endpoint)
      return answer(c, endpoint.answer, await inTime(call.signal, handle({ ...call, caller: signedIn })))
    })
  }

  /** An endpoint for anyone; `setCookies` sends the session's cookies. */
  function mountOpen<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handle: Handle<Params, Query, Body, Answer, { setCookies: (cookies: string[]) => void }>,
  ): void {
    if (endpoint.access !== 'anyone') throw new TypeError(`${endpoint.path} is not open to anyone: mount it`)
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.get('facts').route = endpoint.path
      const call = await callOf(c, endpoint)
      const setCookies = (cookies: string[]) => {
        for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
      }
      return answer(c, endpoint.answer, await inTime(call.signal, handle({ ...call, setCookies })))
    })
  }

  return { mount, mountOpen }
}
export type Mount = ReturnType<typeof createMount>
