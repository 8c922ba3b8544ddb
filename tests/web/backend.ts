import { signIn } from '#contract/session.ts'
import { tokenInvalidCodes } from '#upstream/assumptions.ts'
import { createLog } from '#server/log.ts'
import { openConsole } from '#server/console.ts'
import { createSandbox } from '#sandbox/sandbox.ts'

const origin = 'http://localhost:3000'
const appKey = 'sandbox-key-for-tests'
const accounts = {
  admin: { email: 'ada@example.com', name: 'Ada Admin', password: 'correct horse battery', role: 'admin' },
  supervisor: {
    email: 'sun@example.com',
    name: '孙主管',
    password: 'another long password',
    role: 'supervisor',
  },
} as const
export type Who = keyof typeof accounts

/** The real BFF on a real sandbox, both in this process; the browser's side is `fetch`, with its cookies. */
export async function openBackend({ extensions = 300 } = {}) {
  const sandbox = createSandbox({
    file: null,
    appId: 'sandbox',
    appKey,
    extensions,
    tokens: 'strict',
    slowMs: 300,
    lateMs: 100,
  })
  const service = await sandbox.listen(0, '127.0.0.1')
  const console = await openConsole({
    config: {
      companyId: null,
      extensionsAuth: 'bearer-token',
      authorization: null,
      tokenInvalidCodes: [...tokenInvalidCodes],
      trustedProxies: [],
      jobSettleMs: 60_000,
    },
    service: { sandbox: true, url: service.url, extensionsUrl: service.url, appId: 'sandbox', appKey },
    publicUrl: origin,
    store: { file: ':memory:' },
    sessionSecret: 'a session secret for tests, long enough',
    spa: null,
    log: createLog('silent'),
  })
  for (const account of Object.values(accounts)) await console.auth.createUser(account)

  const signedIn = new Map<Who, [name: string, value: string][]>()
  const requests: { method: string; path: string; search: string; unattended: boolean }[] = []
  const cookies = new Map<string, string>()
  let down = false

  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const send = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    headers.set('sec-fetch-site', 'same-origin')
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await console.app.request(new Request(new URL(path, origin), { ...init, headers }))
    keep(response)
    return response
  }

  return {
    sandbox,
    accounts,
    requests,
    /** Stands in for the network between browser and BFF. */
    fetch: async (path: string, { signal, redirect: _redirect, ...init }: RequestInit = {}) => {
      const { pathname, search } = new URL(path, origin)
      const unattended = new Headers(init.headers).has('x-unattended')
      requests.push({ method: init.method ?? 'GET', path: pathname, search, unattended })
      if (down) throw new TypeError('Failed to fetch')
      const response = await send(path, init)
      if (signal?.aborted === true) throw new DOMException('aborted', 'AbortError')
      return response
    },
    signInAs: async (who: Who | null) => {
      cookies.clear()
      if (who === null) return
      for (const [name, value] of signedIn.get(who) ?? []) cookies.set(name, value)
      if (cookies.size > 0) return
      const { email, password } = accounts[who]
      await send(signIn.path, {
        method: signIn.method,
        headers: { 'content-type': 'application/json', 'x-console': '1' },
        body: JSON.stringify({ email, password }),
      })
      if (cookies.size > 0) signedIn.set(who, [...cookies])
    },
    /** The session ends, as after half an hour. */
    expireSession: () => cookies.clear(),
    setDown: (value: boolean) => {
      down = value
    },
    close: async () => {
      await console.close()
      await service.close()
      sandbox.close()
    },
  }
}
export type Backend = Awaited<ReturnType<typeof openBackend>>
