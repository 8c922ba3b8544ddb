import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { runTool } from './run-tool.ts'

/**
 * `npm test` checks everything that must hold. A failing step does not stop the others, so that one run shows all
 * failures. Words select steps: `npm test -- unit browser`. The last line is `N passed, N failed`.
 */

interface TimedTest {
  name: string
  milliseconds: number
}
interface Result {
  passed: number
  failed: number
  tests: TimedTest[]
}
interface Step {
  name: string
  run: () => Promise<Result>
}

const reports = mkdtempSync(join(tmpdir(), 'console-reports-'))
const slowestShown = 10
const failure: Result = { passed: 0, failed: 1, tests: [] }

/** A step without tests counts as one test. Prints its output at the end, so that parallel steps stay readable. */
const check = (name: string, ...command: string[]): Step => ({
  name,
  run: async () => {
    const { succeeded, output } = await runTool(command)
    process.stdout.write(output)
    return { ...failure, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
  },
})

const vitestReport = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
})

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(
    z.object({
      specs: z.array(playwrightSpec),
      suites: z.array(z.object({ specs: z.array(playwrightSpec) })).default([]),
    }),
  ),
})

function readReport<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | null {
  if (!existsSync(file)) return null
  return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
}

/** A runner without any test, or with an error outside of its tests, counts as failed. */
const counted = (passed: number, failed: number, succeeded: boolean, tests: TimedTest[]): Result => ({
  passed,
  failed: failed > 0 || (succeeded && passed > 0) ? failed : 1,
  tests,
})

const unit: Step = {
  name: 'unit and integration, on SQLite and PostgreSQL',
  async run() {
    const file = join(reports, 'vitest.json')
    const command = ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const { succeeded } = await runTool(command, { live: true })
    const report = readReport(file, vitestReport)
    if (report === null) return failure
    const { numPassedTests, numTotalTests, success, testResults } = report
    const tests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ fullName, duration }) => ({ name: fullName, milliseconds: duration ?? 0 }))
    // A skipped test counts as failed.
    return counted(numPassedTests, numTotalTests - numPassedTests, succeeded && success, tests)
  },
}

const browser: Step = {
  name: 'browser flows',
  async run() {
    const file = join(reports, 'playwright.json')
    // Node loads TypeScript without Playwright's compiler, which takes seven seconds of processor time in a fresh clone.
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' }
    const { succeeded } = await runTool(
      ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json'],
      { live: true, env },
    )
    const report = readReport(file, playwrightReport)
    if (report === null) return failure
    const { expected, unexpected, flaky, skipped } = report.stats
    const tests = report.suites
      .flatMap(({ specs, suites }) => [...specs, ...suites.flatMap((suite) => suite.specs)])
      .map((spec) => ({
        name: `${spec.file}: ${spec.title}`,
        milliseconds: spec.tests
          .flatMap(({ results }) => results)
          .reduce((sum, each) => sum + each.duration, 0),
      }))
    return counted(expected, unexpected + flaky + skipped, succeeded && report.errors.length === 0, tests)
  },
}

/** Steps of one list run in sequence. The lists of one stage run in parallel, because unit tests often wait. */
const stages: Step[][][] = [
  [
    [
      check('build', 'vite', 'build', '--logLevel=warn'),
      check('built files', 'node', 'tests/built-files.ts'),
    ],
    [check('types', 'tsc'), check('unused code', 'knip')],
  ],
  [[unit], [check('lint', 'oxlint', '--type-aware', '--deny-warnings'), check('format', 'oxfmt', '--check')]],
  [[browser]],
]

const selected = process.argv.slice(2)
const isSelected = ({ name }: Step) => selected.length === 0 || selected.some((word) => name.includes(word))
const results: Result[] = []

async function runSteps(steps: Step[]): Promise<void> {
  for (const { name, run } of steps.filter(isSelected)) {
    const started = performance.now()
    const result = await run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`\n── ${name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s\n`)
    results.push(result)
  }
}

const started = performance.now()
for (const lists of stages) await Promise.all(lists.map(runSteps))
rmSync(reports, { recursive: true, force: true })

const slowest = results
  .flatMap(({ tests }) => tests)
  .toSorted((a, b) => b.milliseconds - a.milliseconds)
  .slice(0, slowestShown)
process.stdout.write(
  `\nThe ${slowest.length} slowest tests, of ${((performance.now() - started) / 1000).toFixed(0)} s in all:\n`,
)
for (const { name, milliseconds } of slowest)
  process.stdout.write(`  ${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${name}\n`)

const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + result[count], 0)
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
