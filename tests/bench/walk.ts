import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { openDatabase } from '#server/platform/database/database.ts'
import { startMeasured } from './processes/measured.ts'
import { sessionSecret, signInPeople } from './processes/people.ts'

const root = join(import.meta.dirname, '../..')
/** Few, so that the console soon has read them all and rests. */
const extensions = 200
/** A process that calls nothing of the service for this long is at rest, ms: it looks for due look-ups every five seconds. */
const restMs = 6_000
/** How long the process is measured at rest, in seconds: some of its work is done once a minute. */
const idleSeconds = 90
/** What an answer of the service showed is written within a second, which is part of a way, ms. */
const writtenMs = 2_000
/** A reserved number is due for a look-up after a minute, ms. */
const minuteMs = 60_000
/** A way that has not ended by then never will, ms. */
const endsMs = 60_000
/** Runs of a way. Other work of the process is not in each of them. */
const rounds = 5

const called = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })
const covered = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.tuple([called], called) })),
    }),
  ),
})

/** How often each function was called. A function is its file and its place there, with a space between. */
type Calls = ReadonlyMap<string, number>
type Functions = ReadonlySet<string>

const fileOf = (place: string): string => place.slice(0, place.indexOf(' '))
const filesOf = (functions: Functions): ReadonlySet<string> => new Set([...functions].map(fileOf))

function combined(all: readonly Calls[], combine: (a: number, b: number) => number): Calls {
  const calls = new Map<string, number>()
  for (const each of all)
    for (const [place, count] of each) calls.set(place, combine(calls.get(place) ?? 0, count))
  return calls
}
const sumOf = (all: readonly Calls[]): Calls => combined(all, (a, b) => a + b)

/** The most calls of each function within so many of these seconds. */
const mostWithin = (seconds: number, idle: readonly Calls[]): Calls =>
  combined(
    idle.slice(seconds - 1).map((_, start) => sumOf(idle.slice(start, start + seconds))),
    Math.max,
  )

const inEach = ([first = new Set(), ...others]: readonly Functions[]): Functions =>
  new Set([...first].filter((place) => others.every((functions) => functions.has(place))))

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
  /** Where each function of a file starts and ends. */
  const ranges = new Map<string, Map<number, number>>()
  return {
    /** Returns the calls of functions of `src` since the last count. */
    async take(): Promise<Calls> {
      const { result } = covered.parse(await command('Profiler.takePreciseCoverage'))
      const calls = new Map<string, number>()
      for (const { url: script, functions } of result) {
        const file = script.startsWith('file:') ? relative(root, fileURLToPath(script)) : ''
        if (!file.startsWith('src/')) continue
        const ofFile = ranges.get(file) ?? new Map<number, number>()
        ranges.set(file, ofFile)
        for (const {
          ranges: [{ startOffset, endOffset, count }],
        } of functions) {
          ofFile.set(startOffset, endOffset)
          if (count > 0) calls.set(`${file} ${startOffset}`, count)
        }
      }
      return calls
    },
    /** How many lines these functions have, without empty ones and those of inner functions that did not run. */
    countLines(functions: Functions): number {
      let count = 0
      for (const file of filesOf(functions)) {
        const text = readFileSync(join(root, file), 'utf8')
        const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1
        const lines = new Set<number>()
        // Outer functions first.
        const all = [...(ranges.get(file) ?? [])].toSorted(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd)
        for (const [start, end] of all) {
          const [first, last] = [lineAt(start), lineAt(end)]
          if (functions.has(`${file} ${start}`)) for (let line = first; line <= last; line++) lines.add(line)
          else for (let line = first + 1; line < last; line++) lines.delete(line)
        }
        const written = text.split('\n')
        count += [...lines].filter((line) => written[line]?.trim() !== '').length
      }
      return count
    },
    close: () => socket.close(),
  }
}

/** A request, prepared. `ended` waits until what it asked for has happened. */
interface Way {
  answered: () => Promise<unknown>
  ended?: () => Promise<unknown>
}

/**
 * Prints which files and functions of the console run from a request to its answer, and until what was asked for has happened, in a warm
 * process: what a newcomer reads to follow it. What runs for every request is apart.
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
      SANDBOX_EXTENSIONS: String(extensions),
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
  // A connection of this process: what it asks is not the console's work.
  const store = await openDatabase({ file: join(directory, 'console.db') })
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
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + endsMs
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error('the way has no end')
      await sleep(50)
    }
  }
  let next = 8_800

  /** A range of numbers, each created and read back. */
  function createRange(): Way {
    const items = Array.from({ length: 10 }, () => ({ ext: String(next++) }))
    let id = ''
    return {
      async answered() {
        // The worker's first look-ups are answered after the request, in each round.
        process.kill(sandbox.pid, 'SIGSTOP')
        try {
          const passwords = { fill: 'random', length: 16 }
          const job = await send('/api/jobs', { name: 'A range', items, passwords })
          ;({ id } = z.object({ id: z.string() }).parse(job))
        } finally {
          process.kill(sandbox.pid, 'SIGCONT')
        }
      },
      ended: () =>
        until(async () => {
          const job = store.db.selectFrom('job').select('ended_at').where('id', '=', id)
          return (await job.executeTakeFirst())?.ended_at != null
        }),
    }
  }

  const countNotifications = async () =>
    (await store.db.selectFrom('notification').select('id').execute()).length

  /** A number reserved for a new colleague, bound to their account at the desk of the sandbox, and announced. */
  async function colleague(): Promise<Way> {
    const free = await send('/api/numbers?state=free&pageSize=1')
    const { ext } = z.object({ items: z.tuple([z.object({ ext: z.string() })]) }).parse(free).items[0]
    const desk = await (await fetch(`${sandbox.url}/?ext=${ext}`)).text()
    const [, name = '', agent = ''] = /Without a number: (.+?) \((.+?)\)</.exec(desk) ?? []
    const before = await countNotifications()
    return {
      answered: () => send('/api/reservations', { items: [{ ext, colleague: { name } }] }),
      async ended() {
        const response = await fetch(sandbox.url, {
          method: 'POST',
          headers: { origin: sandbox.url },
          body: new URLSearchParams({ ext, agent, action: 'bind' }),
        })
        if (!response.ok) throw new Error(await response.text())
        await store.db
          .updateTable('reservation')
          .set(({ eb }) => ({ checked_at: eb('checked_at', '-', minuteMs) }))
          .where('ext', '=', ext)
          .execute()
        await until(async () => (await countNotifications()) > before)
      },
    }
  }

  const read = (path: string) => (): Way => ({ answered: () => send(path) })
  const ways: Record<string, () => Way | Promise<Way>> = {
    session: read('/api/session'),
    'idle page': read('/api/extensions/idle?pageSize=20'),
    'page of numbers': read('/api/numbers?pageSize=20'),
    create: () => ({
      answered: () => send('/api/extensions', { ext: String(next++), password: 'Sip-password-1' }),
    }),
    'range of 10': createRange,
    'reservation for a new colleague': colleague,
  }

  async function untilAtRest(): Promise<void> {
    for (;;) {
      await coverage.take()
      await sleep(restMs)
      if (![...(await coverage.take()).keys()].some((file) => file.startsWith('src/upstream/'))) return
    }
  }
  async function round(prepare: () => Way | Promise<Way>, idle: readonly Calls[]) {
    const way = await prepare()
    await untilAtRest()
    const begun = performance.now()
    await way.answered()
    const answered = await coverage.take()
    await way.ended?.()
    await sleep(writtenMs)
    const all = sumOf([answered, await coverage.take()])
    // One more, because a round begins and ends within seconds.
    const most = mostWithin(Math.ceil((performance.now() - begun) / 1_000) + 1, idle)
    const isMore = ([place, count]: [string, number]) => count > (most.get(place) ?? 0)
    return {
      answered: new Set(answered.keys()),
      ended: new Set([...all].filter(isMore).map(([place]) => place)),
    }
  }

  try {
    // Each way once, so that nothing is done for the first time later.
    for (const prepare of Object.values(ways)) {
      const way = await prepare()
      await way.answered()
      await way.ended?.()
    }
    await untilAtRest()
    const idle: Calls[] = []
    while (idle.length < idleSeconds) {
      await sleep(1_000)
      idle.push(await coverage.take())
    }
    const walked: { name: string; answered: Functions; ended: Functions }[] = []
    for (const [name, prepare] of Object.entries(ways)) {
      const runs: Awaited<ReturnType<typeof round>>[] = []
      while (runs.length < rounds) runs.push(await round(prepare, idle))
      const answered = inEach(runs.map((run) => run.answered))
      const ended = new Set([...answered, ...inEach(runs.map((run) => run.ended))])
      walked.push({ name, answered, ended })
    }
    const everyRequest = inEach(walked.map(({ answered }) => answered))
    const common = filesOf(everyRequest)
    const ownFiles = (functions: Functions) =>
      [...filesOf(functions)].filter((file) => !common.has(file)).toSorted()
    const countsOf = (functions: Functions) =>
      `${common.size} + ${ownFiles(functions).length} files, ${functions.size} functions, ${coverage.countLines(functions)} lines`
    const countIn = (file: string, functions: Functions) =>
      String([...functions].filter((place) => fileOf(place) === file).length || '').padStart(4)
    print(`walk, every request: ${countsOf(everyRequest)}`)
    for (const file of [...common].toSorted()) print(`  ${countIn(file, everyRequest)}  ${file}`)
    for (const { name, answered, ended } of walked) {
      print(`walk, ${name}: ${countsOf(answered)}; until it has ended ${countsOf(ended)}`)
      for (const file of ownFiles(ended))
        print(`  ${countIn(file, answered)} ${countIn(file, ended)}  ${file}`)
    }
  } finally {
    coverage.close()
    await store.close()
    await console.stop()
    await sandbox.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
