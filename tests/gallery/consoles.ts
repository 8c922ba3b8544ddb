import type { Browser, BrowserContext, Page } from '@playwright/test'
import { listJobs } from '#contract/jobs.ts'
import { openReservations } from '#contract/reservations.ts'
import {
  ask,
  enter,
  expect,
  visibilityTimeoutSeconds,
  waitForFirstCrawl,
  type Role,
  type Sessions,
} from '../e2e/console-test.ts'
import { pagePaths, sampleParameters } from '../e2e/pages.ts'
import { startProduct } from '../e2e/product.ts'
import { observeShifts } from '../e2e/page-checks.ts'
import { states } from '../e2e/states.ts'
import { realKey, startService } from '../server/service/two-services.ts'
import { sizes, type Pictures, type Size, type View } from './pictures.ts'

const locales = { en: 'en-GB', zh: 'zh-CN' }

/** Starts a console and signs in as administrator and, if there is one, as supervisor. */
async function startConsole(browser: Browser, environment: Record<string, string> = {}) {
  const product = await startProduct({
    LOG_LEVEL: 'warn',
    JOB_VISIBILITY_TIMEOUT_SECONDS: visibilityTimeoutSeconds,
    ...environment,
  })
  const sessions: Sessions = new Map()
  const newContext = async (language: View['language'], role: Role | null): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: locales[language],
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      viewport: sizes[1366],
    })
    const session = role === null ? undefined : sessions.get(role)
    if (session !== undefined) {
      await context.addCookies(session.cookies)
      // Keeps the session, which half an hour of failing and loading pages would end.
      await context.request.get('/api/session')
    }
    return context
  }
  const openAs = async (role: Role, path = '/'): Promise<Page> => {
    const page = await (await newContext('en', null)).newPage()
    await enter(page, role, path, product, sessions)
    return page
  }
  await (await openAs('admin')).context().close()
  if (product.accounts.supervisor.email !== '') await (await openAs('supervisor')).context().close()
  return { product, sessions, newContext, openAs, stop: () => product.stop() }
}
export type Console = Awaited<ReturnType<typeof startConsole>>

/** Starts a console whose service stops answering once its numbers are read. */
async function startAway(browser: Browser): Promise<Console> {
  const service = await startService('away', realKey, 300)
  const console = await startConsole(browser, {
    UPSTREAM_URL: service.url,
    UPSTREAM_APP_ID: 'away',
    UPSTREAM_APP_KEY: realKey,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a-long-password-for-pictures',
  })
  const page = await console.openAs('admin')
  await waitForFirstCrawl(page)
  await service.stop()
  // The console says so after some failed requests.
  await page.goto('/numbers')
  for (let ext = 1000; ext < 1010; ext++) await ask(page, `/api/extensions/${ext}`)
  await page.context().close()
  return console
}

export const consoleNames = ['full', 'empty', 'one', 'away'] as const
export type ConsoleName = (typeof consoleNames)[number]

/** Starts a console that has read its service. */
export async function startNamed(browser: Browser, name: ConsoleName): Promise<Console> {
  if (name === 'away') return startAway(browser)
  const numbers = name === 'one' ? '1' : '0'
  const console = await startConsole(browser, name === 'full' ? {} : { SANDBOX_EXTENSIONS: numbers })
  const page = await console.openAs('admin')
  await waitForFirstCrawl(page)
  await expect.poll(async () => (await ask(page, '/api/numbers/status'))['boundScan']).toBeNull()
  await page.context().close()
  return console
}

/** Chooses the supervisor's team, and adds the pools of two of its departments. */
export async function furnish({ product, openAs }: Console): Promise<void> {
  const [admin, supervisor] = [await openAs('admin'), await openAs('supervisor')]
  const headers = { origin: product.url, 'x-console': '1' }
  for (const [name, prefix] of [
    ['Sales', '10'],
    ['客户服务一部', '16'],
  ])
    await admin.request.post('/api/pools', { headers, data: { name, prefixes: [prefix] } })
  const team = { departments: ['客户服务一部'], people: [], pool: null }
  await supervisor.request.put('/api/team', { headers, data: team })
  await Promise.all([admin, supervisor].map((page) => page.context().close()))
}

/** Visits the states of the browser tests and takes pictures on the way. Leaves the console with jobs, reservations and other data. */
export async function fill(console: Console, pictures: Pictures): Promise<void> {
  const { product, sessions, newContext, openAs } = console
  for (const [title, visit] of Object.entries(states)) {
    const page = await (await newContext('en', null)).newPage()
    const opened: Page[] = [page]
    let count = 0
    const look = async () => {
      count++
      const language = (await page.locator('html').getAttribute('lang')) === 'zh-CN' ? 'zh' : 'en'
      for (const size of ['1366', '360'] satisfies Size[]) {
        const view: View = { page: title, state: String(count), language, size }
        if (!pictures.isChosen(view)) continue
        await page.setViewportSize(sizes[size])
        await pictures.take(page, view)
      }
      await page.setViewportSize(sizes[1366])
    }
    const scene = {
      page,
      product,
      signIn: (role: Role, path = '/') => enter(page, role, path, product, sessions),
      openAs: async (role: Role, path?: string) => {
        const other = await openAs(role, path)
        opened.push(other)
        return other
      },
      look,
    }
    await visit(scene).catch((error: unknown) =>
      pictures.failed({ page: title, state: String(count), language: 'en', size: '1366' }, error),
    )
    await Promise.all(opened.map((each) => each.context().close()))
  }
}

/** Returns the paths of all pages, with parameters for which a filled console has data. */
export async function filledPaths({ openAs }: Console): Promise<Record<string, string>> {
  const page = await openAs('admin')
  const jobs = listJobs.answer.parse(await ask(page, '/api/jobs?state=ended'))
  const reservations = openReservations.answer.parse(await ask(page, '/api/reservations/open'))
  await page.context().close()
  const id = jobs.items.find(({ counts }) => counts.failed > 0)?.id ?? sampleParameters.id
  const agentUuid = reservations.items[0]?.agentUuid ?? sampleParameters.agentUuid
  const paths = pagePaths({ ...sampleParameters, id, agentUuid })
  return {
    ...paths,
    newJob: `${paths['newJob']}?numbers=${encodeURIComponent('8701-8710 1000-1008 99000156 7')}`,
  }
}

/** Opens a page whose layout shifts are recorded. */
export async function openPage(context: BrowserContext, size: Size): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(sizes[size])
  await page.addInitScript(observeShifts)
  if (size === 'large')
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      }),
    )
  return page
}
