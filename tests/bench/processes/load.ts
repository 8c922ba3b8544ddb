import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

const plan = z.object({
  url: z.string(),
  path: z.string(),
  /** Path of a file with one cookie per line; requests use the cookies in turn. */
  cookies: z.string(),
  seconds: z.number(),
  /** Number of parallel connections; a maximum when `perSecond` is set. */
  connections: z.number(),
  /**
   * Requests started per second, whether or not earlier ones are answered. Null: each connection sends the next
   * request as soon as it has its answer.
   */
  perSecond: z.number().nullable(),
})
export type Plan = z.infer<typeof plan>

const tickMs = 1
const graceMs = 2_000

/** Request count, and times in ms. */
const figures = z.object({ count: z.number(), p50: z.number(), p99: z.number(), most: z.number() })
const figuresOf = (histogram: RecordableHistogram): z.infer<typeof figures> => ({
  count: histogram.count,
  p50: histogram.percentile(50) / 1000,
  p99: histogram.percentile(99) / 1000,
  most: histogram.max / 1000,
})

/** Times by HTTP status, the number of broken connections, and the number of requests without an answer at the end. */
export const measuredLoad = z.object({
  seconds: z.number(),
  byStatus: z.record(z.string(), figures),
  broken: z.number(),
  unanswered: z.number(),
})
export type Load = z.infer<typeof measuredLoad>

/**
 * Parses the headers of an answer at offset 0: its status, its end, and whether its connection closes afterwards.
 * Returns null while the headers are incomplete.
 */
function readHead(bytes: Buffer): { status: string; end: number; last: boolean } | null {
  const headers = bytes.indexOf('\r\n\r\n')
  if (headers === -1) return null
  const head = bytes.toString('latin1', 0, headers)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`no content-length:\n${head}`)
  return {
    status: head.slice(9, 12),
    end: headers + 4 + Number(length),
    last: /\r\nconnection: close/i.test(head),
  }
}

/** Loads one server through bare sockets, so that the client's cost is small compared with the server's. */
async function load({ url, path, cookies, seconds, connections, perSecond }: Plan): Promise<Load> {
  const { hostname, port, host } = new URL(url)
  const requests = readFileSync(cookies, 'utf8')
    .split('\n')
    .map((cookie) =>
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nsec-fetch-site: same-origin\r\nx-console: 1\r\ncookie: ${cookie}\r\n\r\n`,
      ),
    )
  const histograms = new Map<string, RecordableHistogram>()
  /** Due times of the requests that wait for a connection, oldest first. */
  const due: number[] = []
  const idle: Asker[] = []
  const sockets = new Set<Socket>()
  let [turn, broken, underWay] = [0, 0, 0]
  let over = false

  interface Asker {
    ask: (since: number) => void
  }

  function open(): Asker {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    sockets.add(socket)
    let kept: Buffer[] = []
    let bytes = 0
    let head: ReturnType<typeof readHead> = null
    let begun: number | null = null
    const asker: Asker = {
      ask(since) {
        begun = since
        underWay++
        const request = requests[turn++ % requests.length]
        if (request !== undefined) socket.write(request)
      },
    }
    function answered(status: string, since: number, last: boolean): void {
      const histogram = histograms.get(status) ?? createHistogram()
      histograms.set(status, histogram)
      histogram.record(Math.max(1, Math.round((performance.now() - since) * 1000)))
      begun = null
      underWay--
      // Closing the socket opens another one.
      if (last) socket.end()
      if (last) return
      if (over) return void idle.push(asker)
      if (perSecond === null) return asker.ask(performance.now())
      const next = due.shift()
      if (next === undefined) idle.push(asker)
      else asker.ask(next)
    }
    socket.on('data', (chunk) => {
      kept.push(chunk)
      bytes += chunk.length
      head ??= readHead(kept.length === 1 ? chunk : Buffer.concat(kept))
      if (head === null || bytes < head.end || begun === null) return
      const { status, last } = head
      kept = []
      bytes = 0
      head = null
      answered(status, begun, last)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      const at = idle.indexOf(asker)
      if (at !== -1) idle.splice(at, 1)
      if (begun !== null) {
        underWay--
        if (!over) broken++
      }
      const next = perSecond === null ? performance.now() : due.shift()
      if (!over && next !== undefined) open().ask(next)
    })
    return asker
  }

  const started = performance.now()
  let asked = 0
  const arrivals = setInterval(() => {
    if (perSecond === null) return
    const now = performance.now()
    for (; asked < ((now - started) / 1000) * perSecond; asked++) {
      const since = started + (asked / perSecond) * 1000
      const asker = idle.pop() ?? (sockets.size < connections ? open() : null)
      if (asker === null) due.push(since)
      else asker.ask(since)
    }
  }, tickMs)
  if (perSecond === null) for (let i = 0; i < connections; i++) open().ask(performance.now())
  await sleep(seconds * 1000)
  over = true
  clearInterval(arrivals)
  const took = (performance.now() - started) / 1000
  // Requests sent in time may be answered a little later.
  for (let waited = 0; waited < graceMs && sockets.size > idle.length; waited += tickMs) await sleep(tickMs)
  const unanswered = underWay + due.length
  for (const socket of sockets) socket.destroy()
  const byStatus = Object.fromEntries([...histograms].map(([status, each]) => [status, figuresOf(each)]))
  return { seconds: took, byStatus, broken, unanswered }
}

if (import.meta.main)
  process.stdout.write(`${JSON.stringify(await load(plan.parse(JSON.parse(process.argv[2] ?? '{}'))))}\n`)
