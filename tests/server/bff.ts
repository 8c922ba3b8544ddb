import { Writable } from 'node:stream'
import type { Role } from '#contract/access.ts'
import { defaultProfile, type Profile } from '#upstream/profile.ts'
import type { Network } from '#upstream/send.ts'
import type { OidcConfig } from '#server/platform/config/config.ts'
import { openConsole } from '#server/compose.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'
import type { Timings } from '#server/platform/timings.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/sandbox.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import type { PasswordCost } from '#server/auth/hashing.ts'
import { requireDescribed } from './described-problems.ts'
import { cheapHashes, users } from '../stores/prepared-store.ts'

export const origin = 'https://console.example.com'
export const appKey = 'sandbox-key-for-tests'
export const passwords = { admin: users.admin.password, supervisor: users.supervisor.password }

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown>
}

/** The sandbox's people and bound numbers are read within seconds: a test that takes longer would see others. */
const withoutFirstReading = { agentRecordsEveryMs: 60 * 60_000, gapsEveryMs: 60 * 60_000 }

interface BffOptions {
  /** A copy of the prepared store when omitted. */
  store?: StoreLocation
  sandbox?: Partial<SandboxOptions>
  /** The profile of the console, and of the sandbox unless it has its own. */
  profile?: Profile
  authorization?: string
  companyId?: string
  /** URL of a service to use instead of the sandbox. */
  serviceUrl?: string
  spa?: string | null
  oidc?: OidcConfig
  /** `origin` when omitted. */
  publicUrl?: string
  sessionSecret?: string
  previousSecret?: string
  /** Visibility timeout of jobs; 60,000 when omitted. */
  visibilityTimeoutMs?: number
  timings?: Partial<Timings>
  /** Cheap hashes when omitted. */
  hashCost?: PasswordCost
  /** Limit per user; unlimited when omitted. */
  requestsPerSecond?: number
  requireSecondFactor?: 'admin' | 'everyone'
  /** The zone of this process when omitted. */
  timeZone?: string
  /** Webhooks may reach this machine only when true. */
  webhookPrivateNetworks?: boolean
  /** Proxies and a further certificate authority. */
  network?: Record<keyof Network, string | undefined>
}

/** Opens the real BFF in this process. The BFF calls the real sandbox over a real socket. */
export async function openBff(options: BffOptions = {}) {
  const cleanUps: (() => unknown)[] = []
  const logged: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  const sandbox = createSandbox({
    file: null,
    appId: 'sandbox',
    appKey,
    extensions: 300,
    slowMs: 300,
    lateMs: 6_000,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.authorization === undefined ? {} : { authorization: options.authorization }),
    ...options.sandbox,
  })
  const listening = await sandbox.listen(0, '127.0.0.1')
  const url = options.serviceUrl ?? listening.url
  const console = await openConsole({
    config: {
      trustedProxies: [],
      jobVisibilityTimeoutMs: options.visibilityTimeoutMs ?? 60_000,
      oidc: options.oidc ?? null,
      requireSecondFactor: options.requireSecondFactor ?? null,
      webhookPrivateNetworks: options.webhookPrivateNetworks ?? false,
      ...(options.network === undefined ? {} : { network: options.network }),
      ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
      ...(options.requestsPerSecond === undefined
        ? {}
        : { sessionRequestsPerSecond: options.requestsPerSecond }),
    },
    connections: {
      environment: null,
      sandbox: () =>
        Promise.resolve({
          sandbox: true,
          url,
          extensionsUrl: url,
          appId: 'sandbox',
          appKey,
          companyId: options.companyId ?? null,
          profile: options.profile ?? defaultProfile,
          authorization: options.authorization ?? null,
        }),
    },
    check: async function* () {
      yield await Promise.resolve({ kind: 'result', rows: [], profile: {}, evidence: [] })
    },
    publicUrl: options.publicUrl ?? origin,
    store: options.store ?? (await copyPreparedStore('sqlite', cleanUps)),
    sessionSecret: options.sessionSecret ?? 'a session secret for tests, long enough',
    previousSecret: options.previousSecret,
    spa: options.spa ?? null,
    log: createLog('debug', sink),
    timings: { ...withoutFirstReading, ...options.timings },
    hashCost: options.hashCost ?? cheapHashes,
  })

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await console.app.fetch(new Request(`${origin}${path}`, init))
    const text = await response.text()
    let body: unknown = null
    try {
      body = JSON.parse(text)
    } catch {
      // Not JSON: `text` has the response.
    }
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: typeof body === 'object' && body !== null ? { ...body } : {},
    }
    if (response.headers.get('content-type') === 'application/problem+json')
      requireDescribed(init.method ?? 'GET', path, String(new Map(Object.entries(answer.body)).get('code')))
    return answer
  }

  /** The headers that the console's own page sends. */
  const pageHeaders = {
    origin,
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }
  const cookies = new Map<Role, string>()
  async function cookieOf(role: Role): Promise<string> {
    const known = cookies.get(role)
    if (known !== undefined) return known
    const answer = await send('/api/auth/sign-in/email', {
      method: 'POST',
      headers: pageHeaders,
      body: JSON.stringify({ email: users[role].email, password: users[role].password }),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    cookies.set(role, cookie)
    return cookie
  }

  return {
    console,
    sandbox,
    serviceUrl: url,
    logged,
    pageHeaders,
    send,
    cookieOf,
    /** Sends the form of the sandbox's desk, where the phone team changes numbers; binds to the agent without an action. */
    atDesk: async (form: { ext: string; action?: string; agent?: string }): Promise<number> => {
      const headers = { origin: listening.url }
      const body = new URLSearchParams(form)
      return (await fetch(listening.url, { method: 'POST', headers, body, redirect: 'manual' })).status
    },
    /** Call this after a sign-out, so that the next request signs in again. */
    forgetCookies: () => cookies.clear(),
    /** Sends a request as the console's page does. With `json` and no `method`, sends a POST. */
    requestAs: async (
      role: Role | null,
      path: string,
      json?: unknown,
      headers: Record<string, string> = {},
      method?: string,
    ): Promise<Answer> =>
      send(path, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: { ...pageHeaders, ...(role === null ? {} : { cookie: await cookieOf(role) }), ...headers },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    close: async () => {
      await console.close()
      await listening.close()
      sandbox.close()
      for (const cleanUp of cleanUps) cleanUp()
    },
  }
}
export type Bff = Awaited<ReturnType<typeof openBff>>

/** Opens the BFF and a second connection to its store; `close` closes both. */
export async function openBffAndStore(options: BffOptions = {}) {
  const cleanUps: (() => unknown)[] = []
  const store = options.store ?? (await copyPreparedStore('sqlite', cleanUps))
  const bff = await openBff({ ...options, store })
  const database = await openDatabase(store)
  return {
    ...bff,
    database,
    close: async () => {
      await database.close()
      await bff.close()
      for (const cleanUp of cleanUps.toReversed()) await cleanUp()
    },
  }
}
export type BffAndStore = Awaited<ReturnType<typeof openBffAndStore>>

/** Returns the SIP password that the sandbox holds for a number. Throws when the sandbox doesn't have the number. */
export function passwordOf({ sandbox }: Bff, number: string): string {
  const row = sandbox.store.extension(homeCompany.id, number)
  if (row === null || row === undefined) throw new Error(`the sandbox has no ${number}`)
  return sandbox.store.passwordOf(row)
}
