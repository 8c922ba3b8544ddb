import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import pLimit from 'p-limit'
import { findChromium, launchFlags } from '../e2e/chromium.ts'
import { pagePaths, sampleParameters } from '../e2e/pages.ts'
import type { Role } from '../e2e/console-test.ts'
import {
  consoleNames,
  fill,
  filledPaths,
  furnish,
  openPage,
  startNamed,
  type Console,
  type ConsoleName,
} from './consoles.ts'
import { indexPage } from './index-page.ts'
import { createPictures, languages, type Size, type View } from './pictures.ts'
import { copyTarget, targets, visitTarget } from './targets.ts'

/**
 * `npm run gallery` takes pictures of every page in its states, widths, colors and languages, and PDFs of printed
 * pages, and lists them in `test-results/gallery/index.html`. At the end, it reports pages that are wider than the
 * window or move while they load. Words select the pictures with all of these words in their name: `npm run gallery
 * -- numbers full dark`. With a folder of target pictures in `GALLERY_TARGETS`, each stands beside ours: `npm run gallery -- target`.
 */

interface State {
  role: Role
  console: ConsoleName
  /** Replaces the BFF's answers. */
  answers?: 'none' | 'problem'
  /** Added to the paths. */
  query?: string
  /** Without it, a laptop and a small phone. */
  sizes?: readonly Size[]
}
const screens = ['1366', '1920', '360', '390', 'large'] as const satisfies Size[]
const states: Record<string, State> = {
  full: { role: 'admin', console: 'full', sizes: [...screens, 'portrait', 'landscape'] },
  supervisor: { role: 'supervisor', console: 'full', sizes: screens },
  loading: { role: 'admin', console: 'full', answers: 'none' },
  failing: { role: 'admin', console: 'full', answers: 'problem' },
  /** Lists with a thousand rows. */
  thousand: { role: 'admin', console: 'full', query: 'pageSize=1000', sizes: ['1366'] },
  empty: { role: 'admin', console: 'empty' },
  one: { role: 'admin', console: 'one' },
  away: { role: 'admin', console: 'away' },
}
const problem = {
  type: 'about:blank',
  title: 'the service could not be reached',
  status: 502,
  code: 'upstream-unreachable',
  requestId: '00000000-0000-4000-8000-000000000000',
}
/** The page retries a failed read once, one second later. */
const retriedMs = 2_000

const folder = join(import.meta.dirname, '../../test-results/gallery')
const words = process.argv.slice(2)
const print = (line: string) => process.stdout.write(`${line}\n`)

async function open(page: Page, path: string, answers: State['answers']): Promise<void> {
  if (answers !== undefined)
    await page.route('**/api/**', async (route) => {
      if (answers === 'problem')
        await route.fulfill({ status: 502, contentType: 'application/problem+json', json: problem })
    })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (answers !== 'none') {
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    const awaited = page.locator('main :is(.mantine-Skeleton-root, [aria-busy=true])').first()
    await awaited.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => undefined)
  }
  if (answers !== undefined) await page.waitForTimeout(retriedMs)
}

const usual: readonly Size[] = ['1366', '360']
const viewsOf = (page: string, state: string, sizes: readonly Size[]): View[] =>
  languages.flatMap((language) => sizes.map((size) => ({ page, state, language, size })))
const started = performance.now()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pictures = createPictures(folder, words)
const chosen = [
  ...Object.entries(states).flatMap(([state, { sizes = usual }]) =>
    Object.keys(pagePaths({})).flatMap((page) => viewsOf(page, state, sizes)),
  ),
  ...Object.keys(targets).flatMap((page) => viewsOf(page, 'target', screens)),
].filter(pictures.isChosen)
const consoleOf = ({ state }: View): ConsoleName => states[state]?.console ?? 'full'
const browser = await chromium.launch({ executablePath: findChromium(), args: launchFlags })
const consoles = new Map<ConsoleName, Console>()
try {
  // What is visited on the way fills the console; these words need none of it.
  const isFull = !words.some((word) => [...Object.keys(states).slice(2), 'target'].includes(word))
  for (const name of consoleNames)
    if ((name === 'full' && isFull) || chosen.some((view) => consoleOf(view) === name))
      consoles.set(name, await startNamed(browser, name))
  const full = consoles.get('full')
  if (full !== undefined) await furnish(full)
  if (full !== undefined && isFull) await fill(full, pictures)
  const filled = full === undefined ? {} : await filledPaths(full)
  print(`filled after ${Math.round((performance.now() - started) / 1000)} s`)

  const pathOf = ({ page, state }: View): string => {
    const target = targets[page]
    if (target !== undefined) return target.path
    const path = (states[state]?.console === 'full' ? filled : pagePaths(sampleParameters))[page] ?? '/'
    const query = states[state]?.query
    return query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  }
  const limit = pLimit(availableParallelism() * 2)
  const draw = async (view: View): Promise<void> => {
    const role = targets[view.page]?.role ?? states[view.state]?.role ?? 'admin'
    const context = await consoles
      .get(consoleOf(view))
      ?.newContext(view.language, view.page === 'signIn' ? null : role)
    if (context === undefined) return
    try {
      const page = await openPage(context, view.size)
      await open(page, pathOf(view), states[view.state]?.answers)
      await pictures.check(page, view)
      await visitTarget(page, view)
      await pictures.take(page, view)
    } catch (error) {
      pictures.failed(view, error)
    } finally {
      await context.close()
    }
  }
  await limit.map(chosen, draw)
} finally {
  await browser.close()
  await Promise.all([...consoles.values()].map(({ stop }) => stop()))
}
writeFileSync(
  join(folder, 'index.html'),
  indexPage(pictures.pictures, (page) => copyTarget(folder, page)),
)
print(pictures.report())
print(
  `${pictures.pictures.length} pictures after ${Math.round((performance.now() - started) / 1000)} s: ${join(folder, 'index.html')}`,
)
