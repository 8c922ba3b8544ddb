import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionEnvelope } from '#upstream/envelope.ts'
import { pagedData } from '#upstream/records.ts'
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts'

const sizes = [2_000, 1_000_000] as const
const pageSize = 20
const runs = 200

/** Returns the median and the 99th percentile of the runs, ms. */
export async function timed(work: (run: number) => unknown): Promise<{ p50: number; p99: number }> {
  for (let run = 0; run < 20; run++) await work(run)
  const took: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work(20 + run)
    took.push(performance.now() - start)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { p50: sorted[runs / 2] ?? 0, p99: sorted[Math.floor(runs * 0.99)] ?? 0 }
}

function caller(sandbox: Sandbox) {
  const { token } = sandbox.store.issueToken('v5', sandbox.store.homeCompanyId)
  const headers = { authorization: `Bearer ${token}` }
  return async (path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await sandbox.fetch(
      new Request(`http://sandbox${path}`, { method: 'POST', headers, ...sent }),
    )
    return response.text()
  }
}

/** Measures the sandbox with `extensions` numbers. Keeps its file in the directory. */
export async function measureSandbox(directory: string, extensions: number): Promise<Map<string, number>> {
  const open = () =>
    createSandbox({
      file: join(directory, `${extensions}.db`),
      appId: 'bench',
      appKey: 'bench',
      extensions,
    })
  const result = new Map<string, number>()
  for (const name of ['first start', 'later start']) {
    const start = performance.now()
    const sandbox = open()
    result.set(`${name}, ms`, performance.now() - start)
    sandbox.close()
  }
  const before = process.memoryUsage().rss
  const sandbox = open()
  const call = caller(sandbox)
  const page = (currPage: number, ext = '') =>
    call('/exts/idle/page/search', { currPage, pageSize, ...(ext === '' ? {} : { ext }) })
  const keep = async (name: string, work: (run: number) => unknown) => {
    const { p50, p99 } = await timed(work)
    result.set(`${name}, p50 ms`, p50)
    result.set(`${name}, p99 ms`, p99)
  }
  const total = pagedData.parse(extensionEnvelope.parse(JSON.parse(await page(1))).data).total ?? 0
  for (const depth of [0.01, 0.5, 0.99]) {
    const deep = Math.max(1, Math.floor((total / pageSize) * depth))
    await keep(`page at ${depth * 100} %`, (run) => page(Math.max(1, deep - (run % 7))))
  }
  await keep('page of a searched number', (run) => page(1, String(10 + (run % 10))))
  await keep('create', (run) => call(`/api/exts/_add?ext=${8_000_000 + run}`))
  await keep('create, number left to the service', () => call('/api/exts/_add'))
  await keep('suggestions', (run) =>
    sandbox.store.suggest(sandbox.store.homeCompanyId, String(1 + (run % 9))),
  )
  const files = ['', '-wal'].map((suffix) => join(directory, `${extensions}.db${suffix}`))
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  result.set('file, MB', bytes / 1e6)
  result.set('memory added by all of this, MB', Math.max(0, process.memoryUsage().rss - before) / 1e6)
  sandbox.close()
  return result
}

/** Prints the sandbox's costs with 2,000 and with 1,000,000 numbers (all through its public interface), and their ratio. */
export async function benchSandbox(print: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-bench-'))
  try {
    const [few, many] = [await measureSandbox(directory, sizes[0]), await measureSandbox(directory, sizes[1])]
    print(`sandbox, ${sizes.join(' and ')} extensions`)
    for (const [name, value] of many) {
      const base = few.get(name) ?? 0
      print(
        `  ${name.padEnd(44)} ${base.toFixed(2).padStart(9)} ${value.toFixed(2).padStart(9)}  x${(value / base).toFixed(1)}`,
      )
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
