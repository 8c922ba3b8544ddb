import { Writable } from 'node:stream'
import { defaultProfile } from '#upstream/profile.ts'
import { openConsole } from '#server/compose.ts'
import { listen } from '#server/platform/http/listen.ts'
import { createLog } from '#server/platform/log.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { RunningConsole } from '#server/running-console.ts'
import type { Connection } from '#server/service/connection.ts'
import type { CheckService } from '#server/service/open.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/sandbox.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'

export const realKey = 'the-app-key-of-the-real-service'

/** Starts a service on a free port: the sandbox's program, with its own numbers. */
export async function startService(
  appId: string,
  appKey: string,
  extensions: number,
  more: Partial<SandboxOptions> = {},
) {
  const service = createSandbox({ file: null, appId, appKey, extensions, ...more })
  const listening = await service.listen(0, '127.0.0.1')
  return {
    ...service,
    url: listening.url,
    stop: async () => {
      await listening.close()
      service.close()
    },
  }
}

interface ReplicaOptions {
  store: StoreLocation
  sandboxUrl: string
  environment?: Connection | null
  check?: CheckService
  sessionSecret?: string
  previousSecret?: string
  serviceCheckEveryMs?: number
  spa?: string
}

/** Starts one replica as the process does: a listening server, and the console that it serves. */
export async function startReplica({
  store,
  sandboxUrl,
  environment = null,
  check,
  sessionSecret,
  previousSecret,
  serviceCheckEveryMs = 60_000,
  spa,
}: ReplicaOptions) {
  const logged: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  const log = createLog('debug', sink)
  const listening = await listen(0, '127.0.0.1')
  const origin = `http://127.0.0.1:${listening.port}`
  const connection = { companyId: null, authorization: null, profile: defaultProfile }
  const state = { sandboxFails: false }
  const running = await RunningConsole.start({
    open: async (switching, replaces) => {
      const console = await openConsole({
        config: { trustedProxies: [], jobVisibilityTimeoutMs: 6_000 },
        connections: {
          environment,
          sandbox: async () => {
            if (state.sandboxFails) throw new Error('port in use')
            const url = sandboxUrl
            return {
              ...connection,
              sandbox: true,
              url,
              extensionsUrl: url,
              appId: 'sandbox',
              appKey: 'sandbox-key-for-tests',
            }
          },
        },
        switching,
        replaces,
        ...(check === undefined ? {} : { check }),
        publicUrl: origin,
        store,
        sessionSecret: sessionSecret ?? 'a session secret for tests, long enough',
        previousSecret,
        hashCost: cheapHashes,
        spa: spa ?? null,
        log,
        timings: { idlePagesEveryMs: 100, serviceCheckEveryMs },
      })
      // Behind the load shedder, a busy machine would refuse some requests.
      return { ...console, fetch: (request, env) => console.app.fetch(request, env) }
    },
    onFault: (error) => void logged.push(String(error)),
    followMs: 100,
    graceMs: 5_000,
  })
  listening.serve(running.fetch)

  const headers = {
    origin,
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }
  const cookies = new Map<string, string>()
  async function signIn(email: string, password: string): Promise<string> {
    const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    })
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  /** Signs in once per user. */
  async function cookieOf({ email, password }: { email: string; password: string }): Promise<string> {
    const cookie = cookies.get(email) ?? (await signIn(email, password))
    cookies.set(email, cookie)
    return cookie
  }
  return {
    url: origin,
    running,
    logged,
    state,
    /** Sends a request as the user's page does, with an idempotency key where one is given. */
    send: async (
      who: { email: string; password: string },
      method: string,
      path: string,
      body?: unknown,
      { key, signal = null }: { key?: string; signal?: AbortSignal | null } = {},
    ) =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          ...headers,
          cookie: await cookieOf(who),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal,
      }),
    close: async () => {
      running.stopFollowing()
      await Promise.all([listening.close(1_000), running.console.stopJobs()])
      await running.close()
    },
  }
}
export type Replica = Awaited<ReturnType<typeof startReplica>>
