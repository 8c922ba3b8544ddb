import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './platform/config/build.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openConsole } from './compose.ts'
import { holdDataDir, sessionSecrets } from './platform/config/data-dir.ts'
import { ensureFirstUsers } from './auth/first-users.ts'
import { listen } from './platform/http/listen.ts'
import { RunningConsole } from './running-console.ts'
import type { Connections } from './service/connection.ts'
import type { OpenSandbox } from '#sandbox/open.ts'
import { listenForMetrics } from './status/metrics-listener.ts'
import { createLog, faultOf } from './platform/log.ts'
import { ConfigError, startupError } from './platform/config/startup-error.ts'

/** Exit codes (sysexits): wrong configuration, and any other failure. */
const exitConfig = 78
const exitFailure = 1
/** The wait between "not ready" and closing, so that a load balancer has noticed. */
const noticeMs = 5_000
const graceMs = 15_000
const hardStopMs = 25_000

const root = join(import.meta.dirname, '../..')
const isDev = process.argv.includes('--dev')
const say = (text: string) => process.stdout.write(`${text}\n`)

const hostInUrl = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

function stop(code: number, lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Returns where connections come from; `close` closes the sandbox, once it was opened. */
function connectionsOf(config: Config): { connections: Connections; close: () => Promise<void> } {
  const { upstream, companyId, authorization, profile } = config
  const rest = { companyId, authorization, profile }
  let opened: Promise<OpenSandbox> | null = null
  async function openOnce(): Promise<OpenSandbox> {
    const { openSandbox } = await import('#sandbox/open.ts')
    const sandbox = await openSandbox({ dataDir: config.dataDir, host: '127.0.0.1', ...config.sandbox })
    say(`Sandbox at ${sandbox.url} (open it to bind, unbind, disable or delete a number)`)
    return sandbox
  }
  const sandbox = async () => {
    opened ??= openOnce().catch((error: unknown) => {
      opened = null
      throw error
    })
    const { url, appKey } = await opened
    return { sandbox: true, url, extensionsUrl: url, appId: config.sandbox.appId, appKey, ...rest }
  }
  return {
    connections: {
      environment: upstream === null ? null : { sandbox: false, ...upstream, ...rest },
      sandbox: existsSync(join(root, 'src/sandbox')) ? sandbox : null,
    },
    close: async () => (await opened)?.close(),
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const onFault = (error: unknown) => log.fault({ requestId: null, ...faultOf(error) })
  process.on('uncaughtException', (error) => {
    onFault(error)
    process.exit(exitFailure)
  })
  // The HTTP adapter prints the error of a broken response, with a message that could contain a secret.
  if (!isDev) globalThis.console.error = onFault
  const dataDir = holdDataDir(config.dataDir)
  const secrets = sessionSecrets(config, config.databaseUrl === null ? dataDir : null)
  const listening = await listen(config.port, config.host, { onFault })
  const publicUrl = config.publicUrl ?? `http://${hostInUrl(config.host)}:${listening.port}`
  const spa = isDev ? null : await ensureBuilt(root, say)
  const { connections, close: closeSandbox } = connectionsOf(config)
  const running = await RunningConsole.start({
    open: (switching, replaces) =>
      openConsole({
        config,
        connections,
        switching,
        replaces,
        publicUrl,
        store:
          config.databaseUrl === null ? { file: dataDir.path('console.db') } : { url: config.databaseUrl },
        sessionSecret: secrets.current,
        previousSecret: secrets.previous,
        spa,
        log,
      }),
    onFault,
    followMs: 2_000,
    graceMs,
  })
  const demoFile = dataDir.path('demo-accounts.txt')
  const isSandbox = connections.environment === null && connections.sandbox !== null
  const demo = await ensureFirstUsers(running.console.auth, { ...config, isSandbox }, demoFile)
  listening.serve(running.fetch)
  const closeVite = isDev
    ? await (await import('./platform/config/dev.ts')).serveWithVite(listening.server, root, running.fetch)
    : () => Promise.resolve()
  const metrics =
    config.metrics === null
      ? null
      : await listenForMetrics({ ...config.metrics, onFault }, () => running.console.metrics)

  let isStopping = false
  const shutDown = async (wait: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(exitFailure), hardStopMs).unref()
    running.stopFollowing()
    running.console.drain()
    listening.drain()
    await sleep(wait)
    await Promise.all([listening.close(graceMs), running.console.stopJobs()])
    await closeVite()
    await metrics?.close()
    await running.close()
    await closeSandbox()
    dataDir.release()
    process.exit(0)
  }
  // Handle the signals before printing the address: a script that reads it may stop the console at once.
  process.on('SIGTERM', () => void shutDown(noticeMs))
  // With Ctrl-C or a closed terminal there is no load balancer to wait for.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void shutDown(0))

  say(`Console at ${publicUrl}`)
  if (config.metrics !== null && metrics !== null)
    say(`Metrics at http://${hostInUrl(config.metrics.host)}:${metrics.port}/metrics`)
  for (const { email, password, role } of demo) say(`Demo ${role}: ${email}  password: ${password}`)
  if (demo.length > 0) say(`The demo accounts are in ${demoFile}`)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  if (error instanceof ConfigError)
    stop(exitConfig, ['The configuration has errors:', ...error.errors.map((each) => `  ${each}`)])
  const sentence = startupError(error)
  if (sentence !== null) stop(exitFailure, [sentence])
  const { name, code, at } = faultOf(error)
  stop(exitFailure, [
    `Could not start: ${name}${code === null ? '' : ` ${code}`}`,
    ...at.map((place) => `  ${place}`),
  ])
}
