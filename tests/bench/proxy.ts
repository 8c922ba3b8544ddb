import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMeasured, runLoad, type Measured } from './processes/measured.ts'
import { startPlainNginx } from './processes/nginx.ts'
import { sessionSecret, signInPeople } from './processes/people.ts'

const people = 1_000
const warmSeconds = 6
const rounds = 5
const roundSeconds = 2
const connections = 32
const servicePath = '/exts/idle/page/search'
const path = '/api/extensions/idle'
const starts = 5
const own = join(import.meta.dirname, 'processes')

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface Figures {
  perSecond: number
  cpu: number
  p50: number
  p99: number
}

/** Runs one round of load. Returns the CPU time per request in µs. Throws when any answer was not the page. */
async function round(
  server: Measured,
  target: { path: string; cookies: string; seconds: number; perSecond?: number },
): Promise<Figures> {
  const before = server.cpu()
  const load = await runLoad({ url: server.url, perSecond: null, connections, ...target })
  const { 200: good, ...others } = load.byStatus
  if (good === undefined || Object.keys(others).length + load.broken > 0)
    throw new Error(`not all were answered: ${JSON.stringify(load)}`)
  const { count, p50, p99 } = good
  return { perSecond: count / load.seconds, cpu: (server.cpu() - before) / count, p50, p99 }
}

const middle = (all: readonly Figures[]): Figures => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  cpu: median(all.map(({ cpu }) => cpu)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
})

/** Starts the console on this directory, in front of the given service. */
export const startConsole = (
  dataDir: string,
  serviceUrl: string,
  env: Record<string, string> = {},
): Promise<Measured> =>
  startMeasured(process.execPath, ['src/server/main.ts'], {
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      UPSTREAM_URL: serviceUrl,
      UPSTREAM_APP_ID: 'bench',
      UPSTREAM_APP_KEY: 'key-of-the-bench-service',
      SESSION_SECRET: sessionSecret,
      ...env,
    },
    says: 'METRICS_PORT' in env ? /^Console at (\S+)[^]*Metrics at/m : /^Console at (\S+)$/m,
  })

export const startService = (latencyMs = 0): Promise<Measured> =>
  startMeasured(process.execPath, [join(own, 'service.ts'), String(latencyMs)], {
    says: /^Service at (\S+)$/m,
  })

/** Returns the median time from starting `node` to listening, ms, including the sandbox, as with `npm start` after a build. */
async function coldStarts(directory: string): Promise<number> {
  const took: number[] = []
  for (let start = 0; start <= starts; start++) {
    const server = await startMeasured(process.execPath, ['src/server/main.ts'], {
      env: { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: join(directory, 'cold') },
      says: /^Console at (\S+)$/m,
    })
    // Skip the first start, which creates users, keys and two thousand numbers.
    if (start > 0) took.push(server.startedMs)
    await server.stop()
  }
  return median(took)
}

/**
 * Prints the cost of a page of 20 idle extensions (12 kB, with session, parsing and serializing by schema) through
 * the console, compared in alternation with nginx and with a process that only copies the service's bytes; then
 * latency, memory, and start time.
 */
export async function benchProxy(print: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'proxy-bench-'))
  const started: Measured[] = []
  const start = async (server: Promise<Measured>): Promise<Measured> => {
    const measured = await server
    started.push(measured)
    return measured
  }
  try {
    const cookies = await signInPeople(directory, people)
    const service = await start(startService())
    const copier = await start(
      startMeasured(process.execPath, [join(own, 'byte-copier.ts'), service.url], {
        says: /^Copier at (\S+)$/m,
      }),
    )
    const nginx = await startPlainNginx(join(directory, 'nginx'), service.url)
    if (nginx === null) print('  no nginx is installed: it is left out')
    else started.push(nginx)
    const console = await start(startConsole(directory, service.url))
    const servers = [
      ...(nginx === null ? [] : [{ name: 'nginx', server: nginx, path: servicePath }]),
      { name: 'byte-copying node', server: copier, path: servicePath },
      { name: 'console', server: console, path },
    ]
    for (const each of servers) await round(each.server, { ...each, cookies, seconds: warmSeconds })
    const all = new Map<string, Figures[]>(servers.map(({ name }) => [name, []]))
    for (let turn = 0; turn < rounds; turn++)
      for (const { name, server, path } of servers)
        all.get(name)?.push(await round(server, { path, cookies, seconds: roundSeconds }))
    const base = middle(all.get('byte-copying node') ?? [])
    print(`proxy, an idle page of 20 rows, 12 kB, ${people} people, ${connections} connections`)
    print('                        req/s            CPU µs            p50 ms   p99 ms   RSS MB')
    for (const { name, server } of servers) {
      const { perSecond, cpu, p50, p99 } = middle(all.get(name) ?? [])
      print(
        `  ${name.padEnd(18)} ${perSecond.toFixed(0).padStart(8)} x${(perSecond / base.perSecond).toFixed(2)}  ${cpu.toFixed(0).padStart(8)} x${(base.cpu / cpu).toFixed(2)} ${p50.toFixed(2).padStart(9)} ${p99.toFixed(2).padStart(8)} ${server.memory().toFixed(0).padStart(8)}`,
      )
    }
    const [calm, busy]: [Figures[], Figures[]] = [[], []]
    for (let turn = 0; turn < 3; turn++) {
      calm.push(await round(console, { path, cookies, seconds: 2, perSecond: 20 }))
      busy.push(await round(console, { path, cookies, seconds: 2, perSecond: 500 }))
    }
    const [idle, loaded] = [middle(calm), middle(busy)]
    print(
      `  at 500 req/s p99 ${loaded.p99.toFixed(2)} ms, at 20 req/s ${idle.p99.toFixed(2)} ms  x${(loaded.p99 / idle.p99).toFixed(2)}`,
    )
    print(`  from start to listening, sandbox included ${(await coldStarts(directory)).toFixed(0)} ms`)
  } finally {
    for (const server of started) await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
