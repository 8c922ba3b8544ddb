import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'

/**
 * `npm test`: everything that must hold. A failing step does not stop the others, so that one run tells all.
 * The last line is `N passed, N failed`.
 */

interface Count {
  passed: number
  failed: number
}
type Step = [name: string, run: () => Promise<Count>]

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'console-reports-'))

/** Colours would make a log of a run unreadable. */
const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }

/** Runs a tool of the project, its output shown as it comes; true when it exits 0. */
function runs(command: string, ...args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** A step that holds or does not: one check. */
const check = async (command: string, ...args: string[]): Promise<Count> =>
  (await runs(command, ...args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const vitestReport = z.object({ numPassedTests: z.number(), numTotalTests: z.number(), success: z.boolean() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A runner that ran nothing, or broke down beside its tests, has failed; so has a test that was skipped. */
const counted = (passed: number, failed: number, sound: boolean): Count => ({
  passed,
  failed: failed > 0 || (sound && passed > 0) ? failed : 1,
})

async function unit(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const sound = await runs('vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`)
  const report = vitestReport.safeParse(readReport(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { numPassedTests, numTotalTests, success } = report.data
  return counted(numPassedTests, numTotalTests - numPassedTests, sound && success)
}

async function browser(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = file
  const sound = await runs(
    'playwright',
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
    '--reporter=line,json',
  )
  const report = playwrightReport.safeParse(readReport(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.data.stats
  return counted(expected, unexpected + flaky + skipped, sound && report.data.errors.length === 0)
}

const steps: Step[] = [
  ['types', () => check('tsc')],
  ['lint', () => check('oxlint', '--type-aware', '--deny-warnings')],
  ['format', () => check('prettier', '--check', '--log-level=warn', '.')],
  ['unused code', () => check('knip')],
  ['unit and integration, on SQLite and PostgreSQL', unit],
  ['build', () => check('vite', 'build', '--logLevel=warn')],
  ['built files', () => check('node', 'tests/built-files.ts')],
  ['browser flows', browser],
]

const wanted = process.argv.slice(2)
const total: Count = { passed: 0, failed: 0 }
for (const [name, run] of steps.filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)) {
  const started = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  const { passed, failed } = await run()
  process.stdout.write(
    `── ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
  total.passed += passed
  total.failed += failed
}
rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
