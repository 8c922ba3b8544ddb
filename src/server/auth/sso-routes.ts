import type { Context, Hono } from 'hono'
import * as z from 'zod'
import { allows } from '#contract/access.ts'
import { beginSso, signInMethods, ssoCallback, type SsoRefusal } from '#contract/sso.ts'
import type { AuthService } from './auth.ts'
import type { UserDeps } from './user-routes.ts'
import { faultOf, type Log } from '../platform/log.ts'
import type { AppEnv, RequestFacts } from '../platform/http/authorize.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { SsoError, type Oidc } from './oidc.ts'
import { anonymousActor } from './refusals.ts'
import { safeRedirect } from '../platform/http/page-paths.ts'
import { ProblemError } from '../platform/problems.ts'
import { nameOf } from './sso-claims.ts'
import type { Audit } from '../audit/audit-store.ts'
import { changesOf } from '../audit/changes.ts'
import { sessionFingerprint, type Actor } from '../platform/http/caller.ts'
import { randomToken } from './sessions.ts'

/** A sign-in in progress, kept in a cookie of the browser that began it. */
const pendingSignIn = z.object({
  id: z.string(),
  next: z.string(),
  /** ID of the session in which the sign-in began. Stored here because the redirect back carries no strict cookie. */
  replaces: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  expected: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), fresh: z.boolean() }),
})

type Started = z.infer<typeof pendingSignIn>

export interface SsoDeps extends Pick<UserDeps, 'giveBackRequests'> {
  auth: Pick<AuthService, 'users' | 'attempts' | 'sessions' | 'cookies' | 'oidc' | 'refusals'>
  audit: Audit
  log: Log
  publicUrl: string
}

/** Mounts sign-in at an OpenID provider: the available methods, the start and the callback. */
export function mountSso(app: Hono<AppEnv>, { mountOpen }: Mount, deps: SsoDeps): void {
  const { auth, audit, log, publicUrl, giveBackRequests } = deps
  const { cookies, oidc, refusals, sessions } = auth

  mountOpen(signInMethods, async () => ({ sso: oidc !== null }))

  /** Writes a refused sign-in and its reason to the audit. */
  const recordRefusal = ({ refusal, detail, who }: SsoError, stranger: Actor): Promise<void> => {
    const entry = { action: 'session.refused', result: `sso-${refusal}`, detail } as const
    if (who === null) return refusals.signIn(stranger, { ...entry, object: oidc?.issuer ?? '-', account: '' })
    const object = `${who.issuer} ${who.subject}`
    return refusals.signIn({ ...stranger, name: nameOf(who) }, { ...entry, object, account: object })
  }

  mountOpen(beginSso, async ({ body: { next, fresh }, setCookies, requestId, address, header }) => {
    if (oidc === null) throw new ProblemError('feature-off')
    // At another name of loopback: the provider returns to PUBLIC_URL, where the browser wouldn't send this name's cookie.
    if ((header('origin') ?? publicUrl) !== publicUrl)
      return { url: `${publicUrl}/sign-in?${new URLSearchParams({ next: safeRedirect(next) }).toString()}` }
    const { url, expected } = await oidc.begin(fresh).catch(async (error: unknown) => {
      if (!(error instanceof SsoError)) throw error
      log.fault({ requestId, ...faultOf(error) })
      await recordRefusal(error, anonymousActor({ requestId, address }))
      throw new ProblemError('sso-unavailable')
    })
    const signedIn = await sessions.check(header('cookie') ?? null, { prolong: false })
    const replaces = signedIn === null ? null : { userId: signedIn.user.id, sessionId: signedIn.sessionId }
    const started = { id: randomToken(), next: safeRedirect(next), replaces, expected }
    // Lax: the redirect back begins at the provider, and browsers send no strict cookie with it.
    setCookies([cookies.seal('sso', started, 'Lax')])
    return { url }
  })

  /** Ends the sign-in that this browser has begun. Returns the session's `set-cookie` line. Throws `SsoError`. */
  async function finishSignIn(c: Context<AppEnv>, at: Oidc, started: Started | null): Promise<string> {
    if (started === null) throw new SsoError('expired', 'not-begun-here')
    const { id, replaces, expected } = started
    const { search, searchParams } = new URL(c.req.url)
    // Check the state before using the sign-in up: a response from elsewhere must not end the real sign-in.
    if (searchParams.getAll('state').join() !== expected.state) throw new SsoError('expired', 'state')
    // A provider that gets a code twice may end the session of the first one.
    if (!(await auth.attempts.once(id))) throw new SsoError('expired', 'answered-before')
    const { identity: who, authTime, secondFactor } = await at.finish(search, expected)
    const user = await auth.users.ofPerson(who)
    if (user === null) throw new SsoError('no-role', 'no-role', { who })
    const { requestId, address } = c.get('facts')
    const provider = {
      ...anonymousActor({ requestId, address }, new URL(who.issuer).host),
      id: 'single-sign-on',
    }
    // At every sign-in, so that a store that failed once leaves no request behind.
    if (who.role === null || !allows(who.role, 'request.manage'))
      await audit.transaction((transaction, write) => giveBackRequests(transaction, write, provider, user.id))
    if (who.role === null && user.disabled === 0) throw new SsoError('no-role', 'no-role', { who })
    if (who.role !== null && who.role !== user.roleBefore) {
      const values = changesOf({ role: user.roleBefore }, who, ['role'])
      await audit.write([
        { actor: provider, action: 'user.role', object: nameOf(who), values, result: 'done' },
      ])
    }
    const visitor = visitorOf({ header: (header) => c.req.header(header), address })
    const begun = await sessions.begin(user, visitor, { provedAt: authTime, secondFactor })
    if (begun === null) throw new SsoError('disabled', 'disabled', { who })
    if (replaces !== null) await sessions.endOf(replaces.userId, { only: replaces.sessionId })
    const actor = {
      ...anonymousActor({ requestId, address }, nameOf(who)),
      id: user.id,
      role: who.role,
      session: sessionFingerprint(begun.sessionId),
    }
    const object = `${who.issuer} ${who.subject}`
    await audit.write([{ actor, action: 'session.begin', object, result: 'done' }])
    return begun.cookie
  }

  /** Records why a sign-in failed, and returns it for the sign-in page. */
  async function refusalOf(error: unknown, facts: RequestFacts): Promise<SsoRefusal> {
    try {
      if (!(error instanceof SsoError)) throw error
      await recordRefusal(error, anonymousActor(facts))
      return error.refusal
    } catch (fault) {
      log.fault({ requestId: facts.requestId, ...faultOf(fault) })
      return 'unavailable'
    }
  }

  const removed = cookies.line('sso', '', 0, 'Lax')

  app.get(ssoCallback.path, async (c) => {
    const facts = c.get('facts')
    facts.route = ssoCallback.path
    if (oidc === null) throw new ProblemError('not-found')
    const started = cookies.open(c.req.header('cookie') ?? null, 'sso', pendingSignIn)
    const next = started?.next ?? '/'
    try {
      const cookie = await finishSignIn(c, oidc, started)
      for (const line of [removed, cookie]) c.header('set-cookie', line, { append: true })
      return c.redirect(next, 303)
    } catch (error) {
      // A sign-in without its audit entry must not succeed, so this answer leaves out the session's cookie.
      const refusal = await refusalOf(error, facts)
      const query = new URLSearchParams({ sso: refusal, ...(next === '/' ? {} : { next }) })
      // Keep the cookie on `expired`: the response belonged to another sign-in, and this one may still be in progress.
      if (refusal !== 'expired') c.header('set-cookie', removed, { append: true })
      return c.redirect(`/sign-in?${query.toString()}`, 303)
    }
  })
}
