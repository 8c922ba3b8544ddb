import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

/**
 * `npm run test:all` runs the suite, the endurance checks and the benchmarks, and writes one report of their output.
 * Takes hours, or less than one hour with `--short`, which shortens the endurance checks.
 */

const folder = join(import.meta.dirname, '../test-results')
const parts = [
  { name: 'Suite', command: ['node', 'tests/run.ts'] },
  { name: 'Endurance', command: ['node', 'tests/endurance/main.ts', ...process.argv.slice(2)] },
  { name: 'Benchmarks', command: ['node', 'tests/bench/main.ts'] },
]

const sections: string[] = []
let failed = 0
for (const { name, command } of parts) {
  const started = performance.now()
  const { succeeded, output } = await runTool(command, { live: true })
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  if (!succeeded) failed++
  sections.push(
    `## ${name}: ${succeeded ? 'passed' : 'FAILED'}, ${minutes} min\n\n\`\`\`\n${output.trimEnd()}\n\`\`\`\n`,
  )
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const title = `# Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores\n`
mkdirSync(folder, { recursive: true })
const file = join(folder, 'report.md')
writeFileSync(file, [title, ...sections].join('\n'))
process.stdout.write(`\nReport: ${file}\n${parts.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
