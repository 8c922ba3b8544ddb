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
/** A reserved number is looked up again after a minute. */
const lookUpMs = 80_000

const covered = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ startOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
})

type Calls = Map<string, ReadonlyMap<number, number>>

/** Runs of a way. Other work of the process is not in the time of each of them. */
const rounds = 5

/** Returns the functions, by file, that were called in every round. */
function calledIn([first = new Map(), ...others]: readonly Calls[]): Map<string, number> {
  const files = new Map<string, number>()
  for (const [file, functions] of first) {
    const places = [...functions.keys()].filter((place) =>
      others.every((calls) => calls.get(file)?.has(place) === true),
    )
    if (places.length > 0) files.set(file, places.length)
  }
  return files
}

/** Returns the functions, by file, that were called more often than in an idle process in the same time. */
function moreThanIdle(calls: Calls, idle: Calls): Map<string, number> {
  const files = new Map<string, number>()
  for (const [file, functions] of calls) {
    const more = [...functions].filter(([place, count]) => count > 1.3 * (idle.get(file)?.get(place) ?? 0))
    if (more.length > 0) files.set(file, more.length)
  }
  return files
}

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
    /** Returns how often each function of `src` was called since the last count, by file and place. */
    async take(): Promise<Calls> {
      const { result } = covered.parse(await command('Profiler.takePreciseCoverage'))
      const calls: Calls = new Map()
      for (const { url: script, functions } of result) {
        const file = script.startsWith('file:') ? relative(root, fileURLToPath(script)) : ''
        if (!file.startsWith('src/')) continue
        const called = functions.flatMap(({ ranges: [range] }) =>
          range === undefined || range.count === 0 ? [] : [[range.startOffset, range.count] as const],
        )
        if (called.length > 0) calls.set(file, new Map(called))
      }
      return calls
    },
    close: () => socket.close(),
  }
}

/**
 * Prints how many files and functions of the console a request passes each time, from the socket and back, in a warm process, and which
 * files run for it and for what follows: what a newcomer reads to follow them. The other work of these seconds is among what follows.
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
  const send = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(console.url + path, {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text)
  }
  let next = 8_800
  /** Reserves a free number for a new colleague, and binds it to their account at the desk of the sandbox. */
  const reserveAndBind = async () => {
    const free = await send('/api/numbers?state=free&pageSize=1')
    const ext = z.object({ items: z.tuple([z.object({ ext: z.string() })]) }).parse(free).items[0].ext
    const desk = await (await fetch(`${sandbox.url}/?ext=${ext}`)).text()
    const [, agent = '', name = ''] = /Without a number: ((.+?) \(.+?\))</.exec(desk) ?? []
    await send('/api/reservations', { items: [{ ext, colleague: { name } }] })
    const response = await fetch(sandbox.url, {
      method: 'POST',
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ ext, agent: /\((.+)\)/.exec(agent)?.[1] ?? '', action: 'bind' }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  const range = () =>
    send('/api/jobs', {
      name: 'A range',
      items: Array.from({ length: 10 }, () => ({ ext: String(next++) })),
      passwords: { fill: 'random', length: 16 },
    })
  const ways: Record<string, { run: () => Promise<unknown>; endsMs?: number }> = {
    'idle page': { run: () => send('/api/extensions/idle?pageSize=20') },
    'page of numbers': { run: () => send('/api/numbers?pageSize=20') },
    create: { run: () => send('/api/extensions', { ext: String(next++), password: 'Sip-password-1' }) },
    'range of 10': { run: range },
    'reservation for a new colleague': { run: reserveAndBind, endsMs: lookUpMs },
  }
  try {
    for (const [name, { run, endsMs: ms = restMs }] of Object.entries(ways)) {
      if (ms === restMs) await run()
      // Until the first scan and the request's own follow-up work have ended.
      let idle: Calls = new Map()
      for (let isBusy = true; isBusy;) {
        await coverage.take()
        await sleep(ms)
        idle = await coverage.take()
        isBusy = ms === restMs && [...idle.keys()].some((file) => file.startsWith('src/upstream/'))
      }
      const calls: Calls[] = []
      for (let round = 0; round < rounds; round++) {
        await coverage.take()
        await run()
        calls.push(await coverage.take())
        // The work that follows must not be in the next round.
        await sleep(restMs)
      }
      const call = calledIn(calls)
      await coverage.take()
      await run()
      await sleep(ms)
      const later = moreThanIdle(await coverage.take(), idle)
      const functions = [...call.values()].reduce((sum, called) => sum + called, 0)
      const files = [...new Set([...call.keys(), ...later.keys()])].toSorted()
      print(
        `walk, ${name}: ${call.size} files, ${functions} functions; ${files.length} files with all that follows`,
      )
      for (const file of files)
        print(
          `  ${String(call.get(file) ?? '').padStart(4)} ${String(later.get(file) ?? '').padStart(4)}  ${file}`,
        )
    }
  } finally {
    coverage.close()
    await console.stop()
    await sandbox.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
