import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type APIRequestContext, type Browser } from '@playwright/test'
import { findChromium, launchFlags } from '../e2e/chromium.ts'
import { sampleParameters } from '../e2e/pages.ts'
import { startProduct, type Product } from '../e2e/product.ts'
import { serveBarePage } from './bare-page.ts'
import { timeClicks } from './web-clicks.ts'
import { feel, heapOverTurns } from './web-feel.ts'
import { readSheets } from './web-sheets.ts'
import { load, profiles, type Load, type LoadedPage } from './web-load.ts'

const turns = 500
const extensions = '20000'
/** As many rows as the other lists show. */
const teamSize = 20

/** A table row that is not a skeleton. */
const row = 'main tbody td:not([aria-hidden])'
const serviceList = { name: 'the service’s list', path: '/extensions/idle', content: row }
const deepLinks = [
  { name: 'Users', path: '/users', content: row },
  { name: 'Numbers', path: '/numbers', content: row },
  { name: 'Jobs', path: '/jobs', content: row },
  { name: 'Overview', path: '/overview', content: row },
  { name: 'My team', path: '/team', content: row },
  { name: 'an extension', path: `/extensions/${sampleParameters.ext}`, content: 'main dl dd' },
  { name: 'an agent', path: `/people/${sampleParameters.agentUuid}`, content: 'main dl dd' },
]

/** Words after `web`; without any, all parts run. */
export const webParts = [
  'list',
  'links',
  'clicks',
  'feel',
  'heap',
  'sheets',
  'phone',
  'desktop',
  'light',
] as const
export type WebPart = (typeof webParts)[number]

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const waitMs = 60_000

/** Asks twice a second until the answer is not `undefined`. Throws after a minute. */
async function waitFor<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + waitMs
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
  }
  throw new Error(`${what} after a minute`)
}

/** Waits until the crawler has read the idle extensions once, so that it does not compete for the processor. */
const waitForCrawl = (request: APIRequestContext) =>
  waitFor('the crawler has not read the list of idle extensions', async () => {
    const { crawls }: { crawls: { kind: string; lastWholeAt: number | null }[] } = await (
      await request.get('/api/numbers/status')
    ).json()
    return crawls.find(({ kind, lastWholeAt }) => kind === 'idle' && lastWholeAt !== null)
  })

/** Makes the first page of people who are known the user's team. */
async function chooseTeam(request: APIRequestContext, headers: Record<string, string>): Promise<void> {
  const people = await waitFor(`the directory does not know ${teamSize} people`, async () => {
    const { items }: { items: { id: string }[] } = await (
      await request.get(`/api/people?pageSize=${teamSize}`)
    ).json()
    return items.length === teamSize ? items.map(({ id }) => id) : undefined
  })
  const saved = await request.put('/api/team', { data: { departments: [], people, pool: null }, headers })
  if (!saved.ok()) throw new Error(await saved.text())
}

/** Signs in, fills the lists that start empty, and returns the session's cookies and the answer of the service's list. */
async function prepare(browser: Browser, { url, accounts }: Product) {
  const context = await browser.newContext({ baseURL: url })
  const { request } = context
  const headers = { origin: url, 'x-console': '1' }
  await request.post('/api/auth/sign-in/email', { data: accounts.admin, headers })
  const items = Array.from({ length: 10 }, (_, index) => ({ ext: `${890_000 + index}` }))
  await request.post('/api/jobs', {
    data: { name: 'Ten numbers', items, passwords: { fill: 'none', length: 16 } },
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  })
  await waitForCrawl(request)
  await chooseTeam(request, headers)
  const list = await (await request.get('/api/extensions/idle?page=1&pageSize=20')).text()
  const cookies = await context.cookies()
  await context.close()
  return { cookies, list }
}

const figures: [name: keyof Load, unit: string, digits: number][] = [
  ['fcp', 'paint', 0],
  ['longest', 'longest', 0],
  ['blocked', 'blocked', 0],
  ['work', 'scripts ran', 0],
  ['shift', 'shift', 3],
  ['requests', 'requests', 0],
  ['scripts', 'scripts kB', 1],
  ['styles', 'styles kB', 1],
]

const width = 12
const rowOf = (name: string, cells: readonly string[]) =>
  `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(width)).join('')}`

/** Loads the pages in turn under each profile and prints the medians, the bare page first. */
async function benchLoads(
  browser: Browser,
  pages: readonly (LoadedPage & { name: string })[],
  chosen: typeof profiles,
  loads: number,
  print: (line: string) => void,
): Promise<void> {
  for (const profile of chosen) {
    const seen = pages.map((): Load[] => [])
    for (let run = 0; run <= loads; run++)
      for (const [index, page] of pages.entries()) {
        const one = await load(browser, page, profile)
        // The first load warms up files and connections, so skip it.
        if (run > 0) seen[index]?.push(one)
      }
    print(`first visit, ${profile.name}, medians of ${loads}, ms where no unit is named:`)
    print(rowOf('', ['content', 'ratio', ...figures.map(([, unit]) => unit)]))
    const floor = median((seen[0] ?? []).map(({ content }) => content))
    for (const [index, { name }] of pages.entries()) {
      const of = (figure: keyof Load) => median((seen[index] ?? []).map((run) => run[figure]))
      print(
        rowOf(name, [
          of('content').toFixed(0),
          `×${(of('content') / floor).toFixed(2)}`,
          ...figures.map(([figure, , digits]) => of(figure).toFixed(digits)),
        ]),
      )
    }
  }
}

/**
 * Benchmarks the browser: first visits compared with a bare Mantine page built in the same run, and the
 * responsiveness of 1,000 rows. `parts`: `list` and `links` select the service's list and the other pages, `phone` and
 * `desktop` one profile, `light` three loads instead of five, `clicks` what people do all day on *Numbers*, `feel` and `heap` the page of 1,000 rows, `sheets` large imports.
 */
export async function benchWeb(print: (line: string) => void, parts: readonly WebPart[] = []): Promise<void> {
  const named = (...names: WebPart[]) => names.filter((name) => parts.includes(name))
  const areas = named('list', 'links', 'clicks', 'feel', 'heap', 'sheets')
  const has = (area: WebPart) => areas.length === 0 || areas.includes(area)
  const chosen = profiles.filter(({ name }) => named('phone', 'desktop').some((each) => each === name))
  const folder = mkdtempSync(join(tmpdir(), 'console-bare-'))
  const product = await startProduct({ SANDBOX_EXTENSIONS: extensions, LOG_LEVEL: 'warn' }, tmpdir())
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: launchFlags,
  })
  try {
    const { cookies, list } = await prepare(browser, product)
    const visited = [...(has('list') ? [serviceList] : []), ...(has('links') ? deepLinks : [])]
    if (visited.length > 0) {
      const bare = await serveBarePage(folder, list)
      const own = visited.map(({ path, ...page }) => ({ ...page, url: `${product.url}${path}`, cookies }))
      const pages = [{ name: 'bare page', url: bare.url, cookies: [], content: 'tbody a' }, ...own]
      const loads = parts.includes('light') ? 3 : 5
      await benchLoads(browser, pages, chosen.length === 0 ? profiles : chosen, loads, print)
      bare.close()
    }
    if (has('clicks')) {
      print('Numbers at a desk, warm, from click to new rows (goals: median 100 ms, worst of twenty 250 ms):')
      for (const [action, times] of await timeClicks(browser, product.url, cookies))
        print(
          `  ${String(Math.round(median(times))).padStart(5)} ms  worst ${Math.round(Math.max(...times))} ms  ${action}`,
        )
    }
    if (has('feel')) {
      const felt = await feel(browser, product.url, cookies)
      print(`on a page of 1,000 rows, the longest from an input to the next frame (goal 100 ms):`)
      for (const [action, ms] of felt.actions) print(`  ${String(Math.round(ms)).padStart(5)} ms  ${action}`)
      print(
        `  a page of 1,000 rows is drawn with ${felt.drawing.tasks} long tasks, the longest ${Math.round(felt.drawing.longest)} ms; layout shift ${felt.shift.toFixed(3)}`,
      )
    }
    if (has('heap')) {
      const heaps = await heapOverTurns(browser, product.url, cookies, turns)
      print(
        `heap, MB after each hundred of ${turns} page turns: ${heaps.map((heap) => heap.toFixed(1)).join(', ')}`,
      )
    }
    if (has('sheets')) {
      print('large sheets (goals: 10,000 rows in 2 s, 100,000 in 8 s and 300 MB, no task over 200 ms):')
      for (const { name, ms, longest, memory } of await readSheets(browser, product.url, cookies))
        print(
          `  ${String(Math.round(ms)).padStart(5)} ms  longest task ${Math.round(longest.clock)} ms, ${Math.round(longest.processor)} of it with a processor, ${Math.round(memory)} MB more  ${name}`,
        )
    }
  } finally {
    await browser.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
