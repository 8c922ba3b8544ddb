import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Cookie, Page } from '@playwright/test'
import * as z from 'zod'
import { csvText } from '#web/lib/csv.ts'
import { workbookOf } from '#web/spreadsheet/write/write-workbook.ts'

const pollMs = 20

export interface ReadSheet {
  name: string
  /** From choosing the file to the rows, ms. */
  ms: number
  /** Longest task of the page: by the clock, and the time that it had a processor, ms. */
  longest: { clock: number; processor: number }
  /** The most that the page's process needed above its size before, MB. */
  memory: number
}

interface SheetFile {
  name: string
  path: string
}

const people = (rows: number, columns: number): Promise<string> => {
  const names = ['ext', 'work number', 'name', 'department', 'email', 'note']
  return csvText(
    Array.from({ length: columns }, (_, column) => names[column] ?? `remark ${column}`),
    Array.from({ length: rows }, (_, row) =>
      [
        String(8_200_000 + row),
        `W${100_000 + row}`,
        `张伟 ${row}`,
        `Support ${row % 40}`,
        `agent${row}@example.com`,
        'since spring',
        ...Array.from({ length: columns - 6 }, (_each, column) => `text ${column} of ${row % 500}`),
      ].slice(0, columns),
    ),
  )
}

/** Writes the cells as text and as a workbook: a browser that gets the bytes from the test would be busy with them. */
async function filesOf(folder: string, name: string, csv: string): Promise<SheetFile[]> {
  const { file } = await workbookOf(new Blob([csv]), name)
  const files = [
    { name: `${name}.csv`, bytes: Buffer.from(csv) },
    { name: `${name}.xlsx`, bytes: Buffer.from(await file.arrayBuffer()) },
  ]
  return files.map(({ name: each, bytes }) => {
    const path = join(folder, each)
    writeFileSync(path, bytes)
    return { name: each, path }
  })
}

/** Resident memory of a process, bytes; Linux only. */
const residentOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

async function rendererOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  await session.detach()
  return renderers.toSorted((a, b) => residentOf(b) - residentOf(a))[0] ?? 0
}

/** An event of a trace; `dur` and `tdur` are microseconds by the clock, and of a processor. */
const traceEvent = z.object({
  name: z.enum(['RunTask', 'thread_name']),
  pid: z.number(),
  tid: z.number(),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.optional(z.object({ name: z.optional(z.string()) })),
})
type TraceEvent = z.infer<typeof traceEvent>

/** Records the tasks of the pages' main threads. Returns a function that ends it with the longest. */
async function watchTasks(browser: Browser): Promise<() => Promise<ReadSheet['longest']>> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...value.flatMap((event) => traceEvent.safeParse(event).data ?? [])),
  )
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
    transferMode: 'ReportEvents',
  })
  return async () => {
    const isComplete = new Promise((resolve) => {
      session.once('Tracing.tracingComplete', resolve)
    })
    await session.send('Tracing.end')
    await isComplete
    await session.detach()
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const pages = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(threadOf),
    )
    const tasks = events.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
    const most = (of: (event: TraceEvent) => number | undefined) =>
      Math.max(0, ...tasks.map((event) => of(event) ?? 0)) / 1000
    return { clock: most(({ dur }) => dur), processor: most(({ tdur }) => tdur) }
  }
}

async function readOne(
  browser: Browser,
  url: string,
  cookies: Cookie[],
  file: SheetFile,
  open: (page: Page) => Promise<void>,
  end: (page: Page) => Promise<unknown>,
): Promise<ReadSheet> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(url)
  await open(page)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const pid = await rendererOf(browser)
  const before = residentOf(pid)
  let most = before
  const poll = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, pollMs)
  const tasks = await watchTasks(browser)
  const start = performance.now()
  await page.locator('input[type=file]').setInputFiles(file.path)
  await end(page)
  const ms = performance.now() - start
  // The other rows render after the first.
  await page.waitForTimeout(1_000)
  clearInterval(poll)
  const longest = await tasks()
  await context.close()
  return { name: file.name, ms, longest, memory: (most - before) / 1024 / 1024 }
}

/** Measures how large sheets are read: an import of extensions to its checked rows, and a roster to its button. */
export async function readSheets(browser: Browser, url: string, cookies: Cookie[]): Promise<ReadSheet[]> {
  const folder = mkdtempSync(join(tmpdir(), 'console-sheets-'))
  const wide = await filesOf(folder, '10,000 x 12', await people(10_000, 12))
  const long = await filesOf(folder, '100,000 x 6', await people(100_000, 6))
  const inDialog = async (page: Page) => {
    await page.getByRole('button', { name: 'Import roster' }).click()
    await page.getByRole('dialog').waitFor()
  }
  const bulk = { name: 'bulk', path: '/jobs/import', open: () => Promise.resolve() }
  const cases = [
    { ...bulk, files: wide, end: (page: Page) => page.getByText('Rows: 10,000', { exact: true }) },
    { ...bulk, files: long, end: (page: Page) => page.getByText('100,000 rows: too many for one job') },
    {
      name: 'roster',
      path: '/people',
      open: inDialog,
      files: long,
      end: (page: Page) => page.getByRole('button', { name: 'Import 100,000 people' }),
    },
  ]
  const found: ReadSheet[] = []
  for (const { name, path, open, files, end } of cases)
    for (const file of files) {
      const read = await readOne(browser, `${url}${path}`, cookies, file, open, (page) => end(page).waitFor())
      found.push({ ...read, name: `${name}, ${file.name}` })
    }
  rmSync(folder, { recursive: true, force: true })
  return found
}
