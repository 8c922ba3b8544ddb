import * as z from 'zod'
import { openBff, origin } from '../server/bff.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { createBrowser, type Browser } from './browser.ts'
import { startProvider } from './start-provider.ts'

export const people = {
  ada: {
    name: 'Ada',
    email: 'ada@example.com',
    email_verified: true,
    groups: ['staff', 'console-admins'],
  },
  sun: { name: '孙主管', email: 'sun@example.com', groups: 'console-supervisors' },
  nora: { name: 'Nora', email: 'nora@example.com', groups: ['staff'] },
}

const isCallback = (url: URL) => url.href.startsWith(`${origin}/api/auth/sso/callback?`)

/** Opens a console with a real provider in a separate process, and browsers to sign in there. */
export async function openWithProvider(store?: StoreLocation) {
  const provider = await startProvider(origin, people)
  const bff = await openBff({ ...(store && { store }), oidc: provider.oidc })

  async function begin(browser: Browser, body: object = {}): Promise<URL> {
    const init = { method: 'POST', headers: bff.pageHeaders, body: JSON.stringify(body) }
    const answer: unknown = await (await browser.request(new URL('/api/auth/sso', origin), init)).json()
    return new URL(z.object({ url: z.string() }).parse(answer).url)
  }

  /** Follows a sign-in to the provider's login page and returns the page. Returns null when the provider remembers the user. */
  async function asked(browser: Browser, body: object = {}): Promise<string | null> {
    const { response } = await browser.follow(await begin(browser, body), isCallback)
    return response === null ? null : response.text()
  }

  /** Signs in at the provider and returns the callback address to which it redirects. */
  async function signInAtProvider(browser: Browser, login: string, body: object = {}): Promise<URL> {
    const { url, response } = await browser.follow(await begin(browser, body), isCallback)
    if (response === null) return url
    const [, action = ''] = /action="([^"]+)"/.exec(await response.text()) ?? []
    const form = { method: 'POST', body: new URLSearchParams({ login }) }
    return (await browser.follow(new URL(action, url), isCallback, form)).url
  }

  return {
    provider,
    bff,
    begin,
    asked,
    signInAtProvider,
    openBrowser: (): Browser =>
      createBrowser(async (url, init) =>
        url.origin === origin ? bff.console.app.fetch(new Request(url, init)) : fetch(url, init),
      ),
    /** Runs a whole sign-in. Returns the redirect's target. */
    async signIn(browser: Browser, login: string, body: object = {}): Promise<string | null> {
      const { status, headers } = await browser.request(await signInAtProvider(browser, login, body))
      return status === 303 ? headers.get('location') : `answered ${status}`
    },
    async session(browser: Browser): Promise<Record<string, unknown>> {
      const response = await browser.request(new URL('/api/session', origin))
      const body: unknown = await response.json()
      return { ...z.record(z.string(), z.unknown()).parse(body), status: response.status }
    },
    /** Returns the newest audit entry about a person of the provider. */
    async recorded(): Promise<unknown> {
      const { body } = await bff.requestAs('admin', '/api/audit?pageSize=20')
      const items = Array.isArray(body['items']) ? body['items'] : []
      return items.find(({ object }) => String(object).startsWith(provider.issuer))
    },
    close: async () => {
      await bff.close()
      await provider.stop()
    },
  }
}
export type WithProvider = Awaited<ReturnType<typeof openWithProvider>>
