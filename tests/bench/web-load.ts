import type { Browser, Cookie } from '@playwright/test'

export interface Profile {
  name: string
  /** How many times slower than this machine. */
  cpu: number
  latencyMs: number
  /** Bytes per second. */
  throughput: number
  width: number
}

/** Lighthouse's own: a phone of the middle class on slow 4G, and a desktop on a cable. */
export const profiles: Profile[] = [
  { name: 'phone', cpu: 4, latencyMs: 562.5, throughput: (1_474.56 * 1024) / 8, width: 412 },
  { name: 'desktop', cpu: 1, latencyMs: 40, throughput: (10_240 * 1024) / 8, width: 1350 },
]

export interface Load {
  /** Milliseconds from the navigation's start. */
  fcp: number
  lcp: number
  list: number
  /** Time over 50 ms of each task that blocked, until a second after the list. */
  blocked: number
  shift: number
  requests: number
  /** Kilobytes over the wire until the list was seen. */
  scripts: number
  styles: number
}

/** ResponseWarnings, inside the page, when the list's first row is painted and what blocked or moved until then. */
const watch = `
  window.seen = { list: 0, lcp: 0, blocked: 0, shift: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.hadRecentInput ? 0 : entry.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50) }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('tbody a') === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => { seen.list = performance.now() })
  }
  requestAnimationFrame(look)
`

const reading = `JSON.stringify({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`

interface Seen {
  list: number
  lcp: number
  fcp: number
  blocked: number
  shift: number
}
const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' && value !== null && 'list' in value && 'fcp' in value

/** Opens the page as if for the first time, its network and processor slowed down, until its list is seen. */
export async function load(
  browser: Browser,
  url: string,
  cookies: Cookie[],
  profile: Profile,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: profile.width, height: 820 } })
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
  const asked = new Map<string, { type: string; at: number; url: string; bytes: number }>()
  let epoch = 0
  session.on('Network.requestWillBeSent', ({ requestId, type, timestamp, request }) => {
    if (epoch === 0) epoch = timestamp
    asked.set(requestId, { type: type ?? '', at: (timestamp - epoch) * 1000, url: request.url, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request !== undefined) request.bytes = encodedDataLength
  })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('tbody a').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1000)
  const seen: unknown = JSON.parse(await page.evaluate<string>(reading))
  await context.close()
  if (!isSeen(seen)) throw new Error('the page reported nothing')
  const before = [...asked.values()].filter(({ at }) => at < seen.list)
  const kilobytes = (type: string) =>
    before.filter((each) => each.type === type).reduce((sum, { bytes }) => sum + bytes / 1024, 0)
  return {
    ...seen,
    requests: new Set(before.map((each) => each.url)).size,
    scripts: kilobytes('Script'),
    styles: kilobytes('Stylesheet'),
  }
}
