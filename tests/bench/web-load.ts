import { gzipSync } from 'node:zlib'
import type { Browser, Cookie } from '@playwright/test'

export interface Profile {
  name: string
  /** Slowdown factor of the processor, relative to this machine. */
  cpu: number
  latencyMs: number
  /** Bytes per second. */
  throughput: number
  width: number
}

/** Lighthouse's throttling figures, applied by the browser during the load: a mid-range phone on slow 4G, and a desktop on cable. */
export const profiles: Profile[] = [
  { name: 'phone', cpu: 4, latencyMs: 562.5, throughput: (1_474.56 * 1024) / 8, width: 412 },
  { name: 'desktop', cpu: 1, latencyMs: 40, throughput: (10_240 * 1024) / 8, width: 1350 },
]

export interface LoadedPage {
  url: string
  cookies: Cookie[]
  /** Selector that matches only the page's content, not a skeleton or heading. */
  content: string
}

export interface Load {
  /** Milliseconds since the navigation started. */
  content: number
  fcp: number
  lcp: number
  /** Duration of the longest task that ended between the first paint and one second after the content, ms; 0 when none took 50 ms. */
  longest: number
  /** Sum of each of these tasks' time over 50 ms. */
  blocked: number
  /** Script execution time before the content appeared, ms. */
  work: number
  shift: number
  requests: number
  /** Kilobytes (gzip) of the files requested before the content appeared. */
  scripts: number
  styles: number
}

/** Script for the page that records when its content is painted, its long tasks and its layout shifts. */
const watch = (content: string) => `
  window.seen = { content: 0, lcp: 0, shift: 0, tasks: [] }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.hadRecentInput ? 0 : entry.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ end: startTime + duration, duration }) }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector(${JSON.stringify(content)}) === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => { seen.content = performance.now() })
  }
  requestAnimationFrame(look)
`

const reading = `JSON.stringify({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`

interface Seen {
  content: number
  lcp: number
  fcp: number
  shift: number
  tasks: { end: number; duration: number }[]
}
const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' && value !== null && 'content' in value && 'fcp' in value

const gzipped = new Map<string, number>()
/** Returns a file's size in kilobytes after gzip, even when the browser accepted another encoding. */
async function kilobytesOf(url: string): Promise<number> {
  const known = gzipped.get(url)
  if (known !== undefined) return known
  const body = await (await fetch(url)).arrayBuffer()
  const size = gzipSync(new Uint8Array(body), { level: 9 }).length / 1024
  gzipped.set(url, size)
  return size
}

/** Opens the page with a cold cache, with throttled network and processor, and waits for its content. */
export async function load(
  browser: Browser,
  { url, cookies, content }: LoadedPage,
  profile: Profile,
): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: profile.width, height: 820 },
    locale: 'en-GB',
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.throughput,
    uploadThroughput: profile.throughput / 2,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu })
  await session.send('Performance.enable')
  const requests: { type: string; at: number; url: string }[] = []
  let epoch = 0
  session.on('Network.requestWillBeSent', ({ type, timestamp, request }) => {
    if (epoch === 0) epoch = timestamp
    requests.push({ type: type ?? '', at: (timestamp - epoch) * 1000, url: request.url })
  })
  await page.addInitScript(watch(content))
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor({ state: 'attached', timeout: 60_000 })
  const { metrics } = await session.send('Performance.getMetrics')
  await page.waitForTimeout(1000)
  const seen: unknown = JSON.parse(await page.evaluate<string>(reading))
  await context.close()
  if (!isSeen(seen)) throw new Error('the page reported nothing')
  const before = requests.filter(({ at }) => at < seen.content)
  const kilobytes = async (ending: string) => {
    const urls = new Set(before.map((each) => each.url).filter((each) => each.endsWith(ending)))
    const sizes = await Promise.all([...urls].map(kilobytesOf))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const tasks = seen.tasks.filter(({ end }) => end > seen.fcp)
  return {
    content: seen.content,
    fcp: seen.fcp,
    lcp: seen.lcp,
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    work: (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000,
    shift: seen.shift,
    requests: new Set(before.map((each) => each.url)).size,
    scripts: await kilobytes('.js'),
    styles: await kilobytes('.css'),
  }
}
