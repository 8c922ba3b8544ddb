import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { compileCache } from '../compile-cache.ts'
import { createClient, type Asked } from './client.ts'

const root = join(import.meta.dirname, '../..')
const admin = { email: 'admin@example.com', password: 'correct horse battery' }
const startMs = 60_000

export interface ReplicaOptions {
  serviceUrl: string
  /** Null: a single replica on the embedded store, which is kept across its processes. */
  databaseUrl?: string | null
  visibilityTimeoutSeconds: number
  /** Additional environment variables of all replicas. */
  env?: Record<string, string>
  /** Loopback ports of the two replicas, for a balancer that must know them; random free ports otherwise. */
  ports?: readonly [number, number]
}

/** State shared by the replicas of one console. */
interface Cluster {
  env: Record<string, string>
  cookie: string | null
}

/** A console process that can be started, killed and frozen repeatedly. */
function createReplica(cluster: Cluster, dataDir: string, port: number) {
  let child: ChildProcess | null = null
  let url = ''
  let output = ''

  async function start(): Promise<void> {
    const own = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...cluster.env, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = own
    let said = ''
    for (const stream of [own.stdout, own.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        output += chunk.toString()
      })
    for (const deadline = Date.now() + startMs; ; await sleep(5)) {
      const at = /^Console at (\S+)$/m.exec(said)?.[1]
      if (at !== undefined) {
        url = at
        return
      }
      if (own.exitCode !== null || own.signalCode !== null || Date.now() > deadline)
        throw new Error(`the console did not start:\n${said}`)
    }
  }

  /** The headers that the console's own page sends. */
  const pageHeaders = {
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }

  async function send(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const cookie = asked.cookie ?? cluster.cookie
    return fetch(`${url}${path}`, {
      method,
      headers: {
        ...pageHeaders,
        ...(cookie === null ? {} : { cookie }),
        ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(asked.body ?? {}) }),
    })
  }

  return {
    start,
    ...createClient(send),
    /** The output of all its processes, for the message of a failed test. */
    output: () => output,
    async signIn(): Promise<void> {
      let response = await send('POST', '/api/auth/sign-in/email', { body: admin })
      // Retry while the overloaded console sheds requests.
      for (let tries = 0; response.status === 503 && tries < 30; tries++) {
        await sleep(1_000)
        response = await send('POST', '/api/auth/sign-in/email', { body: admin })
      }
      if (!response.ok) throw new Error(`sign-in: ${response.status}\n${output}`)
      cluster.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? null
    },
    /** The cookie of the latest sign-in. */
    cookie: () => cluster.cookie ?? '',
    /** Sends SIGKILL, so the process cannot clean up. */
    async kill(): Promise<void> {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    /** Sends SIGTERM, as in a restart. Returns the exit code. */
    async stop(): Promise<number | null> {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return null
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    running: () => child !== null && child.exitCode === null && child.signalCode === null,
  }
}
export type Replica = ReturnType<typeof createReplica>

/**
 * Creates two replicas of the real console in front of a misbehaving service, as separate processes on one store;
 * `more` adds replicas. No replica is started yet; on the embedded store, start only the first. `store` is their
 * database, to be opened after they are killed.
 */
export function openReplicas(options: ReplicaOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'console-jobs-'))
  const databaseUrl = options.databaseUrl ?? null
  const cluster: Cluster = {
    cookie: null,
    env: {
      UPSTREAM_URL: options.serviceUrl,
      UPSTREAM_APP_ID: 'jobs',
      UPSTREAM_APP_KEY: 'key-of-the-misbehaving-service',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SESSION_SECRET: randomUUID(),
      LOG_LEVEL: 'warn',
      // One test user sends the requests of many.
      SESSION_REQUESTS_PER_SECOND: '100000',
      JOB_VISIBILITY_TIMEOUT_SECONDS: String(options.visibilityTimeoutSeconds),
      ...compileCache,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, DATABASE_TLS: 'off' }),
      ...options.env,
    },
  }
  const all: Replica[] = []
  const add = (name: string, port = 0): Replica => {
    const replica = createReplica(cluster, join(directory, name), port)
    all.push(replica)
    return replica
  }
  const [one, two] = [add('one', options.ports?.[0]), add('two', options.ports?.[1])]
  const store: StoreLocation =
    databaseUrl === null ? { file: join(directory, 'one/console.db') } : { url: databaseUrl }
  return {
    one,
    two,
    more: (name: string) => add(name),
    store,
    close: async (): Promise<void> => {
      await Promise.all(all.map((replica) => replica.kill()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
