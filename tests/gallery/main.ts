import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import pLimit from 'p-limit'
import { findChromium, launchFlags } from '../e2e/chromium.ts'
import { pagePaths, sampleParameters } from '../e2e/pages.ts'
import { fill, filledPaths, openPage, startConsole, type Console } from './consoles.ts'
import { indexPage } from './index-page.ts'
import { createPictures, isPaper, languages, sizes, type Size, type View } from './pictures.ts'

/**
 * `npm run gallery` takes pictures of every page in its states, widths, colors and languages, and PDFs of printed
 * pages, and lists them in `test-results/gallery/index.html`. At the end, it reports pages that are wider than the
 * window or move while they load. Words select the pictures with all of these words in their name: `npm run gallery
 * -- numbers full dark`.
 */

interface State {
  role: 'admin' | 'supervisor'
  /** Whether the console has data. */
  filled: boolean
  /** Replaces the BFF's answers. */
  answers?: 'none' | 'problem'
}
const states: Record<string, State> = {
  full: { role: 'admin', filled: true },
  supervisor: { role: 'supervisor', filled: true },
  empty: { role: 'admin', filled: false },
  loading: { role: 'admin', filled: true, answers: 'none' },
  failing: { role: 'admin', filled: true, answers: 'problem' },
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

const sizeNames = Object.keys(sizes).filter((name): name is Size => Object.hasOwn(sizes, name))
const views = Object.keys(states).flatMap((state) =>
  Object.keys(pagePaths({})).flatMap((page) =>
    languages.flatMap((language) =>
      sizeNames
        .filter((size) => !isPaper(size) || state === 'full')
        .map((size): View => ({ page, state, language, size })),
    ),
  ),
)
const started = performance.now()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pictures = createPictures(folder, words)
const chosen = views.filter(pictures.isChosen)
const browser = await chromium.launch({ executablePath: findChromium(), args: launchFlags })
const consoles: Console[] = []
try {
  const full = await startConsole(browser)
  consoles.push(full)
  const fresh = await startConsole(browser, { SANDBOX_EXTENSIONS: '0' })
  consoles.push(fresh)
  // The words select only states without data.
  if (!words.some((word) => ['empty', 'loading', 'failing'].includes(word))) await fill(full, pictures)
  const paths = { filled: await filledPaths(full), fresh: pagePaths(sampleParameters) }
  print(`filled after ${Math.round((performance.now() - started) / 1000)} s`)

  const limit = pLimit(availableParallelism() * 2)
  const draw = async (view: View): Promise<void> => {
    const { role = 'admin', filled = false, answers } = states[view.state] ?? {}
    const context = await (filled ? full : fresh).newContext(
      view.language,
      view.page === 'signIn' ? null : role,
    )
    try {
      const page = await openPage(context, view.size)
      await open(page, (filled ? paths.filled : paths.fresh)[view.page] ?? '/', answers)
      await pictures.check(page, view)
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
  await Promise.all(consoles.map(({ product }) => product.stop()))
}
writeFileSync(join(folder, 'index.html'), indexPage(pictures.pictures))
print(pictures.report())
print(
  `${pictures.pictures.length} pictures after ${Math.round((performance.now() - started) / 1000)} s: ${join(folder, 'index.html')}`,
)
