import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { signIn } from '#contract/session.ts'
import { defaultProfile, type Profile } from '#upstream/profile.ts'
import { checkConnection } from '#server/service/check.ts'
import { createLog } from '#server/platform/log.ts'
import { openConsole } from '#server/compose.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { defaultTimings, type Timings } from '#server/platform/timings.ts'
import { accounts } from './users.ts'
import { cheapHashes } from '../stores/prepared-store.ts'
import { storeFolder } from '../stores/folder.ts'

const origin = 'http://localhost:3000'
const appKey = 'sandbox-key-for-tests'

/** Deadlines long enough for a busy machine, and polling intervals as short as the work allows. */
const ownTimings = {
  answerMs: 60_000,
  creationAnswerMs: 60_000,
  jobPollMs: 100,
  jobRowsMs: 20,
  jobWatchMs: 50,
  numbersWriteMs: 20,
  // The sandbox's people are read within seconds: a test that takes longer would see others.
  agentRecordsEveryMs: 60 * 60_000,
  upstream: {
    ...defaultTimings.upstream,
    limits: {
      ...defaultTimings.upstream.limits,
      connectMs: 30_000,
      headersMs: { read: 30_000, token: 30_000, create: 30_000 },
      totalMs: { read: 60_000, token: 60_000, create: 60_000 },
    },
  },
} satisfies Partial<Timings>

export type Who = keyof typeof accounts

/** Rejects with an `AbortError` once the signal aborts, as `fetch` does. Never resolves. */
export const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted === true) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })

export interface BackendOptions {
  extensions?: number
  timings?: Partial<Timings>
  profile?: Profile
}

/** Starts the real BFF on a real sandbox, both in this process. Its `fetch` replaces the browser's and keeps the cookies. */
export async function openBackend({
  extensions = 300,
  timings = {},
  profile = defaultProfile,
}: BackendOptions = {}) {
  const sandbox = createSandbox({
    file: null,
    appId: 'sandbox',
    appKey,
    extensions,
    slowMs: 300,
    lateMs: 100,
  })
  const service = await sandbox.listen(0, '127.0.0.1')
  const directory = mkdtempSync(join(storeFolder, 'console-web-'))
  const file = join(directory, 'console.db')
  copyFileSync(inject('storeWithUsers'), file)
  const console = await openConsole({
    config: {
      trustedProxies: [],
      jobVisibilityTimeoutMs: 6_000,
    },
    connections: {
      environment: null,
      sandbox: () =>
        Promise.resolve({
          sandbox: true,
          url: service.url,
          extensionsUrl: service.url,
          appId: 'sandbox',
          appKey,
          companyId: null,
          profile,
          authorization: null,
        }),
    },
    publicUrl: origin,
    store: { file },
    sessionSecret: 'a session secret for tests, long enough',
    spa: null,
    log: createLog('silent'),
    timings: { ...ownTimings, ...timings },
    check: checkConnection({ requestsPerSecond: 1_000 }),
    hashCost: cheapHashes,
  })

  const signedIn = new Map<Who, [name: string, value: string][]>()
  const requests: { method: string; path: string; search: string; background: boolean }[] = []
  const cookies = new Map<string, string>()
  let down = false
  let underWay = 0

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
    /** Replaces the network between browser and BFF: records each request, and fails while the backend is set down. */
    fetch: async (path: string, { signal, redirect: _redirect, ...init }: RequestInit = {}) => {
      const { pathname, search } = new URL(path, origin)
      const background = new Headers(init.headers).has('x-background')
      requests.push({ method: init.method ?? 'GET', path: pathname, search, background })
      if (down) throw new TypeError('Failed to fetch')
      underWay += 1
      const answered = send(path, init).finally(() => {
        underWay -= 1
      })
      return Promise.race([answered, aborted(signal)])
    },
    /** Resolves once no request is under way and the page has had 50 turns of the event loop in a row to send more. */
    waitForIdle: async () => {
      for (let turns = 0; turns < 50; turns = underWay === 0 ? turns + 1 : 0)
        await new Promise((resolve) => setTimeout(resolve))
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
    /** Makes the next `signInAs` sign in again, because retrieving a job's passwords uses the sign-in up. */
    forgetSessions: () => signedIn.clear(),
    /** Drops the cookies, as if the session had expired after its 30 idle minutes. */
    expireSession: () => cookies.clear(),
    setDown: (value: boolean) => {
      down = value
    },
    close: async () => {
      await console.close()
      await service.close()
      sandbox.close()
      rmSync(directory, { recursive: true })
    },
  }
}
export type Backend = Awaited<ReturnType<typeof openBackend>>
