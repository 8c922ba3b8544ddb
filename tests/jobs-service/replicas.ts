import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Where } from '#server/platform/database/database.ts'
import { createClient, type Asked } from './client.ts'

const root = join(import.meta.dirname, '../..')
const admin = { email: 'admin@example.com', password: 'correct horse battery' }
const startMs = 60_000

export interface ReplicaOptions {
  serviceUrl: string
  /** Null: the embedded store of the one replica, which outlives its process. */
  databaseUrl?: string | null
  visibilityTimeoutSeconds: number
  /** Further settings of all of them. */
  env?: Record<string, string>
  /** Loopback ports of the two, where a balancer must know them; else any free ones. */
  ports?: readonly [number, number]
}

/** Shared by the replicas of one console. */
interface Cluster {
  env: Record<string, string>
  cookie: string | null
}

/** One place for a console process: it can be started, killed and frozen again and again. */
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

  /** The headers our own page sends. */
  const own = { 'sec-fetch-site': 'same-origin', 'x-console': '1', 'content-type': 'application/json' }

  async function send(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const cookie = asked.cookie ?? cluster.cookie
    return fetch(`${url}${path}`, {
      method,
      headers: {
        ...own,
        ...(cookie === null ? {} : { cookie }),
        ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(asked.body ?? {}) }),
    })
  }

  return {
    start,
    ...createClient(send),
    /** What all its processes have written, for when a test fails. */
    output: () => output,
    async signIn(): Promise<void> {
      let response = await send('POST', '/api/auth/sign-in/email', { body: admin })
      // Turned away while the machine has too much to do.
      for (let tries = 0; response.status === 503 && tries < 30; tries++) {
        await sleep(1_000)
        response = await send('POST', '/api/auth/sign-in/email', { body: admin })
      }
      if (!response.ok) throw new Error(`sign-in: ${response.status}\n${output}`)
      cluster.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? null
    },
    /** The cookie of the latest sign-in. */
    cookie: () => cluster.cookie ?? '',
    /** SIGKILL: nothing can be put in order any more. */
    async kill(): Promise<void> {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    /** SIGTERM: as in a restart. Returns the exit code. */
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
 * Two replicas of the real console on a misbehaving service, each a process of its own, both on one store, and `more` of
 * them where two are too few. None is started; on the embedded store only the first may be. `store` is where they keep it,
 * to be opened once they are killed.
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
      // One person of a test does what many do.
      SESSION_REQUESTS_PER_SECOND: '100000',
      JOB_VISIBILITY_TIMEOUT_SECONDS: String(options.visibilityTimeoutSeconds),
      NODE_COMPILE_CACHE: join(directory, 'compiled'),
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
  const store: Where =
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
