import type { Context, Hono } from 'hono'
import * as z from 'zod'
import { beginSso, signInMethods, ssoCallback, type SsoRefusal } from '#contract/sso.ts'
import type { AuthService } from './auth.ts'
import { faultOf, type Log } from '../platform/log.ts'
import type { AppEnv } from '../platform/http/authorize.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { ProviderError, type Oidc, type SsoAnswer } from './oidc.ts'
import { anonymousActor } from './refusals.ts'
import { safeRedirect } from '../platform/http/page-paths.ts'
import { ProblemError } from '../platform/problems.ts'
import { nameOf, type Identity } from './sso-claims.ts'
import type { Audit } from '../audit/audit-store.ts'
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

export interface SsoDeps {
  auth: Pick<AuthService, 'users' | 'attempts' | 'sessions' | 'cookies' | 'oidc' | 'refusals'>
  audit: Audit
  log: Log
  publicUrl: string
}

/** Mounts sign-in at an OpenID provider: the available methods, the start and the callback. */
export function mountSso(app: Hono<AppEnv>, { mountOpen }: Mount, deps: SsoDeps): void {
  const { auth, audit, log, publicUrl } = deps
  const { cookies, oidc, refusals, sessions } = auth

  mountOpen(signInMethods, async () => ({ sso: oidc !== null }))

  /** Writes a refused sign-in and its reason to the audit. */
  const recordRefusal = (
    refusal: SsoRefusal,
    detail: string,
    { issuer }: Oidc,
    who: Identity | null,
    unknown: Actor,
  ): Promise<void> => {
    const entry = { action: 'session.refused', result: `sso-${refusal}`, detail } as const
    if (who === null) return refusals.signIn(unknown, { ...entry, object: issuer, account: '' })
    const object = `${who.issuer} ${who.subject}`
    return refusals.signIn({ ...unknown, name: nameOf(who) }, { ...entry, object, account: object })
  }

  mountOpen(beginSso, async ({ body: { next, fresh }, setCookies, requestId, address, header }) => {
    if (oidc === null) throw new ProblemError('feature-off')
    // At another name of loopback: the provider returns to PUBLIC_URL, where the browser wouldn't send this name's cookie.
    if ((header('origin') ?? publicUrl) !== publicUrl)
      return { url: `${publicUrl}/sign-in?${new URLSearchParams({ next: safeRedirect(next) }).toString()}` }
    const { url, expected } = await oidc.begin(fresh).catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      log.fault({ requestId, ...faultOf(error) })
      await recordRefusal('unavailable', 'discovery', oidc, null, anonymousActor({ requestId, address }))
      throw new ProblemError('sso-unavailable')
    })
    const signedIn = await sessions.check(header('cookie') ?? null, { prolong: false })
    const replaces = signedIn === null ? null : { userId: signedIn.user.id, sessionId: signedIn.sessionId }
    const started = { id: randomToken(), next: safeRedirect(next), replaces, expected }
    // Lax: the redirect back begins at the provider, and browsers send no strict cookie with it.
    setCookies([cookies.seal('sso', started, 'Lax')])
    return { url }
  })

  type Entered = { cookies: string[]; next: string } | { refusal: SsoRefusal; next: string | null }

  async function finishSignIn(c: Context<AppEnv>, provider: Oidc): Promise<Entered> {
    const { requestId, address } = c.get('facts')
    const unknown = anonymousActor({ requestId, address })
    const refuse = async (refusal: SsoRefusal, detail: string, who: Identity | null, next: string | null) => {
      await recordRefusal(refusal, detail, provider, who, unknown)
      return { refusal, next }
    }

    const started = cookies.open(c.req.header('cookie') ?? null, 'sso', pendingSignIn)
    if (started === null) return refuse('expired', 'not-begun-here', null, null)
    const { id, next, replaces, expected } = started
    const { search, searchParams } = new URL(c.req.url)
    // Check the state before using the sign-in up: a response from elsewhere must not end the real sign-in.
    if (searchParams.getAll('state').join() !== expected.state) return refuse('expired', 'state', null, next)
    // A provider that gets a code twice may end the session of the first one.
    if (!(await auth.attempts.once(id))) return refuse('expired', 'answered-before', null, next)
    const answer: SsoAnswer = await provider.finish(search, expected)
    if (!answer.ok) return refuse(answer.refusal, answer.detail, null, next)
    const { identity, authTime } = answer
    const user = await auth.users.ofPerson(identity)
    if (user === null) return refuse('no-role', 'no-role', identity, next)
    const visitor = visitorOf({ header: (header) => c.req.header(header), address })
    const begun = user.disabled ? null : await sessions.begin(user, visitor, authTime?.getTime() ?? null)
    if (begun === null) return refuse('disabled', 'disabled', identity, next)
    if (replaces !== null) await sessions.endOf(replaces.userId, { only: replaces.sessionId })
    const { userId } = user
    const session = sessionFingerprint(begun.sessionId)
    await audit.write([
      {
        actor: { ...unknown, id: userId, name: nameOf(identity), role: identity.role, session },
        action: 'session.begin',
        object: `${identity.issuer} ${identity.subject}`,
        phase: 'outcome',
        result: 'done',
      },
    ])
    return { cookies: [begun.cookie], next }
  }

  const removed = cookies.line('sso', '', 0, 'Lax')

  app.get(ssoCallback.path, async (c) => {
    c.get('facts').route = ssoCallback.path
    if (oidc === null) throw new ProblemError('not-found')
    const end = await finishSignIn(c, oidc).catch((error: unknown): Entered => {
      // A sign-in without its audit entry must not succeed, so the response leaves out the session cookie.
      log.fault({ requestId: c.get('facts').requestId, ...faultOf(error) })
      return { refusal: 'unavailable', next: null }
    })
    if ('refusal' in end) {
      const query = new URLSearchParams({ sso: end.refusal })
      if (end.next !== null && end.next !== '/') query.set('next', end.next)
      // Keep the cookie on `expired`: the response belonged to another sign-in, and this one may still be in progress.
      if (end.refusal !== 'expired') c.header('set-cookie', removed, { append: true })
      return c.redirect(`/sign-in?${query.toString()}`, 303)
    }
    for (const line of [removed, ...end.cookies]) c.header('set-cookie', line, { append: true })
    return c.redirect(end.next, 303)
  })
}
