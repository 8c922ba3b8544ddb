import { openBff, origin, type Answer } from '../server/bff.ts'
import { createBrowser, type Browser } from './browser.ts'
import { startForger } from './forger.ts'

type Change = (answer: URLSearchParams) => void

/**
 * Opens a console whose provider breaks the rules that a test selects, with browsers to sign in there. With `secondFactorValues`,
 * administrators need a second factor.
 */
export async function openForged(secondFactorValues: string[] | null = null) {
  const forger = await startForger()
  const { issuer, clientSecret } = forger
  const roleValues = { admin: 'console-admins', supervisor: null, 'help-desk': null, auditor: null }
  const values = { roleClaim: 'groups', secondFactorValues, roleValues }
  const bff = await openBff({
    oidc: { issuer, clientId: 'console', clientSecret, ...values },
    ...(secondFactorValues === null ? {} : { requireSecondFactor: 'admin' }),
  })

  const begin = (browser: Browser, body: object = {}): Promise<Response> =>
    browser.request(new URL('/api/auth/sso', origin), {
      method: 'POST',
      headers: bff.pageHeaders,
      body: JSON.stringify(body),
    })

  /** Returns the provider's address to which the console sends the browser for a new sign-in. */
  async function authorization(browser: Browser, body: object = {}): Promise<URL> {
    const answer: unknown = await (await begin(browser, body)).json()
    if (typeof answer !== 'object' || answer === null || !('url' in answer)) throw new Error('did not begin')
    return new URL(String(answer.url))
  }

  return {
    forger,
    bff,
    begin,
    authorization,
    openBrowser: (): Browser =>
      createBrowser(async (url, init) => bff.console.app.fetch(new Request(url, init))),
    /** Runs a whole sign-in. `change` modifies the parameters that the browser brings back. Returns the redirect's target. */
    async signIn(browser: Browser, body: object = {}, change: Change = () => undefined): Promise<string> {
      const answer = forger.grant(await authorization(browser, body))
      change(answer)
      const { status, headers } = await browser.request(
        new URL(`/api/auth/sso/callback?${answer.toString()}`, origin),
        // Browsers send this header for a navigation that came from the provider.
        { headers: { 'sec-fetch-site': 'cross-site' } },
      )
      return status === 303 ? (headers.get('location') ?? '') : `answered ${status}`
    },
    isIn: async (browser: Browser): Promise<boolean> =>
      (await browser.request(new URL('/api/session', origin))).status === 200,
    /** Returns the newest audit entry of a refused sign-in. */
    async newestRefusal(): Promise<unknown> {
      const { body }: Answer = await bff.requestAs('admin', '/api/audit?pageSize=1&action=session.refused')
      return Array.isArray(body['items']) ? body['items'][0] : undefined
    },
    close: async () => {
      await bff.close()
      await forger.stop()
    },
  }
}
export type Forged = Awaited<ReturnType<typeof openForged>>
