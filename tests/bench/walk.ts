import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { startMeasured } from './processes/measured.ts'
import { sessionSecret, signInPeople } from './processes/people.ts'

const root = join(import.meta.dirname, '../..')
/** A process that calls nothing of the service for this long is at rest, ms. */
const restMs = 2_000

const covered = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ functionName: z.string(), ranges: z.array(z.object({ count: z.number() })) }),
      ),
    }),
  ),
})

/** Counts calls in a running process by V8's precise coverage, over its inspector. */
async function openCoverage(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let last = 0
  const command = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last
      const listen = ({ data }: MessageEvent) => {
        const answer = z
          .object({ id: z.optional(z.number()), result: z.unknown() })
          .parse(JSON.parse(String(data)))
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await command('Profiler.enable')
  await command('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    /** Returns the functions of `src` that were called since the last count, by file. */
    async take(): Promise<Map<string, number>> {
      const { result } = covered.parse(await command('Profiler.takePreciseCoverage'))
      const files = new Map<string, number>()
      for (const { url: script, functions } of result) {
        const file = script.startsWith('file:') ? relative(root, fileURLToPath(script)) : ''
        const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length
        if (file.startsWith('src/') && called > 0) files.set(file, called)
      }
      return files
    },
    close: () => socket.close(),
  }
}

/**
 * Prints how many files and functions of the console one idle page and one create pass, from the socket and back, in a
 * warm process: what a newcomer reads to follow them.
 */
export async function benchWalk(print: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'walk-'))
  const cookies = await signInPeople(directory, 1)
  const appKey = 'key-of-the-walked-sandbox'
  const sandbox = await startMeasured(process.execPath, ['src/sandbox/main.ts'], {
    env: {
      SANDBOX_PORT: '0',
      SANDBOX_APP_ID: 'bench',
      SANDBOX_APP_KEY: appKey,
      DATA_DIR: join(directory, 'sandbox'),
    },
    says: /(http:\/\/\S+)/,
  })
  const console = await startMeasured(process.execPath, ['--inspect=127.0.0.1:0', 'src/server/main.ts'], {
    env: {
      PORT: '0',
      DATA_DIR: directory,
      UPSTREAM_URL: sandbox.url,
      UPSTREAM_APP_ID: 'bench',
      UPSTREAM_APP_KEY: appKey,
      SESSION_SECRET: sessionSecret,
    },
    says: /^Console at (\S+)$/m,
  })
  const inspector = /Debugger listening on (\S+)/.exec(console.output())?.[1] ?? ''
  const coverage = await openCoverage(inspector)
  const headers = {
    cookie: readFileSync(cookies, 'utf8').trim(),
    origin: console.url,
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }
  const send = async (path: string, body?: object): Promise<void> => {
    const response = await fetch(console.url + path, {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
  }
  let next = 8_800
  const requests = {
    'idle page': () => send('/api/extensions/idle?pageSize=20'),
    create: () => send('/api/extensions', { ext: String(next++), password: 'Sip-password-1' }),
  }
  try {
    for (const [name, request] of Object.entries(requests)) {
      await request()
      // Until the first scan and the request's own follow-up work have ended.
      for (let isBusy = true; isBusy;) {
        await coverage.take()
        await sleep(restMs)
        isBusy = [...(await coverage.take()).keys()].some((file) => file.startsWith('src/upstream/'))
      }
      await request()
      const files = [...(await coverage.take())]
      const functions = files.reduce((sum, [, called]) => sum + called, 0)
      print(`walk, ${name}: ${files.length} files, ${functions} functions`)
      for (const [file, called] of files.toSorted(([one], [other]) => one.localeCompare(other)))
        print(`  ${String(called).padStart(4)}  ${file}`)
    }
  } finally {
    coverage.close()
    await console.stop()
    await sandbox.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
