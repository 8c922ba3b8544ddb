import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Cookie } from '@playwright/test'
import { findChromium, launchFlags } from '../e2e/chromium.ts'
import { startProduct, type Product } from '../e2e/product.ts'
import { serveBarePage } from './bare-page.ts'
import { feel, heapOverTurns } from './web-feel.ts'
import { load, profiles, type Load } from './web-load.ts'

const loads = 5
const turns = 500
const extensions = '20000'

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function signIn(
  browser: Browser,
  { url, accounts }: Product,
): Promise<{ cookies: Cookie[]; list: string }> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(accounts.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.admin.password)
  await page.keyboard.press('Enter')
  await page.locator('tbody a').first().waitFor()
  const list = await (await context.request.get('/api/extensions/idle?page=1&pageSize=20')).text()
  const cookies = await context.cookies()
  await context.close()
  return { cookies, list }
}

const figures: [name: keyof Load, unit: string, digits: number][] = [
  ['list', 'ms until the list is seen', 0],
  ['fcp', 'ms until the first paint', 0],
  ['lcp', 'ms until the largest paint', 0],
  ['blocked', 'ms blocked', 0],
  ['shift', 'layout shift', 3],
  ['requests', 'requests before the list', 0],
  ['scripts', 'kB of scripts', 1],
  ['styles', 'kB of styles', 1],
]

/** The browser's part: first load beside a bare Mantine page built in the same run, and what a reader feels on 1,000 rows. */
export async function benchWeb(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bare-'))
  const product = await startProduct({ SANDBOX_EXTENSIONS: extensions, LOG_LEVEL: 'warn' })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: launchFlags,
  })
  try {
    const { cookies, list } = await signIn(browser, product)
    const bare = await serveBarePage(folder, list)
    const pages = [
      { name: 'console', url: `${product.url}/extensions/idle`, cookies },
      { name: 'bare', url: bare.url, cookies: [] },
    ]
    for (const profile of profiles) {
      const seen = pages.map((): Load[] => [])
      for (let run = 0; run <= loads; run++)
        for (const [index, page] of pages.entries()) {
          const one = await load(browser, page.url, page.cookies, profile)
          // The first opens files and connections for the others.
          if (run > 0) seen[index]?.push(one)
        }
      print(`first load, ${profile.name}, median of ${loads}: console, bare page, ratio`)
      for (const [name, unit, digits] of figures) {
        const [own = 0, floor = 0] = seen.map((runs) => median(runs.map((run) => run[name])))
        const ratio = floor === 0 ? '' : `  x${(own / floor).toFixed(2)}`
        print(`  ${own.toFixed(digits).padStart(7)} ${floor.toFixed(digits).padStart(7)}${ratio}  ${unit}`)
      }
    }
    bare.close()
    const felt = await feel(browser, product.url, cookies)
    print(`on a page of 1,000 rows, the longest from an input to the next frame (goal 100 ms):`)
    for (const [act, ms] of felt.acts) print(`  ${String(Math.round(ms)).padStart(5)} ms  ${act}`)
    print(
      `  a page of 1,000 rows is drawn with ${felt.drawing.tasks} long tasks, the longest ${Math.round(felt.drawing.longest)} ms; layout shift ${felt.shift.toFixed(3)}`,
    )
    const heaps = await heapOverTurns(browser, product.url, cookies, turns)
    print(
      `heap, MB after each hundred of ${turns} page turns: ${heaps.map((heap) => heap.toFixed(1)).join(', ')}`,
    )
  } finally {
    await browser.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
