import type { Auth } from '#server/auth/auth.ts'
import type { Visitor } from '#server/auth/sessions.ts'
import { toProblem } from '#server/platform/problems.ts'

export interface SignInOutcome {
  /** The code of a refusal; null for a sign-in. */
  code: string | null
  retryAfter: number | undefined
  /** The session's cookie as a browser sends it back; '' without one. */
  cookie: string
  lines: string[]
}

/** Signs in with a password, as the endpoint does, without an app in between. */
export async function trySignIn(
  { signIn }: Pick<Auth, 'signIn'>,
  typed: { email: string; password: string } & Partial<Visitor>,
): Promise<SignInOutcome> {
  try {
    const from = { address: '203.0.113.1', userAgent: '', cookie: null }
    const { cookies } = await signIn.withPassword({ ...from, ...typed })
    const cookie = cookies[0]?.split(';')[0] ?? ''
    return { code: null, retryAfter: undefined, cookie, lines: cookies }
  } catch (error) {
    const { code, detail } = toProblem(error)
    return { code, retryAfter: detail.retryAfter, cookie: '', lines: [] }
  }
}
